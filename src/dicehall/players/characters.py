"""The characters of the computer players, and the faces of guests."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.entry import COACH
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, NeedsFullVersion
from dicehall.players.opponents import computer_name
from dicehall.words.language import N_, _
from dicehall.words.refusals import sentence

FACE_TITLES = {
    "hare": N_("Hare"),
    "bear": N_("Bear"),
    "frog": N_("Frog"),
    "cat": N_("Cat"),
    "badger": N_("Badger"),
    "heron": N_("Heron"),
    "turtle": N_("Turtle"),
    "hedgehog": N_("Hedgehog"),
}
"""The faces that guests choose from. Each has a picture in `static/who`."""

GUEST_FACES = tuple(FACE_TITLES)

NO_FACE = "die"
"""The face of a player from another package, and of an empty seat."""


@dataclass(frozen=True, slots=True)
class Character:
    """A computer player's name, face and manner."""

    name: str
    face: str
    line: str
    """Their playing style in a few words."""


_OWL = Character(N_("Captain Owl"), "owl", N_("Sees further than anyone at the table."))
_CHARACTERS = {
    "easy": Character(N_("Pip"), "mouse", N_("Plays by instinct and misses things.")),
    "normal": Character(N_("Marrow"), "fox", N_("Takes what looks best right now.")),
    "hard": Character(N_("Ember"), "lynx", N_("Weighs every choice and rarely slips.")),
    "perfect": _OWL,
    "best": _OWL,
}


def character(level: str) -> Character:
    """Who plays at a level; a level from another package keeps its name.

    >>> character("normal").name, character("deep-thought").name
    ('Marrow', 'Deep thought')
    """
    known = _CHARACTERS.get(level)
    if known is None:
        return Character(computer_name(level), NO_FACE, "")
    return Character(_(known.name), known.face, _(known.line))


def character_names() -> set[str]:
    """The names of the characters who play at the built-in levels."""
    return {_(known.name) for known in _CHARACTERS.values()}


def strength(game: str, level: str) -> str:
    """The measured strength of a level at a game; empty if it was not measured.

    A game's `words.STRENGTHS` has it by level. An entry "LEVEL proven" is used where the game's
    players can prove it on this machine.
    """
    entry = find_game(game)
    words: dict[str, str] = getattr(entry.part("words"), "STRENGTHS", {})
    proven = words.get(f"{level} proven")
    if proven and _is_proven(game):
        return _(proven)
    return _(words[level]) if level in words else ""


def reservation(game: str, level: str) -> str:
    """The strength of a level without the tablebase that would make it perfect; empty if the level
    needs none or the tablebase is there."""
    entry = find_game(game)
    words: dict[str, str] = getattr(entry.part("words"), "STRENGTHS", {})
    return strength(game, level) if f"{level} proven" in words and not _is_proven(game) else ""


def missing_line(game: str, what: str) -> str:
    """Why a level, or the `coach`, is not offered here; empty if it is."""
    try:
        check_offered(game, what)
        return ""
    except NeedsFullVersion as refusal:
        return sentence(refusal)


def check_offered(game: str, what: str) -> None:
    """Refuse a level, or the `coach`, that does not have what it needs here."""
    if find_game(game).offers(what):
        return
    if what == COACH:
        raise NeedsFullVersion(translatable("the coach for this game needs the full version"))
    raise NeedsFullVersion(
        translatable("%(name)s needs the full version", name=character(what).name)
    )


def next_to_beat(game: AnyGame, points: int) -> tuple[str, int] | None:
    """The weakest character whose mean solitaire score is at least these points, with that mean;
    the strongest if none is. None if no level was measured at this game.

    A game's `words.MEAN_SCORES` has the means by options (empty for the defaults) and level.
    """
    measured: dict[str, dict[str, int]]
    measured = getattr(find_game(game.name).part("words"), "MEAN_SCORES", {})
    means = measured.get(" ".join(game.options.values()))
    if not means:
        return None
    levels = [level for level, mean in means.items() if mean >= points] or list(means)[-1:]
    return character(levels[0]).name, means[levels[0]]


def face_titles() -> dict[str, str]:
    """The faces that guests choose from, with their names."""
    return {face: _(title) for face, title in FACE_TITLES.items()}


def nickname(face: str) -> str:
    """What others call a guest without a name.

    >>> nickname("hare"), nickname("")
    ('Hare', 'Guest')
    """
    return face_titles().get(face) or _("Guest")


def default_face(guest: str, seat: int = 0) -> str:
    """The face of a guest who has not chosen one: always the same, and different at each seat."""
    return GUEST_FACES[(zlib.crc32(guest.encode()) + seat) % len(GUEST_FACES)]


def another_face(face: str) -> str:
    """A face different from this one."""
    place = GUEST_FACES.index(face) if face in GUEST_FACES else 0
    return GUEST_FACES[(place + 1) % len(GUEST_FACES)]


def check_face(face: str) -> str:
    """Return a guest's face, which may be empty; refuse an unknown one."""
    if face and face not in GUEST_FACES:
        raise BadOption(
            translatable("there is no icon %(face)r", face=face[:40]), legal=GUEST_FACES
        )
    return face


def _is_proven(game: str) -> bool:
    is_proven: Callable[[AnyGame], bool] | None
    is_proven = getattr(find_game(game).part("players"), "is_proven", None)
    return is_proven is not None and is_proven(new_game(game))
