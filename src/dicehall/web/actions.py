"""What pages and programs ask for alike: functions that know no request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dicehall.game import Die, find_game
from dicehall.game.messages import said
from dicehall.game.refused import BadOption, CommitmentSpent, NotYourSeat, UnknownRoom
from dicehall.game.turns import DICE
from dicehall.match.bus.protocol import Reaction
from dicehall.match.commands import PlayMove
from dicehall.match.dice.commitment import Commitment
from dicehall.match.dice.frequencies import FaceFrequencies
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.rooms import read_code, terms_for
from dicehall.match.store.lists import in_room
from dicehall.page.protocol import find_page
from dicehall.web.house import House
from dicehall.web.views.charts import in_order
from dicehall.web.views.online import REACTIONS


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
    """Names the commitment that was shown to the guest."""
    words: str = ""


def commitment_for(house: House, guest: str, token: str, words: str) -> Commitment:
    """The dice that a guest was promised, or others; words count only after a promise."""
    if token:
        return house.issuer.redeem(token, guest)
    if words:
        raise CommitmentSpent(
            said("words are taken only after the dice were promised: take a promise")
        )
    return Commitment.fresh()


async def open_match(house: House, guest: str, wishes: Wishes, commitment: Commitment) -> Match:
    """Set a table as it was wished for, and sit down at it."""
    table = set_table(
        wishes.game,
        wishes.options,
        wishes.opponent,
        guest,
        (wishes.name, wishes.other),
        wishes.begins,
        wishes.words,
        commitment.coin,
    )
    terms = terms_for(wishes.opponent, public=wishes.public, clock=wishes.clock)
    return await house.matches.open(*table, commitment, terms=terms)


async def play(
    house: House, guest: str, match_id: str, move: str, version: int, command_id: str = ""
) -> Match:
    """Move. Without an id the same move at the same version is the same command, so that a double
    click is harmless."""
    command = PlayMove(guest, move, version, command_id or f"{version} {move}")
    return await house.matches.do(match_id, command)


async def play_by_form(
    house: House, guest: str, match_id: str, form: Mapping[str, Sequence[str]]
) -> Match:
    """The move that a form of a page means. A button that stands for a whole move spells it; the
    fields of a board are read by the game's page."""
    version = read_version(" ".join(form.get("version", ())))
    match = await house.matches.see(match_id, version)
    spelled = " ".join(form.get("spelled", ()))
    move = spelled or find_page(match.game.name).module.read_move(form)
    return await play(house, guest, match_id, move, version)


def read_version(text: str) -> int:
    """A version as a page sends it; anything else is none at all."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def react(house: House, guest: str, match_id: str, reaction: str) -> None:
    """Show a reaction to everybody at the table."""
    match = await house.matches.see(match_id)
    held = match.held_by(guest)
    if not held:
        raise NotYourSeat(said("you do not sit at this table"))
    if reaction not in REACTIONS:
        message = said("%(reaction)r is no reaction", reaction=reaction[:40])
        raise BadOption(message, legal=tuple(REACTIONS))
    house.reactions.check((match_id, held))
    house.reactions.count((match_id, held))
    await house.matches.bus.publish(match_id, Reaction(held[0], reaction))


async def find_room(house: House, address: str, typed: str) -> str:
    """The match that a room code leads to. Those who guess are slowed down."""
    house.guesses.check(address)
    code = read_code(typed)
    found = await house.matches.store.list(in_room(code))
    if not found:
        house.guesses.count(address)
        raise UnknownRoom(said("no table with a free seat has this code"))
    return found[0].match_id


async def house_frequencies(house: House, game: str) -> list[FaceFrequencies]:
    """How the dice of all finished matches fell, or of those of one game."""
    if game:
        find_game(game)
    counts = await house.matches.tally.totals(game)
    return in_order({_die(name, faces): faces for name, faces in counts.items()})


def _die(name: str, counts: Mapping[int, int]) -> Die:
    """A die of the house; one that another package brought has the faces that were seen of it."""
    die = DICE.get(name)
    return die if die and counts.keys() <= set(die.faces) else Die(name, tuple(sorted(counts)))
