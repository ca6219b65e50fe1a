"""What the characters of the computer players say when something happens to them.

They do not always speak, and what they say follows from the match and the moment, so a page that is
drawn again shows the same.
"""

import zlib

from dicehall.words.language import N_, _

EVERY = 3
"""A character speaks about once in this many reactions of its face, and always at the end."""

_Sayings = dict[str, tuple[str, ...]]
"""By occasion: an expression of the face, `won` or `lost`. Short: a bubble has room for two lines
of 16 letters."""

_PIP: _Sayings = {
    "gloat": (N_("Hee hee!"), N_("Did I do that?"), N_("Squeak!")),
    "glad": (N_("I can't believe it!"), N_("Best day ever!"), N_("Look, look, look!")),
    "flinch": (N_("Eek!"), N_("Ow!"), N_("Hey!")),
    "despair": (N_("Noooo!"), N_("Not fair!"), N_("I want my nest.")),
    "won": (N_("I won? I won!"), N_("Again, again!"), N_("Lucky me!")),
    "lost": (N_("You're good!"), N_("Aw. Again?"), N_("Fun anyway!")),
}
_MARROW: _Sayings = {
    "gloat": (N_("Thank you kindly."), N_("Too easy."), N_("I'll take that.")),
    "glad": (N_("Oh, delicious!"), N_("What a feast!"), N_("Did that sting?")),
    "flinch": (N_("Ouch."), N_("Careful, now."), N_("Rude.")),
    "despair": (N_("My whole larder!"), N_("You'll pay for that."), N_("I need a moment.")),
    "won": (N_("Sly beats lucky."), N_("A pleasure."), N_("Another round?")),
    "lost": (N_("Outfoxed, me!"), N_("Well played. Hmph."), N_("I let you win.")),
}
_EMBER: _Sayings = {
    "gloat": (N_("As planned."), N_("I saw that gap."), N_("Got you.")),
    "glad": (N_("Pounced!"), N_("Right on target."), N_("That was the one.")),
    "flinch": (N_("Tch."), N_("Sharp claws."), N_("I felt that.")),
    "despair": (N_("I misjudged that."), N_("How did I miss it?"), N_("That burns.")),
    "won": (N_("Patience wins."), N_("A good hunt."), N_("You made me work.")),
    "lost": (N_("You earned it."), N_("I'll remember this."), N_("Sharper than me.")),
}
_OWL: _Sayings = {
    "gloat": (N_("As foreseen."), N_("A fair wind."), N_("Steady as she goes.")),
    "glad": (N_("Full sail!"), N_("What a catch!"), N_("All hands, behold!")),
    "flinch": (N_("Hoo!"), N_("A rough sea."), N_("Well aimed.")),
    "despair": (N_("Man the pumps!"), N_("Overboard!"), N_("I never saw it.")),
    "won": (N_("Safe in port."), N_("Well sailed."), N_("The charts were right.")),
    "lost": (N_("I salute you."), N_("A worthy captain."), N_("The ship is yours.")),
}
_SAYINGS = {"easy": _PIP, "normal": _MARROW, "hard": _EMBER, "perfect": _OWL, "best": _OWL}

ENDS = ("won", "lost")


def saying(level: str, occasion: str, match_id: str, moment: int) -> str:
    """What the character of a level says; mostly nothing.

    >>> [saying("easy", "flinch", "a1b2", moment) for moment in range(4, 8)]
    ['Eek!', 'Hey!', '', 'Eek!']
    """
    lines = _SAYINGS.get(level, {}).get(occasion, ())
    drawn, silent = divmod(zlib.crc32(f"{match_id} {moment}".encode()), EVERY)
    if not lines or (silent and occasion not in ENDS):
        return ""
    return _(lines[drawn % len(lines)])
