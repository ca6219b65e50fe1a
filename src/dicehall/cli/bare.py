"""The command line when only this package is installed: it can replay and verify records."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

import dicehall
from dicehall.cli.replay import replay
from dicehall.cli.verify import verify
from dicehall.game.messages import outside, translatable
from dicehall.game.refused import Refused
from dicehall.words.language import _

NEED_MORE = (
    "serve", "backup", "export", "import", "admin", "move-to", "play", "solve", "value", "arena",
    "bench", "site",
)  # fmt: skip
"""Commands that need optional dependencies."""


class _Parser(ArgumentParser):
    """A parser that reports errors as refusals."""

    def error(self, message: str) -> NoReturn:
        raise Refused(outside(message))


def run(arguments: Sequence[str]) -> int | None:
    """Run a command and return its exit code."""
    name = arguments[0] if arguments else "serve"
    if name in NEED_MORE:
        raise Refused(
            translatable(
                "dicehall %(command)s needs more packages: %(remedy)s",
                command=name,
                remedy="pip install 'dicehall[play]'",
            )
        )
    parser = _Parser("dicehall", epilog=_("To get all commands: pip install 'dicehall[play]'"))
    parser.add_argument("--version", action="version", version=f"dicehall {dicehall.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in (("replay", replay), ("verify", verify)):
        assert command.__doc__
        about = _(command.__doc__)
        added = commands.add_parser(name, help=about, description=about)
        added.add_argument("file", metavar="FILE", help=_("The record; - reads standard input."))
        added.add_argument("--json", action="store_true", help=_("Print JSON."), dest="as_json")
        added.set_defaults(command=command)
    given = vars(parser.parse_args(arguments))
    code: int | None = given.pop("command")(**given)
    return code
