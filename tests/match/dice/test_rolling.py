import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import AnyGame, Chance, Die, Roll, new_game
from dicehall.game.records import Record, Rolled, apply, read, write
from dicehall.game.turns import D6, D20
from dicehall.match.dice.client_seeds import clean_client_seed
from dicehall.match.dice.rolling import commitment_of, new_server_seed, throw
from support.contests import ANN, BOB, SECRET, played_out

ROLLS = 6_000

GAMES = [
    new_game("knucklebones"),
    new_game("fune", 1),
    new_game("fune", 2),
    new_game("sparkle"),
    new_game("pocket-hexes"),
]
SITTING = (replace(ANN, words="rabbit's foot"), replace(BOB, words="Würfelglück: 🎲"))


def rolls_of(record: Record) -> list[tuple[Roll, Roll]]:
    """Each roll of a record beside the one that its notes alone account for."""
    notes, state = record.notes, record.game.start()
    pairs: list[tuple[Roll, Roll]] = []
    words = tuple(notes.get(f"words-{seat}", "") for seat in range(record.game.seats))
    for event in record.events:
        if isinstance(event, Rolled):
            turn = record.game.turn(state)
            assert isinstance(turn, Chance)
            again = throw(notes["secret"], notes["match"], words, len(pairs), turn.dice)
            pairs.append((event.roll, again))
        state = apply(record.game, state, event)
    return pairs


def test_a_secret_has_256_bits_and_is_new_each_time() -> None:
    secrets = {new_server_seed() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_the_promise_is_the_hash_of_the_secret() -> None:
    assert (
        commitment_of("00" * 32)
        == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_roll_follows_from_the_exported_record_alone(game: AnyGame) -> None:
    match = played_out(game, seed=7, sitting=SITTING[: game.seats])
    record, _ = read(write(match.record()))
    pairs = rolls_of(record)
    assert commitment_of(record.notes["secret"]) == record.notes["promise"]
    assert len(pairs) == match.rolls > 5
    assert all(rolled == again for rolled, again in pairs)


def test_other_words_or_another_secret_do_not_account_for_a_record() -> None:
    record = played_out(GAMES[2], seed=7, sitting=SITTING).record()
    for note in ({"words-1": "other"}, {"secret": "00" * 32}, {"match": "other"}):
        forged = replace(record, notes={**record.notes, **note})
        assert any(rolled != again for rolled, again in rolls_of(forged))


def test_an_unfinished_record_keeps_the_secret() -> None:
    match = played_out(GAMES[0], seed=1, sitting=SITTING)
    unfinished = msgspec.structs.replace(match, result=None, secret="")
    assert SECRET not in write(unfinished.record())
    assert SECRET in write(match.record())


@settings(derandomize=True, database=None)
@given(st.text(st.characters(codec=None), max_size=150))
def test_all_words_survive_the_way_through_a_record(words: str) -> None:
    words = clean_client_seed(words)
    record = Record(GAMES[0], notes={"words-0": words, "promise": "p"})
    assert read(write(record))[0].notes == record.notes


def test_the_dice_of_one_roll_are_independent() -> None:
    pairs = Counter(throw(SECRET, "m", ("",), k, (D6, D6)) for k in range(ROLLS))
    sums = [pairs[a, b] for a in D6.faces for b in D6.faces]
    assert sum((n - ROLLS / 36) ** 2 / (ROLLS / 36) for n in sums) < 66.6  # 99.9 % of fair dice


@pytest.mark.parametrize("sides", [6, 10, 12, 20])
def test_bytes_that_would_favour_low_faces_are_passed_over(sides: int) -> None:
    die = Die("many", tuple(range(sides)))
    dice = (die,) * 100  # more than the 32 bytes of a block
    for k in range(20):
        expected = []
        for block in range(8):
            message = json.dumps(["m", ["a", "b"], k, block], separators=(",", ":"))
            digest = hmac.new(bytes.fromhex(SECRET), message.encode(), hashlib.sha256).digest()
            expected += [byte % sides for byte in digest if byte < 256 // sides * sides]
        assert throw(SECRET, "m", ("a", "b"), k, dice) == tuple(expected[:100])


def test_a_roll_depends_on_secret_match_words_and_number_and_on_nothing_else() -> None:
    dice = (D20,) * 10
    same = {throw(SECRET, "m", ("a", "b"), 3, dice) for _ in range(3)}
    others = {
        throw("00" * 32, "m", ("a", "b"), 3, dice),
        throw(SECRET, "n", ("a", "b"), 3, dice),
        throw(SECRET, "m", ("b", "a"), 3, dice),
        throw(SECRET, "m", ("ab", ""), 3, dice),
        throw(SECRET, "m", ("a", "b"), 4, dice),
    }
    assert len(same) == 1
    assert len(others) == 5
    assert not same & others
    assert throw(SECRET, "m", ("a", "b"), 3, dice[:4]) == next(iter(same))[:4]
