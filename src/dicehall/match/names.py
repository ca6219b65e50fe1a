"""What players call themselves."""

import re
import unicodedata
from functools import cache

from dicehall.game.messages import translatable
from dicehall.game.refused import BadName
from dicehall.players.characters import FACE_TITLES, character, character_names
from dicehall.words.language import N_, _, languages, using

LONGEST_NAME = 20

SECOND = " 2"
"""Behind a usual name that is taken."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
)
"""Characters that show nothing, though Unicode counts them as visible."""

JOINED = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
"""Joins two characters to one, as in 👩‍🚀, or keeps letters apart; not allowed elsewhere."""

TAGGED = re.compile("(?<=\U0001f3f4)[\U000e0030-\U000e007a]{2,6}\U000e007f")
"""Turns a black flag into that of England, Scotland or Wales."""

VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors: they choose among the forms of the character before them."""


def check_guest_name(name: str, others: list[str]) -> str:
    """The name of a guest: as `check_name`, and none that the house uses itself."""
    name = check_name(name, others)
    if is_own_name(name):
        raise BadName(translatable("%(name)s is a reserved name: choose another", name=name))
    return name


def is_own_name(name: str) -> bool:
    """Whether the house uses a name itself, in some language."""
    return look(name) in _own_names()


def check_name(name: str, others: list[str]) -> str:
    """A player's name, trimmed; refused if it is empty, too long, or taken at this table."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise BadName(translatable("a name is needed"))
    if len(name) > LONGEST_NAME:
        raise BadName(translatable("a name has at most %(most)d characters", most=LONGEST_NAME))
    if not _is_seen(name):
        raise BadName(translatable("a name consists of visible characters"))
    if "#" in name:  # in a record it would start a comment
        raise BadName(translatable("a name cannot contain #"))
    if look(name) in map(look, others):
        raise BadName(translatable("the names must be different"))
    return name


def look(name: str) -> str:
    """A name as the eye sees it: the same for two names that look alike.

    >>> look("Ａｄａ") == look("a\u200dda") == look("A da")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(
        sign
        for sign in plain
        if unicodedata.category(sign) != "Cf" and not VARIATION.match(sign) and not sign.isspace()
    )


def shown_name(name: str, level: str = "") -> str:
    """The name that a viewer reads. Computer players and guests who gave no name are called by a
    default name, stored in the language of the guest who set the table and shown in the reader's.

    >>> shown_name("プレイヤー"), shown_name("カエル 2"), shown_name("ピップ", "easy")
    ('Player', 'Frog 2', 'Pip')
    >>> shown_name("Ada")
    'Ada'
    """
    if level:
        return character(level).name if is_own_name(name) else name
    usual = name.removesuffix(SECOND)
    title = _default_titles().get(usual)
    return _(title) + name.removeprefix(usual) if title else name


def default_name(usual: str, others: list[str]) -> str:
    """What somebody is called who gives no name: the usual word, numbered if it is taken.

    >>> default_name("Guest", ["Ada"]), default_name("Guest", ["guest"])
    ('Guest', 'Guest 2')
    """
    return f"{usual}{SECOND}" if look(usual) in map(look, others) else usual


def _is_seen(name: str) -> bool:
    """Whether every sign of a name shows, or belongs to one that does."""
    signs = JOINED.sub("", TAGGED.sub("", name))
    if not signs.isprintable() or not BLANK.isdisjoint(signs):
        return False
    if not all(map(_is_varied, signs, signs[1:])):
        return False
    # A mark needs something to stand on; a variant, something to vary.
    return not unicodedata.category(signs[0]).startswith("M")


def _is_varied(sign: str, after: str) -> bool:
    """Whether a variation selector `after` a sign makes a difference: pictures are drawn as text or
    in colour, and ideographs have several forms. After a letter it would be invisible."""
    if not VARIATION.match(after):
        return True
    if after in "\ufe0e\ufe0f":
        return not sign.isalpha()
    return unicodedata.name(sign, "").startswith("CJK")


@cache
def _default_titles() -> dict[str, str]:
    """The messages behind the usual names of guests, by those names in every language."""
    titles = (N_("Player"), N_("Guest"), *FACE_TITLES.values())
    found: dict[str, str] = {}
    for language in languages():
        with using(language):
            found |= {_(title): title for title in titles}
    return found


@cache
def _own_names() -> frozenset[str]:
    """How readers are spoken to, and what the computer players are called, in every language."""
    names: set[str] = set()
    for language in languages():
        with using(language):
            names |= {_("You"), *character_names()}
    return frozenset(map(look, names))
