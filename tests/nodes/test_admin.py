"""`dicehall admin` while a server runs: its pages show the changes."""

import asyncio
import json
import stat
from pathlib import Path
from subprocess import CompletedProcess

import httpx
import pytest

from dicehall.game import new_game
from dicehall.match.commands import Resign, TakeSeat, TellWords
from dicehall.match.dice.client_seeds import commit_to
from dicehall.match.service import Matches
from nodes.conftest import NewNode
from nodes.node import Node
from nodes.visitors import Json, open_match, play, see, visitor, watch
from support.commands import dicehall
from support.places import FilePlace, Place
from support.services import with_services

POLL_OFTEN = {"dicehall.match.live.resync.POLL_SECONDS": 0.1}


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DICEHALL_DATA", "DICEHALL_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def admin(place: Place, *arguments: str, typed: str = "") -> CompletedProcess[str]:
    """Run a command of the host."""
    return dicehall("admin", *arguments, *place.options, typed=typed)


async def do(place: Place, *arguments: str) -> str:
    """Run an admin command while the server runs, and return its output."""
    done = await asyncio.to_thread(admin, place, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def changed(client: httpx.AsyncClient, node: Node, match: Json) -> Json:
    """The match when the node has heard of something new."""
    async with asyncio.timeout(60):
        while (seen := await see(client, node, match))["version"] == match["version"]:
            await asyncio.sleep(0.05)
    return seen


@pytest.mark.parametrize("more", [(), ("--workers", "2")], ids=["alone", "workers"])
def test_pages_see_that_a_match_was_closed(
    new_node: NewNode, place: Place, more: tuple[str, ...]
) -> None:
    async def close() -> None:
        node = new_node(*place.options, *more, changes=POLL_OFTEN)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            match = (await play(ada, node, match, match["turn"]["moves"][0])).json()
            watcher = await watch(ada, node, match)
            await do(place, "close", f"{node.address}/matches/{match['id']}", "--yes")
            seen = await watcher.until(match["version"] + 1)
            assert (seen["over"], seen["winners"]) == (True, [])
            refused = await play(ada, node, seen, match["turn"]["moves"][0])
            assert refused.json()["code"] == "match-over"
            for under in ("", "/dice", "/replay", "/review"):
                page = await ada.get(f"{node.address}/matches/{match['id']}{under}")
                assert page.status_code == 200, (under, page.text)
                assert under or "This table was closed." in page.text

    asyncio.run(close())


def test_pages_show_the_new_name_and_lose_what_was_deleted(new_node: NewNode, place: Place) -> None:
    async def rename_and_delete() -> None:
        node = new_node(*place.options, changes=POLL_OFTEN)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Rude")
            address = f"{node.address}/matches/{match['id']}"
            seat = next(n for n, one in enumerate(match["seats"]) if one["name"] == "Rude")
            assert "Rude" in (await ada.get(address)).text
            await do(place, "rename", match["id"], str(seat), "Guest", "--yes")
            match = await changed(ada, node, match)
            page = (await ada.get(address)).text
            assert "Rude" not in page
            assert "Guest" in page
            watcher = await watch(ada, node, match)
            await do(place, "delete", match["id"], "--yes")
            await asyncio.wait_for(watcher.task, 60)
            assert "event: end" in watcher.lines
            assert (await ada.get(address)).status_code == 404
            gone = await play(ada, node, match, match["turn"]["moves"][0])
            assert gone.json()["code"] == "unknown-match"
        assert node.log.read_text() == ""

    asyncio.run(rename_and_delete())


def test_no_escape_sequence_of_a_guest_reaches_the_terminal_of_the_host(tmp_path: Path) -> None:
    words = "luck \x1b]0;owned\x07\x1b[2J\x9b31m"
    bound = [
        TakeSeat(0, "Ada", "guest-a", commitment=commit_to(words)),
        TakeSeat(1, "Bob", "guest-b"),
    ]

    async def play(service: Matches) -> None:
        match = await service.open(new_game("knucklebones"), bound)
        match = await service.do(match.id, TellWords("guest-a", words))
        ids.append((await service.do(match.id, Resign("guest-a", ""))).id)

    ids: list[str] = []
    place = FilePlace(tmp_path)
    with_services(place, play)
    for arguments in (("show", ids[0]), ("list",), ("guests",), ("delete", ids[0], "--dry-run")):
        output = admin(place, *arguments).stdout
        assert output
        assert "".join(output.splitlines()).isprintable()
    assert "words-0: luck \\x1b]0;owned" in admin(place, "show", ids[0]).stdout


def test_nothing_is_done_unless_it_is_wanted(new_node: NewNode, tmp_path: Path) -> None:
    place = FilePlace(tmp_path)

    async def try_all() -> None:
        node = new_node(*place.options)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "fune", "alone")
            match_id = match["id"]
            [listed] = json.loads(await do(place, "list", "--json"))
            guest = listed["seats"][0]["guest"]
            assert match_id in await do(place, "list", "--running", "--name", "ad")
            assert guest in await do(place, "show", match_id)
            assert guest in await do(place, "guests")
            for arguments, planned in (
                (("close", match_id), f"close {match_id}"),
                (("rename", match_id, "0", "Eve"), f"rename 'Ada' in {match_id} to 'Eve'"),
                (("delete", match_id), f"delete {match_id}"),
                (("erase", guest), f"delete {match_id}"),
                (("prune", "--older-than", "0d", "--unfinished"), "delete 1 match from before"),
            ):
                assert planned in await do(place, *arguments, "--dry-run")
                unsure = await asyncio.to_thread(admin, place, *arguments, typed="no\n")
                assert (unsure.returncode, unsure.stderr) == (1, "")
                assert "Nothing was changed." in unsure.stdout
                assert await see(ada, node, match) == match
            exported = tmp_path / "ada.json"
            await do(place, "export", guest, "--output", str(exported))
            assert json.loads(exported.read_text())["matches"][0]["id"] == match_id
            assert stat.S_IMODE(exported.stat().st_mode) == 0o600
            sure = await asyncio.to_thread(admin, place, "erase", guest, typed="y\n")
            assert (sure.returncode, sure.stderr) == (0, "")
            assert json.loads(await do(place, "list", "--json")) == []

    asyncio.run(try_all())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "nothing"], "there is no such match"),
        (["export", "nobody"], "guest 'nobody' has no matches"),
        (["prune", "--older-than", "soon"], "write 365d or 52w"),
    ],
)
def test_impossible_commands_are_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    place = FilePlace(tmp_path)
    asyncio.run(make(place))
    refused = admin(place, *arguments)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_no_server_is_made_where_there_is_none(tmp_path: Path) -> None:
    refused = admin(FilePlace(tmp_path), "list")
    assert (refused.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "there are no matches in" in refused.stderr


async def make(place: Place) -> None:
    await (await place.open()).close()
