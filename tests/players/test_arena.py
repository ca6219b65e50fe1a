"""Contests between computer players."""

from random import Random

import pytest

from dicehall.game import AnyGame, Over, new_game
from dicehall.game.records import read_many
from dicehall.players import arena
from dicehall.players.arena import (
    ArenaGame,
    ArenaSettings,
    Estimate,
    HeadToHead,
    Share,
    rate_levels,
    scores,
)
from dicehall.players.bots.contestants import Contestant
from dicehall.players.bots.question import play_game, trusted
from dicehall.players.chooser import choose_at_random
from dicehall.players.levels import find_level

BONES = new_game("knucklebones")
LEAVER = Contestant("leaver", "function", "support.bots:leave_late")


def contest(game: AnyGame, levels: tuple[str, str], games: int, seed: int) -> list[int]:
    first, second = map(Contestant.at_level, levels)
    return arena.contest(game, (first, second), ArenaSettings(games, seed))


def test_an_estimate_has_the_interval_of_its_spread() -> None:
    estimate = Estimate.of([1, 2, 3, 4])
    assert estimate.mean == 2.5
    assert estimate.interval == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2)


def test_a_draw_is_half_a_point() -> None:
    assert HeadToHead.of([1, 1, 0, -1]) == HeadToHead(2, 1, 1, Share.of(2.5, 4))


def test_a_share_has_the_interval_of_wilson() -> None:
    """Values from Newcombe (1998), "Two-sided confidence intervals for the single proportion"."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)):
        share = Share.of(wins, games)
        assert (share.low, share.high) == (
            pytest.approx(low, abs=1e-4),
            pytest.approx(high, abs=1e-4),
        )
    for share in (Share.of(0, 20), Share.of(1, 29)):
        assert 0 <= share.low <= share.mean <= share.high < 1
        assert share.interval > 0


@pytest.mark.slow
def test_a_contest_depends_on_its_seed_alone() -> None:
    first = contest(BONES, ("normal", "random"), 60, seed=3)
    assert first == contest(BONES, ("normal", "random"), 60, seed=3)
    assert first != contest(BONES, ("normal", "random"), 60, seed=4)
    assert sum(first) > 0


def test_a_contest_is_as_good_the_other_way_round() -> None:
    there = contest(BONES, ("random", "normal"), 60, seed=3)
    assert sum(there) < 0


def test_equal_players_who_share_their_dice_in_turn_share_the_points() -> None:
    level = HeadToHead.of(contest(BONES, ("normal", "normal"), 40, seed=1))
    assert (level.wins, level.share.mean) == (level.losses, 0.5)


def test_alone_everybody_gets_the_same_dice() -> None:
    game, hard = new_game("fune", 1), trusted(find_level("fune", "hard"))
    expected = [
        play_game(game, [hard], Random(f"dice 5 {n}"), Random(f"own 5 {n}")).scores[0]
        for n in range(8)
    ]
    assert scores(game, Contestant.at_level("hard"), ArenaSettings(8, seed=5)) == Estimate.of(
        expected
    )


def test_levels_are_rated_by_their_contests() -> None:
    ratings = rate_levels({("a", "b"): [1, 0, 1], ("a", "c"): [1, 1, 1], ("b", "c"): [1, -1, 1]})
    assert ratings["a"].rating > ratings["b"].rating > ratings["c"].rating


def test_progress_is_reported_to_the_end() -> None:
    received: list[float] = []
    random = Contestant.at_level("random")
    arena.contest(BONES, (random, random), ArenaSettings(30, seed=1, on_progress=received.append))
    assert received == sorted(received)
    assert received[-1] == 1


def test_every_game_is_heard_with_its_record() -> None:
    received: list[ArenaGame] = []
    pair = (Contestant.at_level("normal"), Contestant.at_level("random"))
    for jobs in (1, 2):
        settings = ArenaSettings(6, seed=2, jobs=jobs, recorded=True, on_game=received.append)
        results = arena.contest(BONES, pair, settings)
    assert received[:6] == received[6:]  # whatever the number of processes
    rows = "\n".join(game.record for game in received[:6]).split("\n")
    for game, result, (record, state) in zip(received, results, read_many(rows), strict=False):
        end = record.game.turn(state)
        assert isinstance(end, Over)
        names = [record.notes[f"x-player-{seat}"] for seat in (0, 1)]
        assert names == (["random", "normal"] if game.number % 2 else ["normal", "random"])
        assert end.scores[names.index("normal")] == game.scores[0]
        assert result == game.result
        assert record.notes["x-game"] == str(game.number)


def test_a_failing_bot_forfeits_with_a_reason() -> None:
    received: list[ArenaGame] = []
    settings = ArenaSettings(4, seed=1, jobs=1, recorded=True, on_game=received.append)
    assert arena.contest(BONES, (Contestant.at_level("random"), LEAVER), settings) == [1] * 4
    assert {(game.forfeited, game.reason) for game in received} == {
        (1, "it raised an error: SystemExit: enough")
    }
    for game, (record, _) in zip(received, read_many(received[0].record.split("\n")), strict=False):
        assert record.notes["x-player-" + record.notes["forfeited"]] == "leaver"
        assert record.notes["x-forfeit"] == game.reason
    alone = new_game("fune", 1)
    assert scores(alone, LEAVER, ArenaSettings(2, seed=1, jobs=1)) == Estimate(0, 0)


def test_a_game_played_out_is_that_of_the_rules() -> None:
    finals = play_game(BONES, [trusted(choose_at_random)] * 2, Random(1), Random(1)).scores
    assert len(finals) == 2
    assert all(final >= 0 for final in finals)
