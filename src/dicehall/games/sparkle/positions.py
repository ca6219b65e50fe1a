"""Positions of Sparkle as text: the turn, the points, the dice and what happens to each of them.

    1-0-60-s6612-123-45-6-5

This is turn-total-points-dice-banked-thrown-waiting-extra: the numbers of the dice that are banked,
and of those about to be thrown. Nothing is thrown while the seat decides, and after the last fizzle
the game is "over".
"""

from dicehall.game.messages import translatable
from dicehall.game.positions import (
    MOST_DIGITS,
    NOTHING,
    read_faces,
    read_number,
    require,
    spell_faces,
    split,
)
from dicehall.game.turns import D6
from dicehall.games.sparkle.banks import banks_of
from dicehall.games.sparkle.rules import (
    ALL,
    DICE,
    EXTRA_DICE,
    SINGLES,
    Positions,
    Sparkle,
    SparkleState,
    selections,
    set_of,
)

FORM = "turn-total-points-dice-banked-thrown-waiting-extra"
OVER = "over"
LAST_TURN = 999
"""Its threshold is higher than any total that can be written."""
MOST_POINTS = 10**MOST_DIGITS - 1
LEAST = min(SINGLES.values())
"""The fewest points of a banked die; all points are multiples of it."""


def spell(game: Sparkle, state: SparkleState) -> str:
    numbers = (state.number, state.total, state.points)
    return "-".join(
        [
            *map(str, numbers),
            spell_faces(face or None for face in state.dice),
            spell_faces(state.banked) or NOTHING,
            OVER if state.lost else spell_faces(state.throwing) or NOTHING,
            spell_faces([state.waiting or None]),
            str(state.extra),
        ]
    )


def parse(game: Sparkle, text: str) -> SparkleState:
    number, total, points, dice, banked, thrown, waiting, extra = split(text, "-", FORM)
    (waits,) = read_faces(waiting, [D6.faces])
    turn = read_number(number, 1, LAST_TURN)
    return SparkleState(
        number=turn,
        total=read_number(total, 0, MOST_POINTS),
        points=read_number(points, 0, MOST_POINTS),
        dice=tuple(face or 0 for face in read_faces(dice, [die.faces for die in DICE])),
        banked=_read_places(banked),
        throwing=() if thrown == OVER else _read_places(thrown),
        waiting=waits or 0,
        extra=read_number(extra, 0, EXTRA_DICE + (turn - 1) // 3 + turn),  # Sparkle 11
        lost=thrown == OVER,
    )


def check(game: Sparkle, state: SparkleState) -> None:
    _check_points(game, state)
    _check_dice(game, state)
    _check_waiting(state)


def _read_places(text: str) -> Positions:
    if text == NOTHING:
        return ()
    places = [place for place in read_faces(text, [ALL] * len(text)) if place]
    return tuple(sorted({*places}))


def _check_points(game: Sparkle, state: SparkleState) -> None:
    needed = game.threshold(state.number - 1) if state.number > 1 else 0
    message = translatable(
        "turn %(number)d cannot begin with %(total)d points", number=state.number, total=state.total
    )
    possible = state.total >= needed if state.number > 1 else state.total == 0  # Sparkle 9 and 10
    require(possible and state.total % LEAST == 0, message)
    if state.lost:
        message = translatable("the game is over only after a fizzle below the threshold")
        fizzled = not selections(state) and not game.survives_fizzle(state)  # Sparkle 10
        require(state.points == 0 and fizzled, message)
        return
    message = translatable(
        "the dice banked in this turn cannot have %(points)d points", points=state.points
    )
    # Sparkle 8: without banked dice, all five have come back or nothing was banked.
    fewest = LEAST * (len(state.banked) or (len(ALL) if state.points else 0))
    require(state.points >= fewest and state.points % LEAST == 0, message)


def _check_dice(game: Sparkle, state: SparkleState) -> None:
    if 0 in state.dice:  # the turn has not begun
        fresh = SparkleState(state.number, state.total, 0, (0,) * len(ALL), (), ALL, 0, state.extra)
        message = translatable("dice are missing: a turn opens with a roll of all five")
        require(state == fresh, message)
    table = state.table
    message = translatable("all five dice cannot be banked: they come back")  # Sparkle 8
    require(bool(table), message)
    message = translatable("a banked die is not thrown")
    require({*state.throwing} <= {*table}, message)
    if state.banked:  # dice that were banked one after the other could be banked together, too
        together = banks_of(state.banked, state.faces(state.banked))
        message = translatable("not all of the banked dice score")
        require(state.banked in together, message)


def _check_waiting(state: SparkleState) -> None:
    """Sparkle 7."""
    if not state.waiting:
        return
    waiting, banked = state.waiting, state.banked
    message = translatable("no set of %(value)ds is waiting", value=waiting)
    require(state.lost or state.points >= set_of(waiting), message)
    if banked:
        require(banks_of(banked, state.faces(banked))[banked].set_of == waiting, message)
    if state.throwing != state.table:  # some dice of a roll lie there, which certified nothing
        certified = selections(state) or waiting in state.faces(state.table)
        require(not certified, message)
