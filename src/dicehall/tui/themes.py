"""Our dark and light themes, and the Textual themes that the settings offer."""

from textual.theme import Theme

DARK = Theme(
    name="dicehall",
    primary="#e0b15c",
    secondary="#7fb5a0",
    accent="#f2c14e",
    foreground="#f1ead9",
    background="#171310",
    surface="#211b16",
    panel="#2b231c",
    success="#8fd694",
    warning="#f2c14e",
    error="#f08a7b",
    dark=True,
)
LIGHT = Theme(
    name="dicehall-light",
    primary="#8a5a13",
    secondary="#2f6f5b",
    accent="#8a4b00",
    foreground="#2c241b",
    background="#faf5ea",
    surface="#f2e9d8",
    panel="#e8dcc5",
    success="#2f7d3b",
    warning="#96650a",
    error="#a8342a",
    dark=False,
)
THEMES = (DARK, LIGHT)
THEME_NAMES = (
    *(theme.name for theme in THEMES),
    *("nord", "gruvbox", "catppuccin-mocha", "tokyo-night", "solarized-light", "textual-ansi"),
)
"""The themes in the settings, in order."""
