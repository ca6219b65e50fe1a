"""The command: `python -m pictures [GAME ...]`, with `src` and `scripts` on the path."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from dicehall.game import games
from pictures.animation import animate
from pictures.browser import Size, launched
from pictures.positions import EXCHANGE, SCENES, Scene
from pictures.server import Server, opened, visit
from pictures.slow_time import RATE
from pictures.stills import MOMENTS, take_stills
from pictures.strips import film_scene, guest_of, keep, make_strip

STILL_SIZES = "360x640,390x844,844x390,820x1180,1280x800,1920x1080"
STRIP_SIZES = "390x844"
QUICK_SECONDS = 0.02
"""The pace of computer players whose moves nobody watches."""
PACE_SECONDS = 0.4
"""The usual pace, which slow time makes slower."""
ANIMATED_SIZE = Size(1280, 800)


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures that were asked for; without a wish, stills and strips."""
    wishes = _read_wishes(arguments)
    everything = not (wishes.stills or wishes.strips or wishes.animation)
    if wishes.stills or everything:
        _save_stills(wishes)
    if wishes.strips or everything:
        for size, theme in product(_sizes(wishes.sizes or STRIP_SIZES), wishes.themes or ["light"]):
            _save_strips(wishes, size, theme)
    if wishes.animation:
        with _prepared([EXCHANGE]) as (browser, server):
            frames = film_scene(browser, server, EXCHANGE, ANIMATED_SIZE, "light")
            _save(wishes.animation, animate(browser, frames))


def _save_stills(wishes: argparse.Namespace) -> None:
    with TemporaryDirectory() as folder, launched() as browser:
        if wishes.server:
            _save_sheets(browser, visit(wishes.server), wishes)
        else:
            with opened(Path(folder), QUICK_SECONDS) as address:
                _save_sheets(browser, visit(address), wishes)


def _save_sheets(browser: Browser, server: Server, wishes: argparse.Namespace) -> None:
    sizes, themes = _sizes(wishes.sizes or STILL_SIZES), wishes.themes or ["light", "dark"]
    for game, theme in product(wishes.games, themes):
        sheet = take_stills(browser, server, game, wishes.moments, sizes, theme, wishes.out / game)
        _save(wishes.out / f"{game}-{theme}.png", sheet)


def _save_strips(wishes: argparse.Namespace, size: Size, theme: str) -> None:
    scenes = [one for one in SCENES if one.game in wishes.games and one.name in wishes.scenes]
    with _prepared(scenes) as (browser, server):
        for scene in scenes:
            title = f"{scene.game}-{scene.name}-{size}-{theme}"
            frames = film_scene(browser, server, scene, size, theme)
            _save(wishes.out / f"strip-{title}.png", make_strip(browser, title, frames, size))


@contextmanager
def _prepared(scenes: Sequence[Scene]) -> Iterator[tuple[Browser, Server]]:
    """A server at whose tables these scenes are about to happen; each can be played once."""
    with TemporaryDirectory() as folder:
        keep(Path(folder), [scene.prepare()[0] for scene in scenes])
        with opened(Path(folder), PACE_SECONDS / RATE) as address, launched() as browser:
            yield browser, guest_of(address)


def _save(path: Path, picture: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture)
    print(path, flush=True)


def _read_wishes(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pictures", description="Take pictures of the server.")
    add = parser.add_argument
    scenes = dict.fromkeys(scene.name for scene in SCENES)
    add("games", metavar="GAME", nargs="*", help=f"all if none is named: {', '.join(games())}")
    add("--out", type=Path, default=Path("pictures"), help="the folder in which they are saved")
    add("--sizes", help=f"of the window; stills: {STILL_SIZES}; strips: {STRIP_SIZES}")
    add("--themes", default="", help="stills: light,dark; strips: light")
    add("--stills", action="store_true", help="pages as they stand")
    add("--moments", default="", help=f"only stills of some of {','.join(MOMENTS)}")
    add("--server", default="", help="stills of a server that is open already, at this address")
    add("--strips", action="store_true", help="what happens, frame by frame")
    add("--scenes", default="", help=f"only strips of some of {','.join(scenes)}")
    add("--animation", type=Path, help="save an exchange at Knucklebones as an animated WebP")
    wishes = parser.parse_args(arguments)
    try:
        wishes.games = _some(",".join(wishes.games), games()) or [*games()]
        wishes.themes = _some(wishes.themes, ("light", "dark"))
        wishes.moments = _some(wishes.moments, MOMENTS) or [*MOMENTS]
        wishes.scenes = _some(wishes.scenes, scenes) or [*scenes]
        _sizes(wishes.sizes or "")
    except ValueError as error:
        parser.error(str(error))
    return wishes


def _sizes(text: str) -> list[Size]:
    return [Size.read(part) for part in text.split(",") if part]


def _some(text: str, known: Iterable[str]) -> list[str]:
    """The words of a list, if all of them are known."""
    chosen = [part for part in text.split(",") if part]
    for word in chosen:
        if word not in known:
            raise ValueError(f"{word!r} is none of {', '.join(known)}")
    return chosen


if __name__ == "__main__":
    main()
