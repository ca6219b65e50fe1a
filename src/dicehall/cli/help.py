"""The help of all commands, in the language of the terminal."""

import gettext
from collections.abc import Iterator
from typing import Any

from dicehall.words.language import LOCALE, N_, _

OF_PARSERS = (
    *(N_("Options"), N_("Arguments"), N_("Commands"), N_("Missing command.")),
    *(N_("[default: {}]"), N_("[env var: {}]"), N_("[required]")),
    N_("No such command {name!r}."),
    *(N_("usage: "), N_("positional arguments"), N_("options")),
    *(N_("show this help message and exit"), N_("argument %(argument_name)s: %(message)s")),
    *(N_("the following arguments are required: %s"), N_("unrecognized arguments: %s")),
)
"""What the parsers of the command line say by themselves. They look it up in the usual way."""


def bind() -> None:
    """Let the parsers find their own words in the catalogues of the house; before they are
    imported."""
    gettext.bindtextdomain("dicehall", str(LOCALE))
    gettext.textdomain("dicehall")


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
    import typer  # not where nothing but this package is installed

    yield command
    parameters = command.get_params(typer.Context(command))
    yield from (one for one in parameters if hasattr(one, "help"))
    for below in getattr(command, "commands", {}).values():
        yield from _all_of(below)
