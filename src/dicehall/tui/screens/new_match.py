"""A new match: choose its options and the opponent."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import Entry
from dicehall.game.refused import Refused
from dicehall.match.names import LONGEST_NAME, check_name
from dicehall.players.opponents import PEOPLE, opponents
from dicehall.tui.captions import described
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.words.language import _
from dicehall.words.lines import at_left
from dicehall.words.refusals import explain

NAME_WIDTH = 17


class NewMatchScreen(KeyedScreen):
    """Options above, opponents below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "option"),
        Binding("question_mark", "help"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self._chosen = dict.fromkeys(entry.choices, 0)
        self._opponents = opponents(entry.name)

    def compose(self) -> ComposeResult:
        yield Static(self._entry.title, id="title", markup=False)
        yield Static(_(self._entry.line) if self._entry.line else "", id="line", markup=False)
        yield Static(id="options")
        yield OptionList(id="opponents")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        for number, opponent in enumerate(self._opponents, start=1):
            name, line, strong = described(self._entry.name, opponent)
            row = Content.from_markup(
                "[b $accent]$number[/]  [b]$name[/]$line[$foreground 60%]$strong[/]",
                number=f"{number:>2}",
                name=at_left(name, NAME_WIDTH),
                line=line,
                strong=f"\n    {strong}" if strong else "",
            )
            choices.add_option(Option(row, id=opponent))
        choices.highlighted = 0
        choices.focus()
        keys = [("Enter", _("Begin"), "choose"), ("?", _("Rules"), "help")]
        if self._chosen:
            keys.append(("o", _("Change option"), "option"))
        self.show_keys(*keys, ("q", _("Menu"), "leave"))
        self._show_options()

    @property
    def options(self) -> dict[str, str]:
        """The options chosen so far."""
        return {
            option: self._entry.options[option][number] for option, number in self._chosen.items()
        }

    def _show_options(self) -> None:
        titles = getattr(self._entry.part("words"), "OPTION_TITLES", {})
        lines = []
        for option, value in self.options.items():
            title, _nothing = titles.get(option, (option.capitalize(), ""))
            named, line = titles.get(value, (value, ""))
            lines.append(
                Content.from_markup(
                    "[b $accent] o[/]  $title: [b]$named[/]  [$foreground 60%]$line[/]",
                    title=_(title),
                    named=_(named),
                    line=_(line) if line else "",
                )
            )
        self.query_one("#options", Static).update(Content("\n").join(lines))
        self.query_one("#options").display = bool(lines)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._begin(event.option.id or "")

    def on_key(self, event: Key) -> None:
        number = int(event.key) if event.key.isdecimal() else 0
        if 0 < number <= len(self._opponents):
            event.stop()
            self._begin(self._opponents[number - 1])

    def _begin(self, opponent: str) -> None:
        if opponent == PEOPLE:
            self.app.push_screen(NamesScreen(), self._begin_named)
        else:
            self.app.begin(self._entry.name, self.options, opponent)

    def _begin_named(self, names: tuple[str, ...] | None) -> None:
        if names:
            self.app.begin(self._entry.name, self.options, PEOPLE, names)

    def action_option(self) -> None:
        """Choose the next combination of option values; the last option changes fastest."""
        for option in reversed(self._chosen):
            self._chosen[option] = (self._chosen[option] + 1) % len(self._entry.options[option])
            if self._chosen[option]:
                break
        if self._chosen:
            self._show_options()

    def action_help(self) -> None:
        self.app.show_help(self._entry.new(None, self.options))


class NamesScreen(ModalScreen[tuple[str, ...] | None]):
    """The names of two people at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            yield Static(_("Who plays?"), id="sheet-title", markup=False)
            for number in (1, 2):
                name = _("Player %(number)d") % {"number": number}
                yield Input(name, max_length=LONGEST_NAME, id=f"name-{number}")
            yield Static(id="refusal", markup=False)
            yield Static(_("Enter: continue. Esc: back."), markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter moves from the first name to the second, then starts the match."""
        if event.input.id == "name-1":
            self.query_one("#name-2").focus()
            return
        names: list[str] = []
        try:
            for field in self.query(Input):
                names.append(check_name(field.value, names))
        except Refused as refused:
            self.query_one("#refusal", Static).update(explain(refused))
        else:
            self.dismiss(tuple(names))
