"""Actions that the pages and the JSON interface share; none of them sees the HTTP request."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from dicehall.game import AnyGame, Die
from dicehall.game.messages import translatable
from dicehall.game.records import read_roll
from dicehall.game.refused import (
    BadOption,
    BadWords,
    PromiseSpent,
    TooOften,
    UnknownRoom,
)
from dicehall.game_page.protocol import find_page
from dicehall.match import practice, rematch
from dicehall.match.bus.protocol import Reaction
from dicehall.match.commands import PlayMove, TakeBack, TakeSeat
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.dice.frequencies import FaceFrequencies, frequencies
from dicehall.match.dice.verification import Thrown, Verification, verify
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.own_dice import EnterRoll
from dicehall.match.rooms import Terms, read_code, terms_for
from dicehall.match.store.lists import count_waiting, in_room, own_tables
from dicehall.match.unstarted import open_once
from dicehall.web.edge.limits import MOST_WAITING
from dicehall.web.edge.rate_limit import network_of
from dicehall.web.reactions import REACTIONS
from dicehall.web.server import WebServer

SeatedGame = tuple[AnyGame, list[TakeSeat]]
"""A game, and the commands that fill its seats."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a match that a guest wants to open."""

    game: str
    name: str
    opponent: str
    other: str = ""
    begins: str = "coin"
    public: bool = False
    clock: str = "0"
    options: dict[str, str] = field(default_factory=dict)
    token: str = ""
    """Identifies the dice whose commitment the guest was shown."""
    words: str = ""
    """The client seed that the guest typed."""
    face: str = ""
    commitment: str = ""
    """The hash of a client seed that is revealed once the opponent has committed to theirs."""
    random: str = ""
    """The random client seed that the page adds by itself."""
    own_dice: bool = False
    """Whether the guest rolls their own dice and enters what fell."""

    @property
    def client_seed(self) -> str:
        """The client seed to reveal at once. With a commitment, the random part comes later."""
        return f"{self.words} {'' if self.commitment else self.random}".strip()

    @property
    def terms(self) -> Terms:
        return terms_for(
            self.opponent,
            begins=self.begins,
            public=self.public,
            clock=self.clock,
            own_dice=self.own_dice,
        )


async def redeem_promise(server: WebServer, guest: str, token: str, words: str) -> CommittedDice:
    """The dice that a token promised to a guest, or fresh ones without a token. A client seed needs
    a token: the server must commit to its own seed before it sees the client's."""
    if token:
        return await server.issuer.redeem(token, guest)
    if words:
        raise PromiseSpent(
            translatable("you can only add words to dice that were promised: get a promise first")
        )
    return CommittedDice.fresh()


async def open_match(
    server: WebServer, guest: str, settings: MatchSettings, dice: CommittedDice
) -> Match:
    """Open a match with these settings and seat the guest."""
    if settings.own_dice and (settings.words or settings.commitment):
        raise BadWords(translatable("words cannot change your own dice"))
    await _check_waiting(server, guest, settings.terms)
    return await server.matches.open(*_table(guest, settings), dice, terms=settings.terms)


async def resume_or_open(
    server: WebServer, guest: str, settings: MatchSettings, dice: CommittedDice
) -> Match:
    """Like `open_match`, but a double click or the browser's Back does not open a second match. If
    the guest has a match with the same settings and has not moved in it, that match is returned,
    unless they typed a client seed. A guest who invites a friend without a commitment is asked for
    a client seed once the friend has committed."""
    await _check_waiting(server, guest, settings.terms)
    game, seats = _table(guest, settings)
    if settings.terms.by_link and not settings.commitment and not settings.words:
        seats = [replace(command, words="", words_later=True) for command in seats]
    if settings.words:
        return await server.matches.open(game, seats, dice, terms=settings.terms)
    return await open_once(server.matches, game, seats, dice, terms=settings.terms)


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
    """`rematch.open_again`, with the promised dice and the client seed that a page sends."""
    dice, client_seed = await dice_and_client_seed(server, guest, match.game.name, token, random)
    return await rematch.open_again(
        server.matches, match, guest, opponent, dice, words=client_seed, reset=reset
    )


async def try_again(server: WebServer, guest: str, match: Match, moment: int) -> Match:
    """Open a practice match that begins at one of the guest's decisions."""
    named = await next_dice(server, guest, match.game.name)
    return await practice.try_again(server.matches, match, guest, moment, named.match_id)


