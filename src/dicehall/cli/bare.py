"""The command line where nothing but this package is installed: records can be read."""

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
    "bench",
)  # fmt: skip
"""The commands that are not here."""


class _Parser(ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(outside(message))


def run(arguments: Sequence[str]) -> int | None:
    """Run a command; its exit code."""
    wanted = arguments[0] if arguments else "serve"
    if wanted in NEED_MORE:
        raise Refused(
            translatable(
                "dicehall %(command)s needs more: %(remedy)s",
                command=wanted,
                remedy="pip install 'dicehall[play]'",
            )
        )
    parser = _Parser("dicehall", epilog=_("For all commands: pip install 'dicehall[play]'"))
    parser.add_argument("--version", action="version", version=f"dicehall {dicehall.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in (("replay", replay), ("verify", verify)):
        assert command.__doc__
        about = _(command.__doc__)
        added = commands.add_parser(name, help=about, description=about)
        added.add_argument("file", metavar="FILE", help=_("A record; - reads standard input."))
        added.add_argument("--json", action="store_true", help=_("Answer in JSON."), dest="as_json")
        added.set_defaults(command=command)
    given = vars(parser.parse_args(arguments))
    code: int | None = given.pop("command")(**given)
    return code
