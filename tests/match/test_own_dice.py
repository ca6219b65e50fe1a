"""Matches with the players' own dice: the server rolls nothing and promises nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import Chance, Decide, Roll, new_game
from dicehall.game.records import Rolled, read, write
from dicehall.game.records import fold as fold_record
from dicehall.game.refused import (
    BadOption,
    IdReused,
    IllegalMove,
    IllegalRoll,
    MatchOver,
    NothingToTakeBack,
    NothingToVerify,
    NotYourSeat,
    Refused,
    StaleVersion,
)
from dicehall.match.administration import Administration
from dicehall.match.archive import as_match
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import Circumstances, Command, PlayMove, Resign, TakeBack, TakeSeat
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.dice.verification import verify
from dicehall.match.events import DiceRolled, MatchOpened, decode, encode
from dicehall.match.match import Match, fold
from dicehall.match.opening import set_table
from dicehall.match.own_dice import EnterRoll
from dicehall.match.practice import can_practise
from dicehall.match.rematch import open_again
from dicehall.match.rooms import Terms, terms_for
from dicehall.match.seats import Computer
from dicehall.match.service import Matches
from dicehall.match.store.lists import best_alone, own_tables
from dicehall.match.unstarted import open_once
from support.contests import ANN, NOW, SECRET, after, decide, legal_moves, move_in
from support.places import FilePlace

EASY = TakeSeat(1, "Easy", level="easy")
OWN = Terms(own_dice=True)
ids = count()


class NoDice(Circumstances):
    """A server that must not roll."""

    def throw(self, match: Match, dice: object) -> Roll:
        raise AssertionError("the server rolled")


SERVER = NoDice(SECRET, NOW)


def begin(game: str = "fune", seats: int | None = None, *sitting: TakeSeat) -> Match:
    """A match of Ann with her own dice."""
    chosen = new_game(game, seats)
    opened = MatchOpened(game, chosen.seats, chosen.options, "", NOW, own_dice=True)
    return do(fold("m", [opened]), ANN, *sitting)


def do(match: Match, *commands: Command) -> Match:
    return after(match, *commands, circumstances=SERVER)


def enter(match: Match, *faces: int, version: int | None = None, command_id: str = "") -> EnterRoll:
    seen = match.version if version is None else version
    return EnterRoll("guest-a", faces, seen, command_id or f"roll {next(ids)}")


def back(match: Match, command_id: str = "") -> TakeBack:
    return TakeBack("guest-a", match.version, command_id or f"back {next(ids)}")


def refuse(match: Match, command: Command, why: type[Refused]) -> str:
    with pytest.raises(why) as refused:
        decide(match, command, SERVER)
    assert type(refused.value) is why
    return str(refused.value)


def next_command(match: Match, random: Random) -> Command:
    """Any roll that is due, or any move."""
    if isinstance(match.turn, Chance):
        return enter(match, *match.turn.throw(random))
    return move_in(match, random.choice(legal_moves(match)), f"move {next(ids)}")


def played_out(match: Match, seed: int = 1) -> Match:
    random = Random(seed)
    while not match.result:
        match = do(match, next_command(match, random))
    return match


def test_the_match_waits_for_the_roll_and_then_for_the_move() -> None:
    match = begin()
    assert (match.log, match.to_move, match.commitment, match.mark) == ((), None, "", "own-dice")
    rolled = do(match, enter(match, 3, 3, 5, 1, 6))
    assert rolled.lines == ("roll 3 3 5 1 6",)
    assert rolled.to_move == 0
    kept = do(rolled, move_in(rolled, "keep 1 2"))
    assert isinstance(kept.turn, Chance)
    assert len(kept.turn.dice) == 3
    assert kept.to_move is None


@pytest.mark.parametrize(
    ("game", "faces", "reason"),
    [
        ("fune", (3, 3, 5, 1), "5 dice are rolled here, not 4"),
        ("fune", (3, 3, 5, 1, 7), "a d6 die has no 7"),
        ("knucklebones", (0,), "a d6 die has no 0"),
        ("sparkle", (3, 1, 1, 1, 1), "a spark die has no 3"),
        ("pocket-hexes", (1, 1, 1, 10, 1, 1), "a d10 die has no 10"),
    ],
)
def test_what_the_dice_cannot_show_is_refused(
    game: str, faces: tuple[int, ...], reason: str
) -> None:
    match = begin(game, None, *([EASY] if game == "knucklebones" else []))
    assert reason in refuse(match, enter(match, *faces), IllegalRoll)


def test_when_rolls_can_be_entered() -> None:
    match = begin("knucklebones", 2, EASY)
    refuse(match, replace(enter(match, 5), holder="guest-b"), NotYourSeat)
    refuse(match, PlayMove("guest-a", "column 1", match.version, ""), IllegalMove)
    refuse(match, enter(match, 5, version=match.version + 1), StaleVersion)
    rolled = do(match, enter(match, 5))
    refuse(rolled, enter(match, 4), StaleVersion)
    assert "no roll is due" in refuse(rolled, enter(rolled, 4), IllegalRoll)
    over = do(rolled, Resign("guest-a", "x"))
    refuse(over, enter(over, 4), MatchOver)


def test_a_match_with_the_servers_dice_takes_no_rolls() -> None:
    opened = MatchOpened("knucklebones", 2, {}, "p", NOW)
    match = after(fold("m", [opened]), ANN, EASY)
    with pytest.raises(IllegalRoll, match="the server rolls the dice"):
        after(match, enter(match, 5))


def test_sending_a_roll_again_has_no_effect() -> None:
    match = begin()
    command = enter(match, 1, 2, 3, 4, 5, command_id="x")
    rolled = do(match, command)
    assert decide(rolled, command, SERVER) == ()
    refuse(rolled, replace(command, roll=(1, 2, 3, 4, 6)), IdReused)
    refuse(rolled, back(rolled, "x"), IdReused)


def test_the_player_rolls_for_the_computer_too() -> None:
    match = do(begin("knucklebones", 2, EASY), enter(begin("knucklebones", 2, EASY), 5))
    moved = do(match, move_in(match, "column 1"))
    assert isinstance(moved.turn, Chance)
    rolled = do(moved, enter(moved, 4))
    assert rolled.to_move == 1
    answered = do(rolled, PlayMove(Computer(), "column 1", rolled.version, "c"))
    # The last thing that the player did was the roll for the computer: its answer goes, too.
    undone = do(answered, back(answered))
    assert undone.lines == moved.lines


def test_entered_rolls_and_moves_are_taken_back_freely() -> None:
    match = begin()
    refuse(match, back(match), NothingToTakeBack)
    rolled = do(match, enter(match, 3, 3, 5, 1, 6))
    kept = do(rolled, move_in(rolled, "keep 1 2"))
    for before, later in ((rolled, kept), (match, rolled)):
        undone = do(later, back(later))
        assert (undone.state, undone.log, undone.rolls) == (before.state, before.log, before.rolls)
        assert (undone.mark, undone.take_backs) == ("own-dice", 0)
    again = do(undone, enter(undone, 6, 6, 6, 6, 6))
    assert again.lines == ("roll 6 6 6 6 6",)


def test_nothing_is_revealed_at_the_end() -> None:
    over = played_out(begin("knucklebones", 2, EASY))
    assert over.result
    assert over.secret == ""
    assert SECRET not in write(over.record())
    assert not can_practise(over, "guest-a")


def test_the_event_is_stored_as_it_is_and_old_ones_still_open() -> None:
    event = DiceRolled((3, -1), 0, "x")
    assert decode(encode(event)) == event
    assert decode(b'{"type":"DiceRolled","roll":[3]}') == DiceRolled((3,))
    assert encode(DiceRolled((3,))) == b'{"type":"DiceRolled","roll":[3]}'


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["fune", "sparkle", "pocket-hexes", "knuckles"]),
    st.lists(st.integers(0, 20), max_size=40),
)
def test_every_course_folds_to_what_its_record_gives(game: str, picks: list[int]) -> None:
    """A pick below 3 takes back, 3 to 5 enter something that may be wrong, the others go on."""
    match, random = begin(game, None, *([EASY] if game == "knuckles" else [])), Random(str(picks))
    for pick in picks:
        if match.result:
            break
        if pick < 3 and match.last_move_of("guest-a") is not None:
            match = do(match, back(match))
        elif pick < 6:
            match = enter_anything(match, pick, random)
        else:
            match = do(match, next_command(match, random))
    record = match.record()
    assert match.state == fold_record(record)
    assert match.turn == match.game.turn(match.state)
    assert match.rolls == sum(isinstance(event, Rolled) for event in match.log)
    assert record.notes["dice"] == "own"
    assert read(write(record))[0] == record


def enter_anything(match: Match, pick: int, random: Random) -> Match:
    """Enter a roll, legal or not; a refused one changes nothing."""
    faces = tuple(random.randint(-1, 8) for _ in range(pick - 2))
    try:
        entered = do(match, enter(match, *faces))
    except IllegalRoll:
        turn = match.turn
        dice = turn.dice if isinstance(turn, Chance) else ()
        legal = len(dice) == len(faces) and all(
            face in die.faces for die, face in zip(dice, faces, strict=True)
        )
        assert isinstance(turn, Decide) or not legal
        return match
    assert entered.lines[:-1] == match.lines
    return entered


def test_its_record_is_imported_unverified() -> None:
    match = played_out(begin("pocket-hexes"))
    record, state = read(write(match.record()))
    with pytest.raises(NothingToVerify, match="cannot be verified"):
        verify(record)
    imported = as_match(record, state, NOW, {})
    assert imported
    found = fold(imported.id, imported.events)
    assert (found.mark, found.own_dice, found.imported) == ("own-dice", True, True)
    assert found.record() == match.record()


def test_a_forged_header_is_refused() -> None:
    text = write(played_out(begin("fune")).record()).replace("dice: own", "dice: loaded")
    record, state = read(text)
    with pytest.raises(Refused, match="'loaded' is not a valid dice"):
        as_match(record, state, NOW, {})


def test_own_dice_are_not_for_a_link() -> None:
    with pytest.raises(BadOption, match="own dice are only for matches on one device"):
        terms_for("open", begins="coin", public=False, clock="0", own_dice=True)
    assert terms_for("alone", begins="coin", public=False, clock="0", own_dice=True) == OWN


def test_in_the_service(file_place: FilePlace) -> None:
    """A whole match, which is not in the high scores, and a rematch with own dice, opened once."""

    async def use(service: Matches) -> None:
        table = set_table("fune", {}, "alone", "guest-a", ("Ann", ""))
        match = await service.open(*table, CommittedDice("own", SECRET), terms=OWN)
        assert match.commitment == ""
        match = await play_through(service, match)
        assert await service.store.ask(best_alone("guest-a")) == []
        [line] = await service.store.list(own_tables("guest-a", "fune"))
        assert (line.mark, line.score) == ("own-dice", match.game.scores(match.state)[0])
        again = await open_again(service, match, "guest-a", None, CommittedDice.fresh())
        assert again.own_dice
        game, sitting = table
        same = await open_once(service, game, sitting, CommittedDice.fresh(), terms=OWN)
        assert same.id == again.id
        other = await open_once(service, game, sitting, CommittedDice.fresh(), terms=Terms())
        assert not other.own_dice
        await service.do(again.id, EnterRoll("guest-a", (1, 2, 3, 4, 5), again.version, "x"))
        third = await open_once(service, game, sitting, CommittedDice.fresh(), terms=OWN)
        assert third.id != again.id  # a roll was entered there: it has begun
        await Administration(service.store, service.now).close(again.id)
        assert (await service.see(again.id)).secret == ""

    run(file_place, use)


async def play_through(service: Matches, match: Match) -> Match:
    random = Random(1)
    while not match.result:
        match = await service.do(match.id, next_command(match, random))
    return match


def run(file_place: FilePlace, use: Callable[[Matches], Awaitable[None]]) -> None:
    async def with_house() -> None:
        service = Matches(await file_place.open(), MemoryBus(), pace=0)
        try:
            await use(service)
        finally:
            await service.close()

    asyncio.run(with_house())
