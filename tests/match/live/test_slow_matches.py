"""Limits on running matches against slow levels."""

from types import SimpleNamespace
from typing import Any

import pytest

from dicehall.game import new_game
from dicehall.game.refused import TooOften
from dicehall.match.commands import TakeSeat
from dicehall.match.live.slow_matches import (
    ABANDONED_SECONDS,
    MOST_PER_GUEST,
    MOST_PER_NETWORK,
    SlowMatches,
)
from dicehall.match.networks import GuestNetworks
from dicehall.match.service import Matches
from support.contests import ANN
from support.places import Place
from support.services import with_services

GAME = new_game("knucklebones")
PERFECT = TakeSeat(1, "Perfect", level="perfect")


class Hall:
    """Tables without a server: what `SlowMatches` counts, and a clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.tables: dict[str, Any] = {}
        self.networks = GuestNetworks()
        self.slow = SlowMatches(self.networks, self.tables.get, lambda: self.now)

    def open(self, guest: str, level: str = "perfect") -> str:
        sitting = [TakeSeat(0, guest, guest), TakeSeat(1, "Computer", level=level)]
        party = self.slow.opening(GAME, sitting)
        match_id = str(len(self.tables))
        self.tables[match_id] = SimpleNamespace(result=None)
        if party:
            self.slow.add(match_id, party)
        return match_id


def test_a_guest_at_the_limit_may_open_another_when_one_ends() -> None:
    hall = Hall()
    first, *_ = [hall.open("eve") for _ in range(MOST_PER_GUEST)]
    with pytest.raises(TooOften):
        hall.open("eve")
    hall.open("eve", "hard")
    hall.open("ada")
    hall.tables[first].result = "over"
    hall.open("eve")
    with pytest.raises(TooOften):
        hall.open("eve")


def test_new_guests_do_not_raise_the_limit_of_their_network() -> None:
    hall = Hall()
    for number in range(MOST_PER_NETWORK + 1):
        hall.networks.note(f"eve {number}", "192.0.2.1")
    for number in range(MOST_PER_NETWORK):
        hall.open(f"eve {number}")
    with pytest.raises(TooOften):
        hall.open(f"eve {MOST_PER_NETWORK}")
    hall.networks.note("ada", "192.0.2.2")
    hall.open("ada")


def test_abandoned_matches_stop_counting() -> None:
    hall = Hall()
    for _ in range(MOST_PER_GUEST):
        hall.open("ada")
    hall.now += ABANDONED_SECONDS
    hall.open("ada")


def test_the_limit_holds_at_the_tables_of_a_server(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.live.slow_matches.MOST_PER_GUEST", 1)

    async def play(service: Matches) -> None:
        await service.open(GAME, [ANN, PERFECT])
        with pytest.raises(TooOften):
            await service.open(GAME, [ANN, PERFECT])

    with_services(place, play)
