"""What several commands are asked in the same way, and their help in the terminal's language."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from dicehall.game import games
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.words.language import _


def _complete_game(incomplete: str) -> list[str]:
    """The games whose names begin so, for the shell."""
    return [name for name in games() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of the games below, in any case.",
        parser=str.lower,
        autocompletion=_complete_game,
    ),
]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="The folder in which matches are kept.", envvar="DICEHALL_DATA"),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game, such as curve=gentle; repeatable.",
    ),
]


def read_options(given: Sequence[str] | None) -> dict[str, str]:
    """The options of a game as they are typed.

    >>> read_options(["faces=4", "height = 2"])
    {'faces': '4', 'height': '2'}
    """
    options = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(translatable("%(option)r is not spelled NAME=VALUE", option=pair[:40]))
        options[name.strip()] = value.strip()
    return options


class GameCommand(TyperCommand):
    """A command whose help ends with the games and their levels; they are looked up only then."""

    def format_help(self, *args: Any) -> None:
        from dicehall.players.levels import levels

        listed = [f"{name}: {', '.join(levels(name))}" for name in games()]
        self.epilog = "\n\n".join([_("Games and their levels:"), *listed])
        super().format_help(*args)


def translate(command: Any) -> Any:
    """A command, its parameters and the commands below it, with their help in the language that is
    spoken now."""
    for one in _all_of(command):
        if one.help:
            one.help = _(one.help)
    return command


def texts_of(command: Any) -> Iterator[str]:
    """Every text of the help of a command and of what is below it, in English."""
    for one in _all_of(command):
        if one.help:
            yield one.help


def _all_of(command: Any) -> Iterator[Any]:
    yield command
    parameters = command.get_params(typer.Context(command))
    yield from (one for one in parameters if hasattr(one, "help"))
    for below in getattr(command, "commands", {}).values():
        yield from _all_of(below)
