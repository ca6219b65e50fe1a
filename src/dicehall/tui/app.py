"""The full-screen application: owns the saved matches, the preferences and the thinking processes,
and switches between screens."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from textual.app import App

from dicehall.game import AnyGame, find_game, new_game
from dicehall.plain_terminal.local_match import LocalMatch, default_names, seated
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
"""The subfolder of the data folder that holds the matches."""


class DicehallApp(App[None]):
    """Dicehall in a terminal."""

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
            self._show_new_match(self._first)
        elif self._game:
            self.choose_opponent(self._game)

    def on_unmount(self) -> None:
        self.thinker.close()

    # Navigation

    def choose_opponent(self, game: str) -> None:
        self.push_screen(NewMatchScreen(find_game(game)))

    def begin(
        self, game: str, options: Mapping[str, str], opponent: str, people: tuple[str, ...] = ()
    ) -> None:
        """Start a new match."""
        chosen = new_game(game, 1 if opponent == ALONE else 2, options)
        people = people or default_names(2 if opponent == PEOPLE else 1)
        self._show_new_match(seated(chosen, opponent, people, self._new_seed()))

    def play_again(self, match: LocalMatch) -> None:
        """Start a rematch with the seats swapped."""
        again = LocalMatch.begin(
            match.game, match.names[::-1], match.levels[::-1], self._new_seed()
        )
        self.pop_screen()
        self._show_new_match(again)

    def resume(self, name: str) -> None:
        """Resume a saved match."""
        self._show_table(self.shelf.load(name))

    def meet_friend(self, request: ServerRequest | None = None) -> None:
        """Show the form for playing on a server, filled in with the last address and name."""
        request = request or ServerRequest()
        address = request.address or self.preferences.house
        name = request.name or self.preferences.name or default_names(1)[0]
        self.push_screen(FriendScreen(replace(request, address=address, name=name)))

    def show_server_table(
        self, request: ServerRequest, match: LocalMatch, source: ServerSource
    ) -> None:
        """Show a table on a server, and remember how to return to it."""
        table = source.table
        left, token = f"{table.id} {table.words}", table.client.token
        self.change_preferences(house=request.address, name=request.name, token=token, left=left)
        source.over = partial(self._forget, left)
        self.push_screen(TableScreen(match, source))

    def back_to_menu(self) -> None:
        while len(self.screen_stack) > 2:  # the bottom screen belongs to Textual
            self.pop_screen()

    def show_help(self, game: AnyGame, forbidden: frozenset[str] = LocalSource.forbidden) -> None:
        self.push_screen(HelpScreen(game, forbidden))

    def show_history(self) -> None:
        self.push_screen(HistoryScreen())

    def show_settings(self) -> None:
        self.push_screen(SettingsScreen())

    def show_replay(self, match: LocalMatch, version: int = 0) -> None:
        self.push_screen(ReplayScreen(match, version))

    def show_review(self, match: LocalMatch) -> None:
        self.push_screen(ReviewScreen(match))

    # Saving

    def keep(self, name: str, match: LocalMatch) -> None:
        """Save a match; if that fails, show the error and carry on."""
        with self._reporting(_("Could not save the match: %(reason)s")):
            self.shelf.save(name, match)

    def change_preferences(self, **changes: Any) -> None:
        """Change preferences and save them."""
        self.preferences = replace(self.preferences, **changes)
        self._apply()
        with self._reporting(_("Could not save the settings: %(reason)s")):
            save_preferences(self.folder, self.preferences)

    @contextmanager
    def _reporting(self, message: str) -> Iterator[None]:
        """Show an error in the block with this message, and carry on."""
        try:
            yield
        except OSError as error:
            self.notify(message % {"reason": error.strerror or error}, severity="error")

    def _forget(self, left: str) -> None:
        if self.preferences.left == left:
            self.change_preferences(left="")

    def _apply(self) -> None:
        if self.preferences.theme in self.available_themes:
            self.theme = self.preferences.theme

    def _show_new_match(self, match: LocalMatch) -> None:
        name, notes = self.shelf.new_name(match.game)
        match = replace(match, notes=tuple({**dict(match.notes), **notes}.items()))
        self._show_table(ShelvedMatch(name, match))

    def _show_table(self, saved: ShelvedMatch) -> None:
        source = LocalSource(self.thinker, partial(self.keep, saved.name))
        self.push_screen(TableScreen(saved.match, source))

    def _new_seed(self) -> str:
        """The seed of the next match: the given seed the first time, then random ones."""
        seed, self._seed = self._seed, None
        return seed if seed is not None else f"{Random().getrandbits(128):032x}"