async def dice_and_client_seed(
    server: WebServer, guest: str, game: str, token: str, random: str
) -> tuple[CommittedDice, str]:
    """The dice that a page was promised, and the client seed that it adds to them. If the promise
    is no longer valid, other dice without that seed, which the server has now seen."""
    with suppress(PromiseSpent):
        if token:
            return await server.issuer.redeem(token, guest), random
    return await next_dice(server, guest, game), ""


async def next_dice(server: WebServer, guest: str, game: str) -> CommittedDice:
    """The dice of the next match that a guest opens; two simultaneous clicks get the same dice."""
    newest = await server.matches.store.list(own_tables(guest, game, limit=1))
    return server.issuer.following(guest, game, newest[0].match_id if newest else "")


async def _check_waiting(server: WebServer, guest: str, terms: Terms) -> None:
    """Refuse to open another table with a free seat if the guest already has too many."""
    if not terms.by_link:
        return
    [(count,)] = await server.matches.store.ask(count_waiting(guest))
    if count >= MOST_WAITING:
        raise TooOften(
            translatable(
                "you already have %(count)d open tables: play or close one first", count=count
            )
        )
    if terms.public:
        await server.matches.lobby.check_network(guest)


def _table(guest: str, settings: MatchSettings) -> SeatedGame:
    return set_table(
        settings.game,
        settings.options,
        settings.opponent,
        guest,
        (settings.name, settings.other),
        settings.begins,
        settings.client_seed,
        settings.face,
        settings.commitment,
    )


async def play(
    server: WebServer, guest: str, match_id: str, move: str, version: int, command_id: str = ""
) -> Match:
    """Play a move. Without an id, the same move at the same version counts as the same command, so
    a double click is harmless."""
    command = PlayMove(guest, move, version, command_id or f"{version} {move}")
    return await server.matches.do(match_id, command)


async def enter_roll(
    server: WebServer, guest: str, match_id: str, faces: str, version: int, command_id: str = ""
) -> Match:
    """Enter how the guest's own dice fell, spelled as in a record. Without an id, the same roll at
    the same version counts as the same command."""
    command = EnterRoll(guest, read_roll(faces), version, command_id or f"{version} roll {faces}")
    return await server.matches.do(match_id, command)


async def take_back(
    server: WebServer, guest: str, match_id: str, version: int, command_id: str = ""
) -> Match:
    """Take the guest's last move back. Without an id, the same version counts as the same
    command."""
    command = TakeBack(guest, version, command_id or f"{version} back")
    return await server.matches.do(match_id, command)


async def play_by_form(
    server: WebServer, guest: str, match_id: str, form: Mapping[str, Sequence[str]]
) -> Match:
    """Play the move that a form describes. A button for a whole move sends its spelling; other
    forms are read by the game's page."""
    version = read_number(" ".join(form.get("version", ())))
    move = " ".join(form.get("spelled", ()))
    if not move:
        match = await server.matches.see(match_id, version)
        move = find_page(match.game.name).module.read_move(form)
    return await play(server, guest, match_id, move, version)


def read_number(text: str) -> int:
    """A version or moment that a page sent; -1 if it is not a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def react(server: WebServer, guest: str, match_id: str, reaction: str) -> None:
    """Show a reaction to everybody at the table."""
    match = await server.matches.see(match_id)
    held = match.check_seats(guest)
    if reaction not in REACTIONS:
        message = translatable("%(reaction)r is not a reaction", reaction=reaction[:40])
        raise BadOption(message, legal=tuple(REACTIONS))
    server.limits.reactions.take((match_id, held))
    await server.matches.bus.publish(match_id, Reaction(held[0], reaction))


async def find_room(server: WebServer, address: str, typed: str) -> str:
    """The match with this room code. Wrong codes count against a rate limit."""
    guesses, network = server.limits.guesses, network_of(address)
    guesses.check(network)
    code = read_code(typed)
    found = await server.matches.store.list(in_room(code))
    if not found:
        guesses.spend(network)
        raise UnknownRoom(translatable("no table with this code has a free seat"))
    return found[0].match_id


def verify_match(match: Match) -> Verification | None:
    """Check the dice of a match. None until its server seed is revealed, and for imported matches,
    whose dice this server never committed to."""
    return verify(match.record()) if match.secret and not match.imported else None


def frequencies_of(thrown: Iterable[Thrown]) -> list[FaceFrequencies]:
    """How often each face came up, by kind of die; dice with few faces come first."""
    counts: defaultdict[Die, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for throw in thrown:
        for die, face in zip(throw.dice, throw.roll, strict=True):
            counts[die][face] += 1
    return [
        frequencies(die, counts[die])
        for die in sorted(counts, key=lambda die: (len(die.faces), die.name))
    ]
