"""The protocol of a game, and checks that all games share.

Rules are pure: no input or output, no clock, no randomness. A game is a frozen object that holds
its options, a state is a frozen value, and the caller supplies the dice.
"""

from typing import Any, Protocol, TypeVar

from dicehall.game.messages import Message, brief, translatable, translatable_plural
from dicehall.game.refused import GameOver, IllegalMove, IllegalRoll
from dicehall.game.turns import SPARK, Chance, Decide, Roll, Turn, spell_face

State = TypeVar("State")


class Game(Protocol[State]):
    """A game with its options chosen."""

    @property
    def name(self) -> str:
        """The game's name in records and URLs."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> dict[str, str]:
        """The options that differ from the game's defaults."""

    def start(self) -> State:
        """The state before the first roll."""

    def turn(self, state: State) -> Turn:
        """What happens next: a decision, a roll or the end."""

    def play(self, state: State, move: str) -> State:
        """The state after a move; refuses an illegal one."""

    def roll(self, state: State, roll: Roll) -> State:
        """The state after this roll of the requested dice."""

    def scores(self, state: State) -> tuple[int, ...]:
        """Each seat's score so far."""

    def why_not(self, state: State, move: str) -> Message | str | None:
        """Why this move is illegal here. A plain string is shown untranslated."""


AnyGame = Game[Any]
"""A game of which the type of state does not matter."""


_asked: tuple[Any, Any, Turn] = None, None, Chance(())


def turn_of(game: Game[State], state: State) -> Turn:
    """`game.turn(state)`, caching the last result: the caller asks for the turn, and then the rules
    ask again to check the move."""
    global _asked
    asked_game, asked_state, turn = _asked
    if asked_state is not state or asked_game is not game:
        turn = game.turn(state)
        _asked = game, state, turn
    return turn


def check_is_game(game: Game[State]) -> None:
    """Raise a TypeError unless this is a game."""
    if isinstance(game, type) or not all(hasattr(game, part) for part in ("name", "start", "turn")):
        raise TypeError(f"expected a game, as new_game returns it, not {brief(game)!r}")


def check_decision(game: Game[State], state: State) -> Decide:
    """The current decision; refused if dice must be rolled or the game is over. Raises a TypeError
    for something that is not a game, or a state of another game."""
    check_is_game(game)
    try:
        turn = turn_of(game, state)
    except Exception as error:
        raise TypeError(f"{brief(state)!r} is not a state of {game.name}") from error
    if isinstance(turn, Decide):
        return turn
    raise _no_decision(turn)


def check_move(game: Game[State], state: State, move: str) -> Decide:
    """The decision that `move` answers; refused if the move is illegal."""
    turn = turn_of(game, state)
    if isinstance(turn, Decide):
        if not isinstance(move, str):
            message = translatable("a move must be text, not %(move)r", move=brief(move))
            raise IllegalMove(message, legal=turn.moves)
        if move not in turn.moves:
            raise IllegalMove(game.why_not(state, move) or "", legal=turn.moves)
        return turn
    raise _no_decision(turn)


def check_roll(game: Game[State], state: State, roll: Roll) -> None:
    """Refuse a roll that is not due or that the dice cannot show."""
    turn = turn_of(game, state)
    if isinstance(turn, Chance):
        dice = turn.dice
        if not isinstance(roll, tuple | list):
            raise IllegalRoll(
                translatable("a roll must be a tuple of faces, not %(roll)r", roll=brief(roll))
            )
        if len(roll) != len(dice):
            message = translatable_plural(
                "%(count)d die is rolled here, not %(rolled)d",
                "%(count)d dice are rolled here, not %(rolled)d",
                len(dice),
                rolled=len(roll),
            )
            raise IllegalRoll(message)
        for die, face in zip(dice, roll, strict=False):  # lengths were compared above
            if isinstance(face, str | float) or face is None:
                message = translatable("a face must be an integer, not %(face)r", face=brief(face))
                raise IllegalRoll(message)
            if face not in die.faces:
                shown = spell_face(face) if face == SPARK else brief(face)
                message = translatable("a %(die)s die has no %(face)s", die=die.name, face=shown)
                raise IllegalRoll(message)
    elif isinstance(turn, Decide):
        raise IllegalRoll(
            translatable("it is seat %(seat)d's move: no roll is due", seat=turn.seat)
        )
    else:
        raise GameOver(translatable("the game is over"))


def _no_decision(turn: Turn) -> IllegalMove | GameOver:
    """Why no move is possible."""
    if isinstance(turn, Chance):
        return IllegalMove(translatable("the dice must be rolled first"))
    return GameOver(translatable("the game is over"))
