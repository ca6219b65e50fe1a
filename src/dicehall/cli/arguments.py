"""Arguments that several commands share, and the translation of help texts."""

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
    """Complete the name of a game, for the shell."""
    return [name for name in games() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The game, upper or lower case; see the list below.",
        parser=str.lower,
        autocompletion=_complete_game,
    ),
]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The record; - reads standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="The folder where matches are stored.", envvar="DICEHALL_DATA"),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="A game option, such as curve=gentle; repeatable."
    ),
]


def read_options(given: Sequence[str] | None) -> dict[str, str]:
    """Parse game options from the command line.

    >>> read_options(["faces=4", "height = 2"])
    {'faces': '4', 'height': '2'}
    """
    options = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(
                translatable("%(option)r is not of the form NAME=VALUE", option=pair[:40])
            )
        options[name.strip()] = value.strip()
    return options


class GameCommand(TyperCommand):
    """A command whose help ends with the games and their levels, looked up only when shown."""

    def format_help(self, *args: Any) -> None:
        from dicehall.players.levels import levels

        listed = [f"{name}: {', '.join(levels(name))}" for name in games()]
        self.epilog = "\n\n".join([_("Games and their levels:"), *listed])
        super().format_help(*args)


def translate(command: Any) -> Any:
    """Translate the help of a command, its parameters and subcommands to the current language."""
    for one in _all_of(command):
        if one.help:
            one.help = _(one.help)
    return command


def texts_of(command: Any) -> Iterator[str]:
    """All English help texts of a command, its parameters and subcommands."""
    for one in _all_of(command):
        if one.help:
            yield one.help


def _all_of(command: Any) -> Iterator[Any]:
    yield command
    parameters = command.get_params(typer.Context(command))
    yield from (one for one in parameters if hasattr(one, "help"))
    for below in getattr(command, "commands", {}).values():
        yield from _all_of(below)
