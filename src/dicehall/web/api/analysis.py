"""The JSON interface to any position: what each move, or each roll before it, is worth."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import post

from dicehall.game import AnyGame, Decide, new_game
from dicehall.game.positions import LONGEST, read_position
from dicehall.game.turns import spell_face
from dicehall.players.rolls_ahead import RollsWorth
from dicehall.players.worth import Worth
from dicehall.web.analysis.asking import analyse
from dicehall.web.api.coach import Exact, Unit
from dicehall.web.api.fields import Name, SeatNumber, doc
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest


class AnalyseIn(msgspec.Struct, forbid_unknown_fields=True):
    """A position to analyse."""

    game: Annotated[Name, doc("The name of the game.", "knucklebones")]
    position: Annotated[
        str,
        msgspec.Meta(max_length=LONGEST),
        doc("The position, in the notation of docs/records.md.", "53._._-_._.66-4-0"),
    ]
    seats: Annotated[
        Literal[1, 2] | None, doc("The number of seats; `null` for the game's default.", None, 2)
    ] = None
    options: Annotated[
        dict[Name, Name], doc("The options of the game.", {}, {"curve": "gentle"})
    ] = {}


class MoveWorthInfo(msgspec.Struct):
    """A legal move and its worth."""

    move: Annotated[str, doc("The move.", "column 2")]
    value: Annotated[float, doc("The worth of the move.", 0.2)]


class RollWorthInfo(msgspec.Struct):
    """An outcome of the dice that are due, and the best move after it."""

    roll: Annotated[str, doc("The faces, as a record has them.", "5")]
    chance: Annotated[
        float,
        doc("Its probability. Void rolls are left out, as they are thrown again.", 0.1666666667),
    ]
    best: Annotated[str, doc("The best move after it; empty if the game is over.", "column 2")]
    value: Annotated[float, doc("The worth of that move.", 0.2)]


class AnalysisInfo(msgspec.Struct):
    """What a position is worth to `seat` with best play: all `moves` if it decides, or all `rolls`
    if dice are due."""

    seat: SeatNumber
    kind: Annotated[
        Literal["decide", "chance"],
        doc("Whether the seat decides or dice are due.", "decide", "chance"),
    ]
    value: Annotated[
        float | None,
        doc("The worth of the position; `null` if more than 36 rolls are possible.", 0.2, None),
    ]
    moves: Annotated[list[MoveWorthInfo], doc("All legal moves, best first.", [])]
    rolls: Annotated[
        list[RollWorthInfo],
        doc("All outcomes, best first; empty if more than 36 are possible.", []),
    ]
    unit: Unit
    exact: Exact
    error: Annotated[
        float | None,
        doc("The standard error: 0 if the values are exact, `null` if it is unknown.", 0.0),
    ]


@post("/analysis", status_code=200, responses=refusing(403, 404, 409, 422), cost=2)
async def analyse_position(request: WebRequest, data: AnalyseIn) -> AnalysisInfo:
    """Get the worth of each move in any position, or of each roll before one. Refused for the
    current position of a match that you are playing against somebody else, or of your counted try
    at today's dice."""
    game = new_game(data.game, data.seats, data.options)
    state = read_position(game, data.position)
    return _describe(game, state, await analyse(request, game, state))


def _describe(game: AnyGame, state: Any, found: Worth | RollsWorth) -> AnalysisInfo:
    source = found.unit, found.exact, found.error
    if isinstance(found, RollsWorth):
        rolls = [
            RollWorthInfo(" ".join(map(spell_face, one.roll)), one.chance, one.best, one.value)
            for one in found.rolls
        ]
        return AnalysisInfo(found.seat, "chance", found.value, [], rolls, *source)
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    ranked = sorted(found.moves.items(), key=lambda entry: -entry[1])
    moves = [MoveWorthInfo(move, value) for move, value in ranked]
    return AnalysisInfo(turn.seat, "decide", moves[0].value, moves, [], *source)
