"""What the analysis board shows: the board, the worth of each move or roll, and the variations."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import spell_roll
from dicehall.game_page.advice import Advice, say_source, say_value
from dicehall.game_page.history import History
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.lists import running
from dicehall.players.rolls_ahead import RolledWorth, RollsWorth
from dicehall.players.worth import WIN_MINUS_LOSS, Worth
from dicehall.web.analysis.address import write_address
from dicehall.web.analysis.variations import Line, Variations, shared
from dicehall.web.context import WebRequest, count_question, guest, server, while_connected
from dicehall.words.language import _
from dicehall.words.phrases import capitalised
from dicehall.words.telling import name_move

SHORTEST = 3
"""The length of the shortest bar, in per cent."""
PLACE = "analysis"
"""Stands for the id of a match in scenes, which show more of a match than of a picture."""


@dataclass(frozen=True, slots=True)
class RatedChoice:
    """A move or a roll that can be tried."""

    value: str
    """As the form sends it."""
    label: str
    worth: str = ""
    """Empty if it is unknown."""
    note: str = ""
    """How a move compares to the best, or the chance of a roll."""
    share: float = 0.0
    """The length of its bar, in per cent."""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Try:
    """A move or a roll in a line, as a link to the board after it."""

    label: str
    address: str
    is_here: bool
    is_roll: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """Another line, from where it leaves the one shown."""

    tries: tuple[Try, ...]
    without: str
    """The address without it."""


@dataclass(frozen=True, slots=True)
class ChoiceValues:
    """The worth of a position, and of all that can be chosen there."""

    whose: str
    """Whose expectation it is."""
    worth: str
    """Empty if it is unknown."""
    source: str
    """Whether the values are exact."""
    choices: tuple[RatedChoice, ...]


def scene_of(
    shown: Variations, history: History, worth: Worth | None = None, *, editing: bool = False
) -> Scene:
    """The board. The controls of a move are on it if that is all they need."""
    game, near = shown.game, shown.seat or 0
    page = find_page(game.name)
    on_board = page.plays_on_board and not editing
    seats = tuple(sorted(range(game.seats), key=near.__ne__))
    looks_from = seats[:1] if shown.seat is not None or game.seats == 1 else ()
    scene = Scene(
        history,
        players=_names(shown),
        levels=("",) * game.seats,
        mine=seats if on_board else looks_from,
        match_id=PLACE,
        running=not isinstance(game.turn(history.state), Over),
        passing=not on_board,
        editing=editing,
    )
    if worth and on_board and scene.acting:
        return page.advised(replace(scene, coached=True), worth)
    return scene


def _names(shown: Variations) -> tuple[str, ...]:
    if shown.game.seats == 1:
        return (_("You"),)
    if shown.seat is None:
        return tuple(_("Player %(number)d") % {"number": n + 1} for n in range(shown.game.seats))
    return tuple(
        _("You") if seat == shown.seat else _("Opponent") for seat in range(shown.game.seats)
    )


def values_of(scene: Scene, found: Worth | RollsWorth | None) -> ChoiceValues | None:
    """What can be chosen, and what it is worth if that was found; None at the end of a game, or if
    the outcomes of the dice are too many to list."""
    game, state, turn = scene.game, scene.state, scene.turn
    if isinstance(turn, Decide):
        whose = _whose(scene, turn.seat)
        if not isinstance(found, Worth):
            names = [capitalised(name_move(game, state, move)) for move in turn.moves]
            return ChoiceValues(whose, "", "", tuple(map(RatedChoice, turn.moves, names)))
        return _values_of_moves(whose, Advice(game, state, found))
    if isinstance(found, RollsWorth) and found.rolls:
        return _values_of_rolls(scene, found)
    return None


def _values_of_moves(whose: str, advice: Advice) -> ChoiceValues:
    worth = advice.worth
    ranked = sorted(worth.moves, key=lambda move: -worth.moves[move])
    choices = [
        RatedChoice(
            move,
            capitalised(name_move(advice.game, advice.state, move)),
            advice.value(move),
            advice.note(move),
            _share(worth.moves[move], worth.moves.values(), worth.unit),
            not advice.loss(move),
        )
        for move in ranked
    ]
    return ChoiceValues(whose, advice.value(ranked[0]), advice.source, tuple(choices))


def _values_of_rolls(scene: Scene, found: RollsWorth) -> ChoiceValues:
    """The rolls, best first; if all dice are the same, their order does not matter."""
    assert isinstance(scene.turn, Chance)
    alike = len(set(scene.turn.dice)) == 1
    kinds: dict[tuple[int, ...], list[RolledWorth]] = {}
    for one in found.rolls:
        kinds.setdefault(tuple(sorted(one.roll)) if alike else one.roll, []).append(one)
    best = found.rolls[0].value
    choices = [
        RatedChoice(
            spell_roll(roll),
            spell_roll(roll),
            say_value(some[0].value, found.unit),
            _say_odds(len(some), len(found.rolls)),
            _share(some[0].value, [one.value for one in found.rolls], found.unit),
            some[0].value == best,
        )
        for roll, some in kinds.items()
    ]
    return ChoiceValues(
        _whose(scene, found.seat),
        "" if found.value is None else say_value(found.value, found.unit),
        say_source(found.error, found.unit, exact=found.exact),
        tuple(choices),
    )


def _whose(scene: Scene, seat: int) -> str:
    if scene.game.seats == 1:
        return _("Expected score with best play")
    return _("%(name)s: chance to win with best play") % {"name": scene.players[seat]}


def _share(value: float, values: Collection[float], unit: str) -> float:
    """The length of a bar: the chance to win; or from the worst points to the best, of which even
    the worst has a little."""
    low, high = (-1.0, 1.0) if unit == WIN_MINUS_LOSS else (min(values), max(values))
    part = (value - low) / (high - low) if high > low else 1.0
    return round(SHORTEST + (100 - SHORTEST) * part, 1)


def _say_odds(count: int, rolls: int) -> str:
    odds = Fraction(count, rolls)
    return _("%(count)d in %(rolls)d") % {"count": odds.numerator, "rolls": odds.denominator}


def tries_of(shown: Variations) -> tuple[Try, ...]:
    """The line that the board shows."""
    return _tries(shown, shown.line, 0, shown.to)


def branches_of(shown: Variations) -> tuple[Branch, ...]:
    """The other lines."""
    branches = []
    for number, other in enumerate(shown.others):
        along = partial(shown.along, number)
        tries = _tries(shown, other, shared(shown.line, other), along)
        if tries:
            branches.append(Branch(tries, write_address(shown.without(number))))
    return tuple(branches)


def _tries(
    shown: Variations, line: Line, first: int, up_to: Callable[[int], Variations]
) -> tuple[Try, ...]:
    """The events of a line from the `first` on, each as a link to the board after it."""
    timeline = shown.timeline(line)
    return tuple(
        Try(
            _say_event(shown.game, timeline[number].state, event),
            write_address(up_to(number + 1)),
            is_here=line is shown.line and number + 1 == shown.at,
            is_roll=isinstance(event, Rolled),
        )
        for number, event in enumerate(line)
        if number >= first
    )


def _say_event(game: AnyGame, before: Any, event: Event) -> str:
    if isinstance(event, Played):
        return name_move(game, before, event.move)
    return spell_roll(event.roll)


MOST_RUNNING = 1000
"""The newest matches of a guest that are compared with a position."""


async def analyse(
    request: WebRequest, game: AnyGame, state: Any, passed: Collection[Any] = ()
) -> Worth | RollsWorth:
    """What each move, or each roll before it, is worth. Refused if that would help the guest in a
    match against somebody, which stands at this state or at one that they have `passed`."""
    count_question(request)
    matches, who = server(request).matches, guest(request)
    played = await _played(matches, who, game)
    return await while_connected(request, matches.coach.analyse(game, state, who, played, passed))


async def _played(matches: Matches, who: str, game: AnyGame) -> list[Match]:
    """The guest's running matches of a game in which the coach may not help."""
    listed = await matches.store.list(running(who, MOST_RUNNING, game=game.name))
    ids = {
        line.match_id
        for line in listed
        if line.mark == "today" or (line.holder != who and not line.level)
    }
    found = await matches.see_all(ids)
    return [match for match in found.values() if match.online or match.is_try]
