"""The rate limit that everything uses."""

import time

import pytest

from dicehall.game.refused import TooOften
from dicehall.match.networks import Party
from dicehall.web.edge import rate_limit
from dicehall.web.edge.limits import OpenStreams, take_for
from dicehall.web.edge.rate_limit import RateLimit


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_window_begins_with_the_first_try_and_ends_in_time() -> None:
    clock = Clock()
    limit = RateLimit(3, 60, clock)
    assert limit.spend("ada")
    clock.now += 59
    assert [limit.spend("ada") for _ in range(3)] == [True, True, False]
    assert limit.spend("bob")
    with pytest.raises(TooOften) as refused:
        limit.take("ada")
    assert refused.value.retry_seconds == limit.wait_seconds("ada") == 1
    clock.now += 1
    assert [limit.spend("ada") for _ in range(4)] == [True, True, True, False]


def test_a_clock_change_does_not_block_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: pytest.fail("this is not monotonic"))
    limit = RateLimit(1)
    assert [limit.spend("ada"), limit.spend("ada")] == [True, False]
    assert 0 < limit.wait_seconds("ada") <= 60


def test_costs_count_and_refused_requests_are_free() -> None:
    limit = RateLimit(10, 60, Clock())
    assert [limit.spend("ada", 4) for _ in range(3)] == [True, True, False]
    assert [limit.spend("ada") for _ in range(3)] == [True, True, False]


def test_a_cost_above_the_limit_is_the_whole_limit() -> None:
    limit = RateLimit(5, 60, Clock())
    assert [limit.spend("ada", 8), limit.spend("ada")] == [True, False]


def test_keys_are_forgotten_those_first_whose_window_ends_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limit, "MOST_KEPT", 2)
    limit = RateLimit(1, 60, Clock())
    for key in ("ada", "bob", "eve"):
        limit.take(key)
    assert [limit.spend(key) for key in ("bob", "eve", "ada")] == [False, False, True]


def test_a_refused_guest_uses_up_nothing_of_the_network() -> None:
    limits = RateLimit(1), RateLimit(2)
    take_for(Party("home", "ada"), limits)
    for _ in range(3):
        with pytest.raises(TooOften):
            take_for(Party("home", "ada"), limits)
    take_for(Party("home", "bob"), limits)
    with pytest.raises(TooOften):
        take_for(Party("home", "cid"), limits)


def test_an_address_has_as_many_streams_as_it_may() -> None:
    streams = OpenStreams(2)
    with streams.opened("192.0.2.1"):
        streams.check("192.0.2.1")
        with streams.opened("192.0.2.1"):
            with pytest.raises(TooOften):
                streams.check("192.0.2.1")
            streams.check("192.0.2.2")
        streams.check("192.0.2.1")
