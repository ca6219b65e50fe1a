"""The application: it holds the matches, the preferences and the processes that think, and leads
from screen to screen."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from textual.app import App

from dicehall.game import AnyGame, find_game, new_game
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.plain_terminal.seating import default_names, seated
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.tui.preferences import ScreenPreferences, load_preferences, save_preferences
from dicehall.tui.screens.friend import FriendScreen
from dicehall.tui.screens.guide import HelpScreen
from dicehall.tui.screens.history import HistoryScreen
from dicehall.tui.screens.menu import MenuScreen
from dicehall.tui.screens.new_match import NewMatchScreen
from dicehall.tui.screens.replay import ReplayScreen
from dicehall.tui.screens.review import ReviewScreen
from dicehall.tui.screens.settings import SettingsScreen
from dicehall.tui.screens.table import TableScreen
from dicehall.tui.shelf import Shelf, ShelvedMatch
from dicehall.tui.sources.local import LocalSource
from dicehall.tui.sources.server import ServerRequest, ServerSource
from dicehall.tui.themes import THEMES
from dicehall.tui.thinking import ChildThinker, Thinker
from dicehall.words.language import _

FOLDER = "terminal"
"""Where matches lie in the folder of the house's data."""


class DicehallApp(App[None]):
    """The house on a terminal."""

    TITLE = "Dicehall"
    CSS_PATH = "dicehall.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = []

    def __init__(
        self,
        data: Path,
        *,
        shelf: Shelf | None = None,
        thinker: Thinker | None = None,
        preferences: ScreenPreferences | None = None,
        seed: str | None = None,
        first: LocalMatch | None = None,
        game: str = "",
        request: ServerRequest | None = None,
    ) -> None:
        super().__init__()
        self.folder = data
        self.shelf = shelf or Shelf(data / FOLDER)
        self.thinker: Thinker = thinker or ChildThinker()
        self.preferences = preferences or load_preferences(data)
        self._seed = seed
        self._first = first
        self._game = game
        self._request = request

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self._apply()
        self.push_screen(MenuScreen())
        if self._request:
            self.meet_friend(self._request)
        elif self._first:
            self._sit_down(self._first)
        elif self._game:
            self.choose_opponent(self._game)

    def on_unmount(self) -> None:
        self.thinker.close()

    # From screen to screen

    def choose_opponent(self, game: str) -> None:
        self.push_screen(NewMatchScreen(find_game(game)))

    def begin(
        self,
        game: str,
        options: Mapping[str, str],
        opponent: str,
        people: tuple[str, ...] = (),
    ) -> None:
        """A new match at a table."""
        chosen = new_game(game, 1 if opponent == ALONE else 2, options)
        people = people or default_names(2 if opponent == PEOPLE else 1)
        self._sit_down(seated(chosen, opponent, people, self._new_seed()))

    def play_again(self, match: LocalMatch) -> None:
        """The same once more; who was second begins."""
        again = LocalMatch.begin(
            match.game, match.names[::-1], match.levels[::-1], self._new_seed()
        )
        self.pop_screen()
        self._sit_down(again)

    def go_on(self, name: str) -> None:
        """A match that was left, from where it stands."""
        self._show_table(self.shelf.load(name))

    def meet_friend(self, request: ServerRequest | None = None) -> None:
        """Ask for a table in a house; what was typed the last time is filled in."""
        request = request or ServerRequest()
        address = request.address or self.preferences.house
        name = request.name or self.preferences.name or default_names(1)[0]
        self.push_screen(FriendScreen(replace(request, address=address, name=name)))

    def show_server_table(
        self, request: ServerRequest, match: LocalMatch, source: ServerSource
    ) -> None:
        """Show a table of a house, and remember how to come back to it."""
        table = source.table
        left, token = f"{table.id} {table.words}", table.client.token
        self.change_preferences(house=request.address, name=request.name, token=token, left=left)
        source.over = partial(self._forget, left)
        self.push_screen(TableScreen(match, source))

    def back_to_menu(self) -> None:
        while len(self.screen_stack) > 2:  # the lowest is Textual's own
            self.pop_screen()

    def show_help(self, game: AnyGame, forbidden: frozenset[str] = LocalSource.forbidden) -> None:
        self.push_screen(HelpScreen(game, forbidden))

    def show_history(self) -> None:
        self.push_screen(HistoryScreen())

    def show_settings(self) -> None:
        self.push_screen(SettingsScreen())

    def show_replay(self, match: LocalMatch, moment: int = 0) -> None:
        self.push_screen(ReplayScreen(match, moment))

    def show_review(self, match: LocalMatch) -> None:
        self.push_screen(ReviewScreen(match))

    # What is kept

    def keep(self, name: str, match: LocalMatch) -> None:
        """Keep a match as it is; if that cannot be done it is said, and the match goes on."""
        try:
            self.shelf.save(name, match)
        except OSError as error:
            self.notify(
                _("The match cannot be kept: %(reason)s") % {"reason": error.strerror or error},
                severity="error",
            )

    def change_preferences(self, **changes: Any) -> None:
        """Choose something else, for good."""
        self.preferences = replace(self.preferences, **changes)
        self._apply()
        try:
            save_preferences(self.folder, self.preferences)
        except OSError as error:
            self.notify(
                _("The settings cannot be kept: %(reason)s") % {"reason": error.strerror or error},
                severity="error",
            )

    def _forget(self, left: str) -> None:
        if self.preferences.left == left:
            self.change_preferences(left="")

    def _apply(self) -> None:
        if self.preferences.theme in self.available_themes:
            self.theme = self.preferences.theme

    def _sit_down(self, match: LocalMatch) -> None:
        name, notes = self.shelf.new_name(match.game)
        noted = replace(match, notes=tuple({**dict(match.notes), **notes}.items()))
        self._show_table(ShelvedMatch(name, noted))

    def _show_table(self, kept: ShelvedMatch) -> None:
        source = LocalSource(self.thinker, partial(self.keep, kept.name))
        self.push_screen(TableScreen(kept.match, source))

    def _new_seed(self) -> str:
        """The seed of the next match: the one that was asked for, once; else a random one."""
        seed, self._seed = self._seed, None
        return seed if seed is not None else f"{Random().getrandbits(128):032x}"
