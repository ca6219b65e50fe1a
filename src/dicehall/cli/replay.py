"""`dicehall replay`: show the position at the end of a record."""

from typing import Any

from dicehall.cli.files import read_record
from dicehall.cli.printing import one_line, print_json
from dicehall.game import AnyGame, Chance, Decide, Over, games
from dicehall.game.records import Record, Rolled
from dicehall.plain_terminal.boards import draw
from dicehall.words.language import _
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer

LONGEST_NAME = 20


def replay(file: str, *, as_json: bool) -> None:
    """Show the position at the end of a record, and whose turn it is or who won."""
    record, state = read_record(file)
    if as_json:
        print_json(summary(record.game, state))
    else:
        print(_described(record, state))


def summary(game: AnyGame, state: Any) -> dict[str, Any]:
    """The position as plain data."""
    turn = game.turn(state)
    winners = list(turn.winners) if isinstance(turn, Over) else []
    turn_data: dict[str, Any]
    match turn:
        case Decide(seat=seat, moves=moves):
            turn_data = {"kind": "decide", "seat": seat, "moves": list(moves)}
        case Chance(dice=dice):
            turn_data = {"kind": "chance", "dice": [die.name for die in dice]}
        case Over():
            turn_data = {"kind": "over"}
    return {
        "game": game.name,
        "over": isinstance(turn, Over),
        "scores": list(game.scores(state)),
        "winners": winners,
        "turn": turn_data,
    }


def _described(record: Record, state: Any) -> str:
    """The game, the number of rolls and moves, the board, and the prompt."""
    game = record.game
    rolls = sum(isinstance(event, Rolled) for event in record.events)
    values = {"game": games()[game.name].title, "rolls": rolls, "moves": len(record.events) - rolls}
    heading = _("%(game)s: rolls %(rolls)d, moves %(moves)d") % values
    viewer = _viewer(record)
    board = draw(game, state, viewer)
    return "\n\n".join([heading, board, ask(game, state, viewer)])


def _viewer(record: Record) -> Viewer:
    """The seats by their names in the record, or else by number; a solo player is "You"."""
    given = [record.notes.get(f"name-{seat}", "") for seat in range(record.game.seats)]
    names = [
        one_line(name[:LONGEST_NAME]) if name else _("Seat %(seat)d") % {"seat": seat}
        for seat, name in enumerate(given)
    ]
    return Viewer(tuple(names), you=0 if given == [""] else None)
