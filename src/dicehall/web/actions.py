"""What pages and programs ask for alike: functions that know no request."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from dicehall.game import AnyGame, Die
from dicehall.game.messages import translatable
from dicehall.game.refused import (
    BadOption,
    NotYourSeat,
    PromiseSpent,
    TooOften,
    UnknownRoom,
)
from dicehall.game_page.protocol import find_page
from dicehall.match import rematch
from dicehall.match.bus.protocol import Reaction
from dicehall.match.commands import PlayMove, TakeSeat
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.dice.frequencies import FaceFrequencies, frequencies
from dicehall.match.dice.verification import Thrown, Verification, verify
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.rooms import Terms, read_code, terms_for
from dicehall.match.store.lists import count_waiting, in_room, own_tables
from dicehall.match.unstarted import open_once
from dicehall.web.edge.limits import MOST_WAITING
from dicehall.web.edge.rate_limit import network_of
from dicehall.web.reactions import REACTIONS
from dicehall.web.server import WebServer

Table = tuple[AnyGame, list[TakeSeat]]
"""A game, and who sits down at it."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a guest would like a table to be set."""

    game: str
    name: str
    opponent: str
    other: str = ""
    begins: str = "coin"
    public: bool = False
    clock: str = "0"
    options: dict[str, str] = field(default_factory=dict)
    token: str = ""
    """Names the dice whose promise was shown to the guest."""
    words: str = ""
    """What the guest typed to be added to the dice."""
    face: str = ""
    commitment: str = ""
    """Binds the guest to words that are told when a friend is bound as well."""
    random: str = ""
    """What the guest's page adds to the dice by itself."""

    @property
    def all_words(self) -> str:
        """What is told at once; a page that commits keeps its own part back."""
        return f"{self.words} {'' if self.commitment else self.random}".strip()

    @property
    def terms(self) -> Terms:
        return terms_for(self.opponent, begins=self.begins, public=self.public, clock=self.clock)


async def redeem_promise(server: WebServer, guest: str, token: str, words: str) -> CommittedDice:
    """The dice that a token promised to a guest; without a token, fresh ones. Words are taken only
    with a token: the house must be bound before it sees them."""
    if token:
        return await server.issuer.redeem(token, guest)
    if words:
        raise PromiseSpent(
            translatable("words are taken only after the dice were promised: take a promise")
        )
    return CommittedDice.fresh()


async def open_match(server: WebServer, guest: str, wishes: Wishes, dice: CommittedDice) -> Match:
    """Set a table as it was wished for, and sit down at it."""
    await _check_waiting(server, guest, wishes.terms)
    return await server.matches.open(*_table(guest, wishes), dice, terms=wishes.terms)


async def come_back_or_open(
    server: WebServer, guest: str, wishes: Wishes, dice: CommittedDice
) -> Match:
    """Like `open_match`, for pages. A double click or the browser's Back must not open a second
    match: if there is one of exactly this setting in which the guest has not moved, it is returned,
    unless words were typed. A guest who waits for a friend, bound to nothing, is asked for words
    when the friend is bound."""
    await _check_waiting(server, guest, wishes.terms)
    game, sitting = _table(guest, wishes)
    if wishes.terms.by_link and not wishes.commitment and not wishes.words:
        sitting = [replace(command, words="", words_later=True) for command in sitting]
    if wishes.words:
        return await server.matches.open(game, sitting, dice, terms=wishes.terms)
    return await open_once(server.matches, game, sitting, dice, terms=wishes.terms)


async def open_again(
    server: WebServer,
    guest: str,
    match: Match,
    opponent: str | None,
    *,
    reset: bool = False,
    token: str = "",
    random: str = "",
) -> Match:
    """`rematch.open_again`, with the dice and words that a page sends."""
    dice, words = await dice_and_words(server, guest, match.game.name, token, random)
    return await rematch.open_again(
        server.matches, match, guest, opponent, dice, words=words, reset=reset
    )


