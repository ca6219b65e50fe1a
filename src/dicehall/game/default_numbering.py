"""The numbers of a game that brings none: found by walking through all its states.

That is only possible where they are few; other games are asked to bring their own.
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
"""How many outcomes one roll may have."""

Graph = dict[Any, tuple[Any, ...]]
"""What can follow each state."""


def default_numbering(game: AnyGame) -> Numbering:
    """All moves, in the order of the alphabet, and all that the fields of the states hold.

    Refused if there are too many states, or what they hold cannot be told in numbers.
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
    """Every state that can come, with those that can follow it, and every move."""
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
            _refuse(game, translatable("it has too many states to count its moves"))
    return graph, moves


def _following(game: AnyGame, state: Any) -> Iterator[Any]:
    match game.turn(state):
        case Decide(moves=moves):
            yield from (game.play(state, move) for move in moves)
        case Chance(dice=dice) as chance:
            if prod(len(die.faces) for die in dice) > MOST_OUTCOMES:
                _refuse(game, translatable("its dice fall in too many ways to count its moves"))
            yield from (game.roll(state, roll) for roll, _ in chance.outcomes())
        case Over():
            return


def _refuse(game: AnyGame, why: Message) -> NoReturn:
    message = translatable(
        "%(game)s brings no numbers, and %(why)s: its part numbers must say them",
        game=game.name,
        why=why,
    )
    raise NoNumbering(message)


def _codes(game: AnyGame, states: Iterable[Any]) -> dict[str, dict[Hashable, int]]:
    """For each field, the number of each value that it ever has.

    Whole numbers stand for themselves; None, or a field that is missing, is one less than the
    lowest; texts are numbered in the order of the alphabet.
    """
    found: dict[str, set[Hashable]] = {}
    counts: dict[str, int] = {}
    total = 0
    for state in states:
        total += 1
        for name, value in _leaves(state, ""):
            if not isinstance(value, int | str | None):
                _refuse(game, translatable("%(field)s holds no whole numbers", field=name))
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
    """The single values in a state, each with its path as a name."""
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
    """Of any die that is ever thrown; 0 if none is."""
    turns = (game.turn(state) for state in states)
    thrown = (die for turn in turns if isinstance(turn, Chance) for die in turn.dice)
    return max((len(die.faces) for die in thrown), default=0)


def _most_moves(game: AnyGame, graph: Graph) -> int:
    """The most moves from the start to an end; `MOVE_LIMIT` if a state can come again."""
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
