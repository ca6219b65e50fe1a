"""`dicehall value`: the worth of every legal move in a position, or of every roll before it."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from dicehall.cli.arguments import AsJson, GameOptions, read_options
from dicehall.cli.files import read_record
from dicehall.cli.printing import print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import AnyGame, Decide, Over, new_game
from dicehall.game.messages import translatable
from dicehall.game.positions import read_position
from dicehall.game.refused import BadOption, GameOver, Refused
from dicehall.game.turns import spell_roll
from dicehall.players.rolls_ahead import RollsWorth, states_after, weigh_rolls
from dicehall.players.worth import Worth


@stopping_at_once()
def value(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record; - reads standard input.")
    ] = "",
    position: Annotated[
        str, typer.Option("--position", metavar="TEXT", help="A position instead of a record.")
    ] = "",
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game of the position.")
    ] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", help="The seats of the game, if there is a choice.")
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Show the worth of every legal move at the end of a record, or in a position."""
    if bool(file) == bool(position) or bool(position) != bool(game):
        raise BadOption(translatable("give a record, or --game and --position"))
    if file and (option or seats is not None):
        raise BadOption(translatable("a record already contains the seats and options of its game"))
    if file:
        record, state = read_record(file)
        if isinstance(record.game.turn(state), Over):
            raise Refused(
                translatable("%(file)s: no player is to move at the end of this record", file=file)
            )
        found = _weigh(record.game, state)
    else:
        table = new_game(game.lower(), seats, read_options(option))
        found = _weigh(table, read_position(table, position))
    if as_json:
        print_json(asdict(found))
    else:
        print(_described(found))


def _weigh(game: AnyGame, state: Any) -> Worth | RollsWorth:
    """The worth of the moves or rolls of a state."""
    from dicehall.players.levels import find_weigher

    weigh, turn = find_weigher(game.name), game.turn(state)
    if isinstance(turn, Decide):
        return weigh(game, state)
    if isinstance(turn, Over):
        raise GameOver(translatable("the game is over"))
    afters = states_after(game, state)
    if not afters:
        raise Refused(translatable("too many different rolls are possible here"))
    deciding = {
        roll: after for roll, after in afters.items() if isinstance(game.turn(after), Decide)
    }
    worths = {roll: weigh(game, after) for roll, after in deciding.items()}
    return weigh_rolls(game, state, afters, worths)


def _described(found: Worth | RollsWorth) -> str:
    """The moves or rolls, best first."""
    kind = "exact" if found.exact else "an estimate"
    if found.error is None:
        kind += " of unknown error"
    elif found.error:
        kind += f" ± {found.error:.2g}"
    rows: list[tuple[str, float]]
    if isinstance(found, Worth):
        rows = sorted(found.moves.items(), key=lambda entry: -entry[1])
    else:
        rows = [("before the roll", found.value or 0.0)]
        rows += [
            (f"roll {spell_roll(one.roll)}: {one.best or 'the end'}", one.value)
            for one in found.rolls
        ]
    widest = max(len(name) for name, _ in rows)
    lines = [f"{name:<{widest}}  {value:>+9.4f}" for name, value in rows]
    return "\n".join([f"{found.unit}, {kind}", *lines])