async def dice_and_words(
    server: WebServer, guest: str, game: str, token: str, random: str
) -> tuple[CommittedDice, str]:
    """The dice that a page was promised, and the words that it adds to them by itself. If the
    promise cannot be kept any more, other dice without these words: the house has seen them by
    now."""
    with suppress(PromiseSpent):
        if token:
            return await server.issuer.redeem(token, guest), random
    return await next_dice(server, guest, game), ""


async def next_dice(server: WebServer, guest: str, game: str) -> CommittedDice:
    """The dice of the match that a guest opens next; two clicks at the same time get the same."""
    newest = await server.matches.store.list(own_tables(guest, game, limit=1))
    return server.issuer.following(guest, game, newest[0].match_id if newest else "")


async def _check_waiting(server: WebServer, guest: str, terms: Terms) -> None:
    """Refuse another table with a free seat to a guest who has many."""
    if not terms.by_link:
        return
    [(count,)] = await server.matches.store.ask(count_waiting(guest))
    if count >= MOST_WAITING:
        raise TooOften(
            translatable(
                "you wait at %(count)d tables already: play or end one of them", count=count
            )
        )
    if terms.public:
        await server.matches.lobby.check_network(guest)


def _table(guest: str, wishes: Wishes) -> Table:
    return set_table(
        wishes.game,
        wishes.options,
        wishes.opponent,
        guest,
        (wishes.name, wishes.other),
        wishes.begins,
        wishes.all_words,
        wishes.face,
        wishes.commitment,
    )


async def play(
    server: WebServer, guest: str, match_id: str, move: str, version: int, command_id: str = ""
) -> Match:
    """Move. Without an id the same move at the same version is the same command, so that a double
    click is harmless."""
    command = PlayMove(guest, move, version, command_id or f"{version} {move}")
    return await server.matches.do(match_id, command)


async def play_by_form(
    server: WebServer, guest: str, match_id: str, form: Mapping[str, Sequence[str]]
) -> Match:
    """Play the move that a form of a page means. A button for a whole move spells it out; the
    fields of a board are read by the game's page."""
    version = read_number(" ".join(form.get("version", ())))
    move = " ".join(form.get("spelled", ()))
    if not move:
        match = await server.matches.see(match_id, version)
        move = find_page(match.game.name).module.read_move(form)
    return await play(server, guest, match_id, move, version)


def read_number(text: str) -> int:
    """A version or a moment as a page sends it; -1 if it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def react(server: WebServer, guest: str, match_id: str, reaction: str) -> None:
    """Show a reaction to everybody at the table."""
    match = await server.matches.see(match_id)
    held = match.held_by(guest)
    if not held:
        raise NotYourSeat(translatable("you do not sit at this table"))
    if reaction not in REACTIONS:
        message = translatable("%(reaction)r is no reaction", reaction=reaction[:40])
        raise BadOption(message, legal=tuple(REACTIONS))
    server.limits.reactions.take((match_id, held))
    await server.matches.bus.publish(match_id, Reaction(held[0], reaction))


async def find_room(server: WebServer, address: str, typed: str) -> str:
    """The match that a room code leads to. Those who guess are slowed down."""
    guesses, network = server.limits.guesses, network_of(address)
    guesses.check(network)
    code = read_code(typed)
    found = await server.matches.store.list(in_room(code))
    if not found:
        guesses.spend(network)
        raise UnknownRoom(translatable("no table with a free seat has this code"))
    return found[0].match_id


def verify_match(match: Match) -> Verification | None:
    """What the check of a match's dice finds. None while its secret is not told, and for a match
    that was imported: no house that we know of has promised its dice."""
    return verify(match.record()) if match.secret and not match.imported else None


def frequencies_of(thrown: Iterable[Thrown]) -> list[FaceFrequencies]:
    """How often each face fell in some rolls, by kind of die; dice with few faces come first."""
    counts: defaultdict[Die, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for one in thrown:
        for die, face in zip(one.dice, one.roll, strict=True):
            counts[die][face] += 1
    return [frequencies(die, counts[die]) for die in sorted(counts, key=_by_faces)]


def _by_faces(die: Die) -> tuple[int, str]:
    return len(die.faces), die.name
