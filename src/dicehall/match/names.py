"""What players call themselves, and the words that they add to the dice."""

from dicehall.game.messages import said
from dicehall.game.refused import BadName

LONGEST_NAME = 20
LONGEST_WORDS = 100


def check_name(name: str, others: list[str]) -> str:
    """A player's name, trimmed; refused if it is empty, too long, or taken at this table."""
    name = " ".join(name.split())
    if not name:
        raise BadName(said("a name is needed"))
    if len(name) > LONGEST_NAME:
        raise BadName(said("a name has at most %(most)d characters", most=LONGEST_NAME))
    if not name.isprintable():
        raise BadName(said("a name is made of characters that can be seen"))
    if "#" in name:  # in a record it would start a comment
        raise BadName(said("a name has no #"))
    if name.casefold() in (other.casefold() for other in others):
        raise BadName(said("the names must be different"))
    return name


def clean_words(words: str) -> str:
    """A seat's words as a line of a record can hold them, so that the dice can be verified.

    >>> clean_words("  my  own luck # 7 ")
    'my own luck 7'
    """
    seen = "".join(sign if sign.isprintable() and sign != "#" else " " for sign in words)
    return " ".join(seen.split())[:LONGEST_WORDS].strip()
