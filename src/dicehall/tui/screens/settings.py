"""The settings: theme, animation and coach."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.themes import THEME_NAMES
from dicehall.words.language import _
from dicehall.words.lines import at_left


class SettingsScreen(KeyedScreen):
    """The list of settings; Enter changes one to its next value."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave")]

    def compose(self) -> ComposeResult:
        yield Static(_("Settings"), id="title", markup=False)
        yield OptionList(id="settings")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._fill()
        self.query_one(OptionList).focus()
        self.show_keys(("Enter", _("Change"), "choose"), ("q", _("Menu"), "leave"))

    def _fill(self) -> None:
        chosen, rows = self.app.preferences, self.query_one(OptionList)
        place = rows.highlighted or 0
        rows.clear_options()
        for name, title, value in (
            ("theme", _("Theme"), chosen.theme),
            ("motion", _("Animate dice and computer moves"), _on(chosen.motion)),
            ("coach", _("Coach: show what each choice is worth"), _on(chosen.coach)),
        ):
            row = Content.from_markup(
                "$title  [b $accent]$value[/]", title=at_left(title, 38), value=value
            )
            rows.add_option(Option(row, id=name))
        rows.highlighted = place

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self.app.preferences
        match event.option.id:
            case "theme":
                place = THEME_NAMES.index(chosen.theme) if chosen.theme in THEME_NAMES else -1
                self.app.change_preferences(theme=THEME_NAMES[(place + 1) % len(THEME_NAMES)])
            case "motion":
                self.app.change_preferences(motion=not chosen.motion)
            case "coach":
                self.app.change_preferences(coach=not chosen.coach)
        self._fill()


def _on(value: bool) -> str:
    return _("on") if value else _("off")
