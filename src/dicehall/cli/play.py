"""`dicehall play`: play in the terminal, full screen or line by line."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder, GameName, GameOptions, read_options
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import AnyGame, find_game, games, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.plain_terminal.local_match import LocalMatch, default_names, seated
from dicehall.plain_terminal.play import TerminalSession
from dicehall.plain_terminal.play import play as play_at
from dicehall.players.characters import character
from dicehall.players.levels import check_level, find_level, find_weigher, levels
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.words.language import _

DEFAULT_LEVEL = "normal"


def play(
    game: GameName = "",
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="Play against the computer at this level.", parser=str.lower
        ),
    ] = "",
    people: Annotated[
        bool, typer.Option("--people", help="Two players take turns at this keyboard.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the dice, for a repeatable game.")] = (
        None
    ),
    option: GameOptions = None,
    names: Annotated[str, typer.Option(help="The players' names, separated by a comma.")] = "",
    server: Annotated[
        str,
        typer.Option(
            "--server",
            "--house",  # its name in 1.0
            metavar="ADDRESS",
            help="Play a friend on the server at this address.",
        ),
    ] = "",
    code: Annotated[
        str, typer.Option(help="Join the table with this room code; needs --server.")
    ] = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="Play line by line instead of full screen.")
    ] = False,
    own_dice: Annotated[
        bool,
        typer.Option(
            "--own-dice", help="Roll your own dice and type what they show; implies --plain."
        ),
    ] = False,
    data: DataFolder = None,
) -> None:
    """Play in the terminal. Without a game, choose one from a menu."""
    if game:
        find_game(game)
    options = read_options(option)
    if server or code:
        others = bool(level or people or options or plain or own_dice or seed is not None)
        _play_on_server(data, server, code, game, names, others=others)
        return
    match_seed = str(seed) if seed is not None else f"{Random().getrandbits(128):032x}"

    def new_match(name: str) -> LocalMatch:
        chosen, opponent = _chosen(name, level, options, people=people)
        match = seated(chosen, opponent, _named(names, opponent), match_seed)
        return match.with_own_dice() if own_dice else match

    if plain or own_dice or not _is_screen():
        _play_plainly(game, new_match)
        return
    decided = bool(game and (level or people or names or options or seed is not None))
    _play_on_screen(data, match_seed, new_match(game) if decided else None, game)


@stopping_at_once()
def _play_plainly(game: str, new_match: Callable[[str], LocalMatch]) -> None:
    """Play line by line; works in a pipe too."""
    name = game or _choose_game()
    if not name:
        return
    match = new_match(name)
    play_at(
        TerminalSession(
            match=match,
            choosers=[find_level(name, level) if level else None for level in match.levels],
            read=_line_reader(),
            say=_say,
            keep=_write_file,
            weigh=lambda: find_weigher(name),
        )
    )


def _play_on_screen(data: Path | None, seed: str, first: LocalMatch | None, game: str) -> None:
    """Run the full-screen application."""
    from dicehall.tui.app import DicehallApp

    DicehallApp(_folder(data), seed=seed, first=first, game=game).run()


def _play_on_server(
    data: Path | None, server: str, code: str, game: str, names: str, *, others: bool
) -> None:
    """Run the full-screen application at a friend's table, or at a new table of this game."""
    if not server:
        raise BadOption(translatable("--code needs the address of a server: add --server"))
    if code and game:
        raise BadOption(translatable("give either --code, to join a table, or a game, to open one"))
    if others:
        raise BadOption(
            translatable("--server can only be combined with --code, --names and --data")
        )
    if game and 2 not in find_game(game).seats:
        raise BadOption(translatable("%(game)s is not for two players", game=game))
    if not _is_screen():
        raise BadOption(translatable("--server needs a full-screen terminal"))
    from dicehall.tui.app import DicehallApp
    from dicehall.tui.sources.server import ServerRequest

    name = _named(names, ALONE)[0] if names else ""
    DicehallApp(_folder(data), request=ServerRequest(server, name, code, game)).run()


def _folder(data: Path | None) -> Path:
    from platformdirs import user_data_path

    return data or user_data_path("dicehall", appauthor=False)


def _is_screen() -> bool:
    """Whether input and output are a terminal that can be drawn on."""
    able = os.environ.get("TERM", "") != "dumb"
    return able and sys.stdin.isatty() and sys.stdout.isatty()


def _choose_game() -> str:
    """Let the player choose a game; returns "" at the end of input."""
    kinds = list(games().values())
    for number, kind in enumerate(kinds, start=1):
        _say(f"{number}  {kind.title}")
    _say(_("Which game? Type its number or name, or quit."))
    by_word = {str(number): kind.name for number, kind in enumerate(kinds, start=1)}
    by_word |= {kind.name: kind.name for kind in kinds}
    by_word |= {kind.title.lower(): kind.name for kind in kinds}
    read = _line_reader()
    while (line := read()) is not None:
        word = " ".join(line.lower().split())
        if word == "quit":
            break
        if word in by_word:
            return by_word[word]
        _say(_("Type a number from 1 to %(most)d.") % {"most": len(kinds)})
    return ""


def _chosen(
    name: str, level: str, options: Mapping[str, str], *, people: bool
) -> tuple[AnyGame, str]:
    """The game and the opponent."""
    if level and people:
        raise BadOption(translatable("use either --level or --people, not both"))
    seats = 2 if level or people else find_game(name).seats[0]
    game = new_game(name, seats, options)
    if people:
        return game, PEOPLE
    if seats == 1:
        return game, ALONE
    opponent = level or _default_level(name)
    check_level(name, opponent)
    return game, opponent


def _default_level(name: str) -> str:
    """The opponent's level if none is given."""
    known = levels(name)
    if not known:
        raise BadOption(translatable("%(game)s has no computer players: use --people", game=name))
    return DEFAULT_LEVEL if DEFAULT_LEVEL in known else known[0]


def _named(names: str, opponent: str) -> tuple[str, ...]:
    """The names of the people at this keyboard; refused if there are too many or too few."""
    from dicehall.match.names import check_name

    people = 2 if opponent == PEOPLE else 1
    if not names:
        return default_names(people)
    given = names.split(",")
    if len(given) != people:
        counts = {"needed": people, "given": len(given)}
        raise BadOption(translatable("--names: expected %(needed)d, got %(given)d", **counts))
    others = [] if opponent in (ALONE, PEOPLE) else [character(opponent).name]
    checked: list[str] = []
    for name in given:
        checked.append(check_name(name, checked + others))
    return tuple(checked)


def _line_reader() -> Callable[[], str | None]:
    """A function that reads the next line; at a terminal, with editing and history."""
    if not sys.stdin.isatty():
        return lambda: sys.stdin.readline() or None
    with suppress(ModuleNotFoundError):  # not on every system
        import readline  # noqa: F401 - importing it enhances `input`

    def read() -> str | None:
        try:
            return input("> ")
        except EOFError:
            return None

    return read


def _write_file(name: str, text: str) -> None:
    Path(name).expanduser().write_text(text, encoding="utf-8")


def _say(text: str) -> None:
    print(text, flush=True)
