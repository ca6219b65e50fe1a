"""The names of players."""

import re
import unicodedata
from functools import cache

from dicehall.game.messages import translatable
from dicehall.game.refused import BadName
from dicehall.players.characters import FACE_TITLES, character, character_names
from dicehall.words.language import N_, _, languages, using

LONGEST_NAME = 20

SECOND = " 2"
"""Appended to a default name that is taken."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
)
"""Characters that are blank although Unicode counts them as visible."""

JOINED = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
"""Zero-width joiners and non-joiners between two characters, as in 👩‍🚀; not allowed elsewhere."""

TAGGED = re.compile("(?<=\U0001f3f4)[\U000e0030-\U000e007a]{2,6}\U000e007f")
"""The tags that turn a black flag into that of England, Scotland or Wales."""

VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors, which choose a form of the character before them."""


def check_guest_name(name: str, others: list[str]) -> str:
    """Like `check_name`, for a guest; also refuses reserved names."""
    name = check_name(name, others)
    if is_reserved(name):
        raise BadName(translatable("%(name)s is a reserved name: choose another", name=name))
    return name


def is_reserved(name: str) -> bool:
    """Whether a name is reserved in any language."""
    return visual_key(name) in _reserved_names()


def check_name(name: str, others: list[str]) -> str:
    """A player's name, normalised; refused if it is empty, too long, or taken at this table."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise BadName(translatable("enter a name"))
    if len(name) > LONGEST_NAME:
        raise BadName(translatable("a name has at most %(most)d characters", most=LONGEST_NAME))
    if not _is_visible(name):
        raise BadName(translatable("a name must consist of visible characters"))
    if "#" in name:  # in a record it would start a comment
        raise BadName(translatable("a name cannot contain #"))
    if visual_key(name) in map(visual_key, others):
        raise BadName(translatable("the names must be different"))
    return name


def visual_key(name: str) -> str:
    """A key that is the same for two names that look alike.

    >>> visual_key("Ａｄａ") == visual_key("a\u200dda") == visual_key("A da")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(
        sign
        for sign in plain
        if unicodedata.category(sign) != "Cf" and not VARIATION.match(sign) and not sign.isspace()
    )


def shown_name(name: str, level: str = "") -> str:
    """The name to show. The default names of computer players and guests are stored in the language
    of the guest who set the table, and shown in the viewer's.

    >>> shown_name("プレイヤー"), shown_name("カエル 2"), shown_name("ピップ", "easy")
    ('Player', 'Frog 2', 'Pip')
    >>> shown_name("Ada")
    'Ada'
    """
    if level:
        return character(level).name if is_reserved(name) else name
    usual = name.removesuffix(SECOND)
    title = _default_titles().get(usual)
    return _(title) + name.removeprefix(usual) if title else name


def default_name(usual: str, others: list[str]) -> str:
    """The name of a player who gives none: the usual word, numbered if it is taken.

    >>> default_name("Guest", ["Ada"]), default_name("Guest", ["guest"])
    ('Guest', 'Guest 2')
    """
    return f"{usual}{SECOND}" if visual_key(usual) in map(visual_key, others) else usual


def _is_visible(name: str) -> bool:
    """Whether every character of a name is visible, or belongs to one that is."""
    signs = JOINED.sub("", TAGGED.sub("", name))
    if not signs.isprintable() or not BLANK.isdisjoint(signs):
        return False
    if not all(map(_selector_is_visible, signs, signs[1:])):
        return False
    # A combining mark or variation selector cannot come first.
    return not unicodedata.category(signs[0]).startswith("M")


def _selector_is_visible(sign: str, after: str) -> bool:
    """Whether `after` is not a variation selector, or one that makes a visible difference: symbols
    can be drawn as text or in colour, and ideographs have several forms, but letters do not."""
    if not VARIATION.match(after):
        return True
    if after in "\ufe0e\ufe0f":
        return not sign.isalpha()
    return unicodedata.name(sign, "").startswith("CJK")


@cache
def _default_titles() -> dict[str, str]:
    """The message ids of the default names of guests, by their translations."""
    titles = (N_("Player"), N_("Guest"), *FACE_TITLES.values())
    found: dict[str, str] = {}
    for language in languages():
        with using(language):
            found |= {_(title): title for title in titles}
    return found


@cache
def _reserved_names() -> frozenset[str]:
    """The names of the computer players, and the word for You, in every language."""
    names: set[str] = set()
    for language in languages():
        with using(language):
            names |= {_("You"), *character_names()}
    return frozenset(map(visual_key, names))
