"""A match turn by turn, what the strongest level makes of dice, and challenges."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from dicehall.game import AnyGame, catalogue, find_game, new_game
from dicehall.game.records import Played, Rolled
from dicehall.game.refused import NotOver
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import TakeSeat
from dicehall.match.dice.verification import verify
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.thinking.pool import choose
from dicehall.match.today.challenges import dice_of, take_up
from dicehall.match.today.models import Models, SlotDice, play_out
from dicehall.match.today.turns import blocks_of, result_of, turns_of
from support.contests import SECRET, move_in, played_out
from support.places import FilePlace, Place
from support.playouts import GAMES

ANN, BOB = TakeSeat(0, "Ann", "guest-ann"), TakeSeat(0, "Bob", "guest-bob")
FUNE = new_game("fune", 1)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_turns_of_a_match_add_up_to_its_result(game: AnyGame) -> None:
    match = played_out(game, 3, (ANN, replace(BOB, seat=1))[: game.seats])
    turns = turns_of(match.game, match.log)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert sum(turn.gain for turn in turns) == result_of(match.game, match.state)
    for turn in turns:
        assert not turn.move or turn.move in match.game.turn(turn.before).moves  # type: ignore[union-attr]


def test_a_turn_shows_the_move_that_changed_the_result() -> None:
    log = [Rolled((6, 6, 1, 6, 2)), Played(0, "keep 1 2 4"), Rolled((6, 3))]
    log += [Played(0, "score four-dice"), Rolled((1, 2, 3, 4, 5))]  # type: ignore[list-item]
    first, second = turns_of(FUNE, log)
    assert (first.move, first.result, first.gain) == ("score four-dice", 27, 27)
    assert (second.move, second.gain) == ("", 0)


def test_blocks_show_gains_and_nothing_else() -> None:
    match = played_out(FUNE, 3, (ANN,))
    blocks = blocks_of(turns_of(FUNE, match.log))
    assert len(blocks) == 13
    assert "█" in blocks
    assert blocks_of([]) == ""


class InProcess:
    """Thinks in this process: a child takes seconds to start."""

    async def choose(self, game: AnyGame, state: Any, level: str, *, seed: str) -> str:
        return choose(game, state, level, seed)

    def close(self) -> None:
        pass


def test_nodes_agree_on_what_the_strongest_level_played(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_twice() -> None:
        bus = MemoryBus()
        nodes = [Matches(await place.open(), bus, alone=False) for _ in range(2)]
        for node in nodes:
            monkeypatch.setattr(node, "thinking", InProcess())
        try:
            dice = SlotDice(new_game("fune", 2), "m", SECRET, ("", ""), "easy")
            found = await asyncio.gather(*(Models(one).find(dice, 60) for one in nodes))
            assert found[0] == found[1]
            assert found[0]
            assert found[0] == await play_out(nodes[0], dice)  # nothing is left to chance
            kept = await Models(nodes[1]).find(dice, 60)
            assert kept == found[0]
        finally:
            for node in nodes:
                await node.close()

    asyncio.run(find_twice())


def test_the_model_is_the_strongest_level_that_can_play_here(
    file_place: FilePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    needing = replace(find_game("knucklebones"), needs={"perfect": "no_such_package"})
    monkeypatch.setitem(catalogue._built_in(), "knucklebones", needing)
    asked = set()

    class Asked(InProcess):
        async def choose(self, game: AnyGame, state: Any, level: str, *, seed: str) -> str:
            asked.add(level)
            return await super().choose(game, state, "easy", seed=seed)

    async def find() -> None:
        node = Matches(await file_place.open(), MemoryBus())
        monkeypatch.setattr(node, "thinking", Asked())
        try:
            game = new_game("knucklebones")
            await play_out(node, SlotDice(game, "m", SECRET, ("", "")))
        finally:
            await node.close()

    asyncio.run(find())
    assert asked == {"hard"}


async def finish(matches: Matches, match: Match, last: int) -> Match:
    while not match.result:
        match = await matches.do(match.id, move_in(match, match.turn.moves[last]))  # type: ignore[union-attr]
    return match


def test_a_challenge_has_the_same_dice_and_can_be_verified(place: Place) -> None:
    async def dare() -> None:
        matches = Matches(await place.open(), MemoryBus())
        try:
            origin = await matches.open(FUNE, [replace(ANN, words="my luck")])
            with pytest.raises(NotOver):
                await take_up(matches, origin, BOB, "c" * 32)
            origin = await finish(matches, origin, -1)
            answer = await take_up(matches, origin, BOB, "c" * 32)
            again = await take_up(matches, origin, BOB, "c" * 32)  # a double click
            assert (again.id, again.version) == (answer.id, answer.version)
            assert (answer.mark, answer.lines) == ("practice", origin.lines[:1])
            answer = await finish(matches, answer, 0)
            assert verify(answer.record()).verified
            assert dice_of(answer) == dice_of(origin)
            other = await finish(matches, await take_up(matches, answer, ANN, "d" * 32), 0)
            assert other.lines == answer.lines  # a challenge can be answered in turn
        finally:
            await matches.close()

    asyncio.run(dare())
