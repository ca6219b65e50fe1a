"""The default numbering: found by exploring all states of a game.

This works only for games with few states; larger games must bring a module `numbers`.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from math import prod
from typing import Any, NoReturn

from dicehall.game.messages import Message, translatable
from dicehall.game.numbering import MOVE_LIMIT, Feature, Numbering, Observation
from dicehall.game.protocol import AnyGame
from dicehall.game.refused import NoNumbering
from dicehall.game.turns import Chance, Decide, Over

MOST_STATES = 20_000
MOST_OUTCOMES = 10_000
"""The largest number of outcomes a roll may have."""

Graph = dict[Any, tuple[Any, ...]]
"""The successors of each state."""


def default_numbering(game: AnyGame) -> Numbering:
    """Number all moves alphabetically, and turn every field of the states into a feature.

    Refused if there are too many states, or if a field cannot be expressed as a number.
    """
    graph, moves = _explore(game)
    codes = _codes(game, graph)
    names = tuple(codes)
    numbered = tuple(codes.values())

    def observe(state: Any, seat: int) -> Observation:
        held = dict(_leaves(state, ""))
        seen = (code[held.get(name)] for name, code in zip(names, numbered, strict=True))
        return (*seen, seat) if game.seats > 1 else tuple(seen)

    features = [
        Feature(name, min(codes[name].values()), max(codes[name].values())) for name in codes
    ]
    if game.seats > 1:
        features.append(Feature("seat that looks", 0, game.seats - 1))
    points = [score for state in graph for score in game.scores(state)]
    bounds = min(points), max(points)
    return Numbering(
        tuple(sorted(moves)),
        tuple(features),
        observe,
        _most_moves(game, graph),
        bounds,
        _most_faces(game, graph),
    )


def _explore(game: AnyGame) -> tuple[Graph, set[str]]:
    """All reachable states with their successors, and all moves."""
    graph: Graph = {}
    moves: set[str] = set()
    waiting = deque([game.start()])
    known = set(waiting)
    while waiting:
        state = waiting.popleft()
        turn = game.turn(state)
        if isinstance(turn, Decide):
            moves.update(turn.moves)
        graph[state] = tuple(dict.fromkeys(_following(game, state)))
        for after in graph[state]:
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > MOST_STATES:
            _refuse(game, translatable("it has too many states to list its moves"))
    return graph, moves


def _following(game: AnyGame, state: Any) -> Iterator[Any]:
    match game.turn(state):
        case Decide(moves=moves):
            yield from (game.play(state, move) for move in moves)
        case Chance(dice=dice) as chance:
            if prod(len(die.faces) for die in dice) > MOST_OUTCOMES:
                _refuse(game, translatable("its dice have too many outcomes to list its moves"))
            yield from (game.roll(state, roll) for roll, _ in chance.outcomes())
        case Over():
            return


def _refuse(game: AnyGame, why: Message) -> NoReturn:
    message = translatable(
        "%(game)s has no module numbers, and none can be derived: %(why)s", game=game.name, why=why
    )
    raise NoNumbering(message)


def _codes(game: AnyGame, states: Iterable[Any]) -> dict[str, dict[Hashable, int]]:
    """For each field, the number of each value it can have.

    Integers stand for themselves. None, or a missing field, is one less than the lowest. Strings
    are numbered alphabetically.
    """
    found: dict[str, set[Hashable]] = {}
    counts: dict[str, int] = {}
    total = 0
    for state in states:
        total += 1
        for name, value in _leaves(state, ""):
            if not isinstance(value, int | str | None):
                _refuse(game, translatable("%(field)s does not hold integers", field=name))
            found.setdefault(name, set()).add(value)
            counts[name] = counts.get(name, 0) + 1
    for name, count in counts.items():
        if count < total:
            found[name].add(None)
    return {name: _code(values) for name, values in sorted(found.items())}


def _code(values: set[Hashable]) -> dict[Hashable, int]:
    whole = sorted(value for value in values if isinstance(value, int))
    texts = sorted(value for value in values if isinstance(value, str))
    first = whole[-1] + 1 if whole else 0
    code: dict[Hashable, int] = {value: int(value) for value in whole}
    code |= {text: number for number, text in enumerate(texts, start=first)}
    if None in values:
        code[None] = min(code.values(), default=1) - 1
    return code


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Hashable]]:
    """The single values in a state, each named by its path."""
    if is_dataclass(value):
        for part in fields(value):
            yield from _leaves(getattr(value, part.name), f"{name} {part.name}".strip())
    elif isinstance(value, tuple | list):
        for place, part in enumerate(value, start=1):
            yield from _leaves(part, f"{name} {place}")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{name} {key}")
    elif isinstance(value, frozenset):
        yield from ((f"{name} has {part}", 1) for part in value)
    else:
        yield name, value.value if isinstance(value, Enum) else value


def _most_faces(game: AnyGame, states: Iterable[Any]) -> int:
    """The most faces of any die that can be rolled; 0 without dice."""
    turns = (game.turn(state) for state in states)
    thrown = (die for turn in turns if isinstance(turn, Chance) for die in turn.dice)
    return max((len(die.faces) for die in thrown), default=0)


def _most_moves(game: AnyGame, graph: Graph) -> int:
    """The largest number of moves in a match; `MOVE_LIMIT` if a state can repeat."""
    before = dict.fromkeys(graph, 0)
    for afters in graph.values():
        for after in afters:
            before[after] += 1
    ready = [state for state, count in before.items() if count == 0]
    moves = dict.fromkeys(graph, 0)
    passed = 0
    while ready:
        state = ready.pop()
        passed += 1
        step = isinstance(game.turn(state), Decide)
        for after in graph[state]:
            moves[after] = max(moves[after], moves[state] + step)
            before[after] -= 1
            if before[after] == 0:
                ready.append(after)
    return max(moves.values()) if passed == len(graph) else MOVE_LIMIT
