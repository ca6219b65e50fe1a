"""What the rules alone reveal about a game: its docstring, sample rolls and typical moves."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from itertools import islice
from random import Random
from typing import Literal

from dicehall.game import AnyGame, Decide, Roll
from dicehall.game.records import LogStep, Rolled, walk_at_random

SAMPLE_EVENTS = 60
"""How many events of a sample match are examined."""
MOST_MOVES = 12
MARKS = ("- ", "* ", "• ")

ParagraphKind = Literal["text", "list", "steps", "code"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rules: one line of text, the items of a list, or lines of code."""

    kind: ParagraphKind
    lines: tuple[str, ...]


def rules_outline(game: AnyGame) -> tuple[Paragraph, ...]:
    """The rules from the docstring of the game's class, or from its module's if that is longer.
    Doctests are omitted."""
    kind = type(game)
    own = kind.__doc__ or ""
    if own.startswith(f"{kind.__name__}("):  # the docstring that a dataclass generates
        own = ""
    module = getattr(sys.modules.get(kind.__module__), "__doc__", None) or ""
    return tuple(_paragraphs(cleandoc(max(own, module, key=len))))


def sample_match(game: AnyGame) -> Iterator[LogStep]:
    """The beginning of a random match, the same every time."""
    return islice(walk_at_random(game, Random(game.name)), SAMPLE_EVENTS)


def first_roll(game: AnyGame) -> Roll:
    """A sample roll; empty if no dice are rolled early in a match."""
    rolls = (event.roll for _, event, _ in sample_match(game) if isinstance(event, Rolled))
    return next(rolls, ())


def usual_moves(game: AnyGame) -> tuple[str, ...]:
    """Legal moves early in a match: all if they are few, else some of each verb."""
    turns = [game.turn(state) for state, *_ in sample_match(game)]
    moves = dict.fromkeys(move for turn in turns if isinstance(turn, Decide) for move in turn.moves)
    some = some_of_each_verb(tuple(moves), MOST_MOVES)
    return some if len(some) == len(moves) else (*some, "…")


def some_of_each_verb(moves: Sequence[str], most: int) -> tuple[str, ...]:
    """At most `most` moves, with an equal number of each verb if some must be dropped.

    >>> some_of_each_verb(("keep", "keep 1", "keep 2", "score ones", "score twos"), 4)
    ('keep', 'keep 1', 'score ones', 'score twos')
    >>> some_of_each_verb(("hit", "miss", "wait"), 2)
    ('hit', 'miss')
    """
    if len(moves) <= most:
        return tuple(moves)
    groups = by_verb(moves).values()
    share = max(1, most // len(groups))
    return tuple(move for group in groups for move in group[:share])[:most]


def by_verb(moves: Sequence[str]) -> dict[str, list[str]]:
    """Group moves by their first word, in order of appearance."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault(move.partition(" ")[0], []).append(move)
    return groups


def _paragraphs(text: str) -> Iterator[Paragraph]:
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line.strip()]
        if not lines or lines[0].lstrip().startswith(">>>"):
            continue
        if all(line.startswith("    ") for line in lines):
            yield Paragraph("code", tuple(line[4:] for line in lines))
        else:
            yield from _texts_and_lists(lines)


def _texts_and_lists(lines: list[str]) -> Iterator[Paragraph]:
    """Split a block that may be text, a list, or text that ends in a list."""
    kind, items = _kind(lines[0]), [_item(lines[0])]
    for line in lines[1:]:
        found = _kind(line)
        if found == "text":
            items[-1] += f" {line.strip()}"  # a continuation line
        elif found == kind:
            items.append(_item(line))
        else:
            yield Paragraph(kind, tuple(items))
            kind, items = found, [_item(line)]
    yield Paragraph(kind, tuple(items))


def _kind(line: str) -> ParagraphKind:
    if line.startswith(MARKS):
        return "list"
    return "steps" if _number(line) else "text"


def _item(line: str) -> str:
    """A line without its bullet or number."""
    if line.startswith(MARKS):
        return line[2:].strip()
    return line.removeprefix(_number(line)).strip()


def _number(line: str) -> str:
    """The "1." or "1)" at the start of a line; empty if there is none."""
    first = line.partition(" ")[0]
    return first if first[:-1].isdigit() and first[-1:] in (".", ")") else ""
