"""The default page of a game without a page of its own: scores, state, and moves as buttons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase, digits

from dicehall.game import AnyGame, Roll
from dicehall.game_page.advice import Advice, CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.words.fields import StateField, fields_of
from dicehall.words.outline import by_verb, first_roll

KEYS = digits[1:] + ascii_uppercase
"""Keyboard shortcuts of the moves, in order; further moves have none."""
MOST_DICE = 6
"""How many dice the picture of a game shows."""
MANY = 8
"""A group with this many buttons or more shows them small."""


@dataclass(frozen=True, slots=True)
class MoveButton:
    """The button of a legal move."""

    number: int
    move: str
    label: str
    """The move, without the title of its group."""
    key: str
    """Empty if there are more moves than keys."""

    @property
    def id(self) -> str:
        return f"move-{self.number}"


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that begin with the same word. The group without a title holds all moves whose first
    word is unique."""

    title: str
    buttons: tuple[MoveButton, ...]

    @property
    def many(self) -> bool:
        return len(self.buttons) >= MANY


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of a seat."""

    name: str
    score: int
    to_move: bool


@dataclass(frozen=True, slots=True)
class PlainView:
    """The scores, the other fields of the state, and the legal moves."""

    seats: tuple[SeatScore, ...]
    fields: tuple[StateField, ...]
    groups: tuple[MoveGroup, ...]
    emblem: Roll
    """The dice shown for the game where there is no board."""


def view(scene: Scene) -> PlainView:
    """What the templates render. A scene without a match is a picture for the hall."""
    scores = scene.game.scores(scene.state)
    return PlainView(
        seats=tuple(
            SeatScore(name, score, scene.to_move == seat)
            for seat, (name, score) in enumerate(zip(scene.names, scores, strict=True))
        ),
        fields=fields_of(scene.state, scene.names, scores),
        groups=tuple(_groups(scene.moves)),
        emblem=() if scene.match_id else first_roll(scene.game)[:MOST_DICE],
    )


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """The move that the button sends."""
    return " ".join(form.get("move", ()))


def sample(game: AnyGame) -> Scene:
    """The start of the game, of which only the dice are shown."""
    return Scene.still(game, game.start())


def examples(game: AnyGame) -> Sequence[tuple[str, Scene]]:
    """No examples: only a game's own page has them."""
    return ()


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """Put the worth of each move into its button and the button's label."""
    buttons = [button for group in _groups(scene.moves) for button in group.buttons]
    return CoachNotes(
        worths={button.id: [CoachNote.compared(advice, button.move)] for button in buttons},
        names={button.id: f"{button.move}: {advice.label(button.move)}" for button in buttons},
    )


def _groups(moves: Sequence[str]) -> Iterator[MoveGroup]:
    """The moves grouped by their first word; a single group needs no title."""
    verbs = by_verb(moves)
    alone = [some[0] for some in verbs.values() if len(some) == 1]
    groups = [("", alone)] if alone else []
    groups += [(verb, some) for verb, some in verbs.items() if len(some) > 1]
    number = 0
    for verb, some in groups:
        title = verb if len(groups) > 1 else ""
        buttons = [
            MoveButton(n, move, move.removeprefix(title).strip() or move, KEYS[n - 1 : n])
            for n, move in enumerate(some, start=number + 1)
        ]
        number += len(buttons)
        yield MoveGroup(title, tuple(buttons))
