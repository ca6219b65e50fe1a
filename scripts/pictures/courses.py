"""Matches whose dice are known before they are thrown, played up to the moment before a scene.

The dice of a match follow from its secret. So a rare fall is not waited for but searched: one
secret after the other is tried until a match comes to the moment that is wanted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random

import dicehall
from dicehall.game import Decide, new_game
from dicehall.match.commands import Circumstances, Command, PlayMove, TakeSeat, carry_out
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.events import MatchEvent, MatchOpened
from dicehall.match.match import Match, fold
from dicehall.players.characters import character

GUEST = "pictures"
OPENED_AT = 1_700_000_000.0
LEVEL = "normal"
"""How well both seats play until then."""


@dataclass(frozen=True, slots=True)
class Course:
    """A match as far as it has been played, and what its dice will be."""

    commitment: CommittedDice
    events: tuple[MatchEvent, ...]
    match: Match

    @classmethod
    def opened(cls, game: str, seed: str) -> "Course":
        """The match of a seed: the guest sits first, against a computer if there are two."""
        commitment = CommittedDice(_digits(f"match {seed}")[:32], _digits(f"secret {seed}"))
        rules = new_game(game)
        event = MatchOpened(game, rules.seats, rules.options, commitment.commitment, OPENED_AT)
        course = cls(commitment, (event,), fold(commitment.match_id, [event]))
        if rules.seats == 2:
            course = course.after(TakeSeat(1, character(LEVEL).name, level=LEVEL))
        return course.after(TakeSeat(0, "Ada", GUEST))

    def after(self, command: Command) -> "Course":
        """What comes of a command."""
        circumstances = Circumstances(self.commitment.server_seed, OPENED_AT)
        events, match = carry_out(self.match, command, circumstances)
        return Course(self.commitment, self.events + events, match)

    def moved(self, move: str) -> "Course":
        """The state after a move of the seat to move."""
        turn = self.match.turn
        assert isinstance(turn, Decide)
        seat = self.match.seats[turn.seat]
        assert seat
        version = self.match.version
        return self.after(PlayMove(seat.holder, move, version, f"{version} {move}"))

    def choice(self) -> str:
        """The move that a computer player would make here."""
        random = Random(self.match.version)
        return dicehall.choose(self.match.game, self.match.state, LEVEL, random)

    @property
    def asked(self) -> tuple[str, ...]:
        """What the guest may do; nothing if it is not the guest's turn."""
        turn = self.match.turn
        if self.match.result or not isinstance(turn, Decide) or turn.seat != 0:
            return ()
        return turn.moves


def decisions(game: str, seed: str) -> Iterator[Course]:
    """A match whenever the guest is to move, from its beginning to its end."""
    course = Course.opened(game, seed)
    while not course.match.result:
        if course.asked:
            yield course
        course = course.moved(course.choice())


def _digits(words: str) -> str:
    """64 hexadecimal digits, the same for the same words."""
    return sha256(words.encode()).hexdigest()
