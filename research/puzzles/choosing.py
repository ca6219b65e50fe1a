"""Chooses puzzles from the decisions of matches: clear, varied, and seldom what greed suggests."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from dicehall.game import AnyGame, Decide
from dicehall.game.positions import spell_position
from dicehall.games.bones.columns import column_classes
from dicehall.games.bones.players import search
from dicehall.games.bones.rules import Bones
from dicehall.games.fune.worths import is_exact
from dicehall.games.hexes.rules import EMPTY
from dicehall.players.levels import find_weigher
from dicehall.players.puzzles import Puzzle
from dicehall.players.worth import POINTS, WIN_MINUS_LOSS, Worth
from dicehall.words.telling import name_move
from research.puzzles.difficulty import rating_of, success
from research.puzzles.greedy import greedy
from research.puzzles.matches import Seen
from research.puzzles.spelling import spell_losses
from research.puzzles.themes import themes

MARGIN = {POINTS: 5.0, WIN_MINUS_LOSS: 0.05}
"""How far behind the second best move must be."""
SURE = 3.0
"""How many standard errors of an estimate the margin must be, too."""
TEMPTING_SHARE = 0.8
"""The share of puzzles in which the greedy move is wrong: not all, or one could go by that."""
MOST_TEMPTING = {"pocket-hexes": 1.0}
"""The most where the others are rare."""
MOST_EASY = 0.5
"""How often *easy* may solve one of the others."""
ALIKE = 1e-4
"""Values that differ by less are equal but for rounding."""
MOST_EMPTY = {1: 61, 2: 45, 3: 12}
"""Pocket Hexes: the most empty hexes, by the placements that are left in the round. There are too
many ways to complete earlier rounds."""
PER_MATCH = 3
STAGES = 4
"""A match is divided into this many stages; none has more than `STAGE_SHARE` of all puzzles."""
STAGE_SHARE = 0.45
VERB_SHARE = {"fune": 0.6}
"""The most of all puzzles whose best move begins with the same word: it is seldom a re-roll."""
PRIOR = 0.02
"""Bones: a quick search must see this margin before the tablebase is asked."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that may become a puzzle."""

    seen: Seen
    worth: Worth
    tempting: str
    """The greedy move."""

    @property
    def is_tempting(self) -> bool:
        """Whether the greedy move is wrong."""
        return self.tempting not in right_moves(self.worth)

    @property
    def verb(self) -> str:
        """The first word of the best move."""
        return self.worth.best.split()[0]


def candidates(decisions: Iterable[Seen]) -> Iterator[Candidate]:
    """The decisions of a match in which one move is clearly the best."""
    for seen in decisions:
        game, state = seen.game, seen.state
        if not _is_promising(game, state):
            continue
        worth = find_weigher(game.name)(game, state)
        if is_clear(game, state, worth) and spell_losses(worth):
            yield Candidate(seen, worth, greedy(game, state))


def is_clear(game: AnyGame, state: Any, worth: Worth) -> bool:
    """Whether there is one best move, and the second best is far behind."""
    if worth.error is None or len(answers(game, state, worth)) > most_answers(game, state):
        return False
    return margin_of(worth) >= max(MARGIN[worth.unit], SURE * worth.error)


def answers(game: AnyGame, state: Any, worth: Worth) -> frozenset[str]:
    """The right moves by name: keeping one of two equal dice is the same as keeping the other."""
    return frozenset(name_move(game, state, move) for move in right_moves(worth))


def most_answers(game: AnyGame, state: Any) -> int:
    """One; but in Pocket Hexes, the placements of the best round may have any order."""
    return int(state.placements_left) if game.name == "pocket-hexes" else 1


def margin_of(worth: Worth) -> float:
    """How much the best of the wrong moves loses."""
    right = right_moves(worth)
    wrong = [value for move, value in worth.moves.items() if move not in right]
    return worth.moves[worth.best] - max(wrong) if wrong else 0.0


