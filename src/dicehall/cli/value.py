"""`dicehall value`: the worth of every legal move at the end of a record."""

from dataclasses import asdict

from dicehall.cli.arguments import AsJson, RecordFile
from dicehall.cli.files import read_record
from dicehall.cli.printing import print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import Decide
from dicehall.game.messages import translatable
from dicehall.game.refused import Refused
from dicehall.players.worth import Worth


@stopping_at_once()
def value(file: RecordFile, as_json: AsJson = False) -> None:
    """Show the worth of every legal move at the end of a record."""
    from dicehall.players.levels import find_weigher

    record, state = read_record(file)
    game = record.game
    if not isinstance(game.turn(state), Decide):
        raise Refused(
            translatable("%(file)s: no player is to move at the end of this record", file=file)
        )
    worth = find_weigher(game.name)(game, state)
    if as_json:
        print_json(asdict(worth))
    else:
        print(_described(worth))


def _described(worth: Worth) -> str:
    """The moves, best first."""
    kind = "exact" if worth.exact else "an estimate"
    if worth.error is None:
        kind += " of unknown error"
    elif worth.error:
        kind += f" ± {worth.error:.2g}"
    widest = max(map(len, worth.moves))
    ranked = sorted(worth.moves.items(), key=lambda entry: -entry[1])
    lines = [f"{move:<{widest}}  {value:>+9.4f}" for move, value in ranked]
    return "\n".join([f"{worth.unit}, {kind}", *lines])
