"""Play a friend on a server: enter its address, then join or open a table."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import games
from dicehall.game.refused import Refused
from dicehall.match.names import LONGEST_NAME
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.sources.server import ServerRequest, sit_down
from dicehall.words.language import _
from dicehall.words.refusals import explain

LONGEST_ADDRESS = 200
LONGEST_CODE = 20
BACK = "back"


class FriendScreen(KeyedScreen):
    """Three fields, and a list of games to open a table for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, request: ServerRequest) -> None:
        super().__init__()
        self._request = request

    def compose(self) -> ComposeResult:
        request = self._request
        yield Static(_("Play a friend"), id="title", markup=False)
        for name, label, value, hint, most in (
            ("address", _("Server address"), request.address, "http://…", LONGEST_ADDRESS),
            ("name", _("Your name"), request.name, "", LONGEST_NAME),
            ("code", _("Your friend's code"), request.code, "7AK 9XY", LONGEST_CODE),
        ):
            with Horizontal(classes="field"):
                yield Static(label, classes="label", markup=False)
                yield Input(value, hint, max_length=most, id=name)
        yield Static(_("No code? Open a table:"), id="line", markup=False)
        yield OptionList(id="tables")
        yield Static(id="refusal", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        tables = self.query_one(OptionList)
        if self.app.preferences.left:
            tables.add_option(Option(_("Back to your unfinished match"), id=BACK))
        for entry in games().values():
            if 2 in entry.seats:
                row = Content.from_markup("[b]$title[/]", title=entry.title)
                tables.add_option(Option(row, id=entry.name))
        tables.highlighted = 0
        self.query_one("#code" if self._request.address else "#address").focus()
        self.show_keys(
            ("Enter", _("Sit down"), "submit"),
            ("Tab", _("Next field"), "next_field"),
            ("Esc", _("Menu"), "leave"),
        )
        if self._request.address and (self._request.code or self._request.game):
            self._go(self._request)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter moves to the next field; after a code it joins the table."""
        if event.input.id == "code" and event.value.strip():
            self._go(self._filled(code=event.value.strip()))
        else:
            self.focus_next()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == BACK:
            match, _space, words = self.app.preferences.left.partition(" ")
            address = self.app.preferences.house
            self._go(ServerRequest(address, self._filled().name, match=match, words=words))
        else:
            self._go(self._filled(game=event.option.id or ""))

    async def action_submit(self) -> None:
        """What Enter does, for a click on the key bar."""
        match self.focused:
            case OptionList() as tables:
                tables.action_select()
            case Input() as field:
                await field.action_submit()

    def action_next_field(self) -> None:
        self.focus_next()

    def _filled(self, *, code: str = "", game: str = "") -> ServerRequest:
        address, name = (self.query_one(f"#{name}", Input).value for name in ("address", "name"))
        return ServerRequest(address.strip(), name.strip(), code, game)

    def _go(self, request: ServerRequest) -> None:
        self.run_worker(self._sit_down(request), exclusive=True)

    async def _sit_down(self, request: ServerRequest) -> None:
        refusal = self.query_one("#refusal", Static)
        refusal.update(_("Connecting …"))
        preferences = self.app.preferences
        token = preferences.token if preferences.house == request.address else ""
        try:
            source = await sit_down(request, token)
            match = source.begin()
        except Refused as refused:
            refusal.update(_("Not possible: %(reason)s.") % {"reason": explain(refused)})
        except (ValueError, LookupError):  # a bad address, or a different kind of server
            refusal.update(_("No Dicehall server there. Try something like http://127.0.0.1:8000."))
        except OSError:
            refusal.update(_("Could not reach a server at this address."))
        else:
            self.app.show_server_table(request, match, source)
