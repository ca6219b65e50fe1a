"""The main menu: unfinished matches, the games, and playing a friend."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import find_game, games
from dicehall.plain_terminal.boards import rules
from dicehall.tui.captions import opposed
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.painting import Banner
from dicehall.tui.shelf import ShelvedMatch
from dicehall.words.language import _
from dicehall.words.lines import at_left, unbroken

MOST_RUNNING = 3


class MenuScreen(KeyedScreen):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "friend"),
        Binding("y", "history"),
        Binding("s", "settings"),
        Binding("q,escape", "quit"),
    ]

    def compose(self) -> ComposeResult:
        yield Banner(id="banner")
        yield OptionList(id="menu")
        yield Static(id="about", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        self._fill()

    def _fill(self) -> None:
        """Fill the list again; the unfinished matches may have changed."""
        menu = self.query_one(OptionList)
        menu.clear_options()
        running = self.app.shelf.running()[:MOST_RUNNING]
        for saved in running:
            menu.add_option(Option(_resume_row(saved), id=f"resume {saved.name}"))
        if running:
            menu.add_option(None)
        for number, entry in enumerate(games().values(), start=1):
            line = _(entry.line) if entry.line else ""
            row = Content.from_markup(
                "[b $accent]$number[/]  [b]$title[/][$foreground 60%]$line[/]",
                number=f"{number:>2}",
                title=at_left(entry.title, 16),
                line=line,
            )
            menu.add_option(Option(row, id=f"game {entry.name}"))
        row = Content.from_markup(
            "[b $accent] f[/]  [b]$title[/][$foreground 60%]$line[/]",
            title=_("Play a friend").ljust(16),
            line=_("on a server: join with a code or open a table"),
        )
        menu.add_option(Option(row, id="friend"))
        menu.highlighted = 0
        menu.focus()
        self.show_keys(
            ("Enter", _("Play"), "choose"),
            ("y", _("History"), "history"),
            ("s", _("Settings"), "settings"),
            ("q", _("Quit"), "quit"),
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the rules of the highlighted game below the list."""
        kind, _space, name = (event.option.id or "").partition(" ")
        about = unbroken(rules(find_game(name).new())) if kind == "game" else ""
        self.query_one("#about", Static).update(about)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        kind, _space, name = (event.option.id or "").partition(" ")
        if kind == "resume":
            self.app.resume(name)
        elif kind == "friend":
            self.app.meet_friend()
        else:
            self.app.choose_opponent(name)

    def on_key(self, event: Key) -> None:
        number = int(event.key) if event.key.isdecimal() else 0
        if 0 < number <= len(games()):
            event.stop()
            self.app.choose_opponent(list(games())[number - 1])

    def action_friend(self) -> None:
        self.app.meet_friend()

    def action_history(self) -> None:
        self.app.show_history()

    def action_settings(self) -> None:
        self.app.show_settings()

    def action_quit(self) -> None:
        self.app.exit()


def _resume_row(saved: ShelvedMatch) -> Content:
    match = saved.match
    scores = " : ".join(f"{score:,}" for score in match.game.scores(match.state))
    return Content.from_markup(
        "[b $success]▸[/]   [b]$title[/]$scores  [$foreground 60%]$against[/]",
        title=_("Resume: %(game)s") % {"game": find_game(match.game.name).title} + "  ",
        scores=scores,
        against=opposed(match),
    )
