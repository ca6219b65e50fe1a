"""The reactions that guests can send to a table."""

from dicehall.words.language import N_

REACTIONS = {
    "luck": ("♣", N_("Good luck")),
    "played": ("★", N_("Well played")),
    "ouch": ("✖", N_("Ouch")),
    "lucky": ("⚅", N_("Lucky!")),
    "thinking": ("…", N_("Thinking")),
    "thanks": ("♥", N_("Thanks")),
}
"""The symbol and text of each reaction, by name."""