def right_moves(worth: Worth) -> frozenset[str]:
    """The best move, and those that come to the same."""
    best = worth.moves[worth.best]
    return frozenset(move for move, value in worth.moves.items() if best - value < ALIKE)


class Choosing:
    """Takes candidates one by one until there are `wanted` puzzles of a game."""

    def __init__(self, name: str, wanted: int) -> None:
        self.wanted = wanted
        self._most_tempting = MOST_TEMPTING.get(name, TEMPTING_SHARE)
        self.chosen: list[Candidate] = []
        self._stages: Counter[tuple[int, int]] = Counter()
        self._tempting: Counter[bool] = Counter()
        self._verbs: Counter[str] = Counter()
        self._alike: set[Hashable] = set()

    @property
    def is_done(self) -> bool:
        return len(self.chosen) >= self.wanted

    def take(self, match: list[Candidate], random: Random) -> None:
        """Take at most `PER_MATCH` of a match's candidates."""
        random.shuffle(match)
        taken = 0
        for one in match:
            if taken < PER_MATCH and not self.is_done and self._has_room(one):
                self.chosen.append(one)
                self._stages[_stage(one)] += 1
                self._tempting[one.is_tempting] += 1
                self._verbs[one.verb] += 1
                self._alike.add(signature(one.seen.game, one.seen.state))
                taken += 1

    def _has_room(self, one: Candidate) -> bool:
        most = self._most_tempting if one.is_tempting else 1 - TEMPTING_SHARE
        if self._tempting[one.is_tempting] >= most * self.wanted:
            return False
        if self._stages[_stage(one)] >= STAGE_SHARE * self.wanted:
            return False
        most = VERB_SHARE.get(one.seen.game.name, 1.0)
        if self._verbs[one.verb] >= most * self.wanted:
            return False
        if signature(one.seen.game, one.seen.state) in self._alike:
            return False
        return one.is_tempting or _success(one)["easy"] <= MOST_EASY


def signature(game: AnyGame, state: Any) -> Hashable:
    """What near-duplicates have in common."""
    match game.name:
        case "fune":
            own = state.cards[state.seat]
            boxes = tuple(points is None for points in own)
            return game.seats, boxes, tuple(sorted(state.dice)), state.rolls
        case "sparkle":
            table = state.faces(state.table)
            return state.number, state.waiting, 1 in state.table, tuple(sorted(table)), state.extra
        case "pocket-hexes":
            return tuple(state.board)
    grids = state.grids[state.seat], state.grids[1 - state.seat]
    return state.die, tuple(sorted(column_classes(game.name).position(*grids)))


def as_puzzle(number: int, one: Candidate) -> Puzzle:
    """A candidate as a puzzle, with its rating and themes."""
    game, state, worth = one.seen.game, one.seen.state, one.worth
    position = spell_position(game, state)
    losses = spell_losses(worth)
    assert losses
    return Puzzle(
        game,
        number,
        rating_of(_success(one)),
        themes(game, state, worth, one.tempting),
        position,
        round(worth.moves[worth.best], 3 if worth.unit == WIN_MINUS_LOSS else 1),
        losses,
        round(worth.error or 0.0, 3),
    )


def _success(one: Candidate) -> dict[str, float]:
    game, state = one.seen.game, one.seen.state
    return success(game, state, right_moves(one.worth), spell_position(game, state))


def _stage(one: Candidate) -> tuple[int, int]:
    return one.seen.game.seats, int(one.seen.course * STAGES)


def _is_promising(game: AnyGame, state: Any) -> bool:
    """A quick look, so that only few positions are weighed."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if len(turn.moves) < 2:
        return False
    match game.name:
        case "fune":
            return game.seats == 1 or is_exact(state)
        case "pocket-hexes":
            return bool(state.board.count(EMPTY) <= MOST_EMPTY.get(state.placements_left, 0))
        case "knuckles" | "knucklebones":
            values = sorted(search(Bones(game.name), state, 1).values())
            return values[-1] - values[-2] >= PRIOR
    return True
