"""Presence: counted once per process, announced when it changes, forgotten after a while."""

from dataclasses import dataclass

from dicehall.match.bus.protocol import Present
from dicehall.match.live.presence import (
    AWAY_SECONDS,
    GONE_SECONDS,
    LastSeen,
    OpenPages,
    Presence,
)
from dicehall.match.time_limits import QUIET_SECONDS
from support.contests import NOW, begun


@dataclass
class Clock:
    """A clock that only moves when a test moves it, for wall time and monotonic time."""

    passed: float = 0.0

    def attendance(self, sightings: LastSeen | None = None) -> OpenPages:
        return OpenPages(lambda: self.passed, lambda: NOW + self.passed, sightings or LastSeen())


def test_viewers_are_counted_once_however_many_pages_they_have() -> None:
    here = Clock().attendance()
    for viewer in ("guest-c", "guest-c", "guest-d", "guest-a", "guest-a"):
        here.enter(viewer)
    assert here.report("p", begun()) == Present("p", (0,), 2)
    here.leave("guest-c")
    assert here.report("p", begun()) == Present("p", (0,), 2)
    here.leave("guest-c")
    here.leave("guest-a")
    here.leave("guest-a")
    assert here.report("p", begun()) == Present("p", (), 1)


def test_absent_players_differ_from_players_not_seen_yet() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-c")
    assert here.presence(begun()) == Presence({}, 1)
    clock.passed += AWAY_SECONDS
    here.enter("guest-a")
    assert here.presence(begun()) == Presence({1: NOW}, 1, (0,))
    here.receive(Present("elsewhere", (1,), 3))
    assert here.presence(begun()) == Presence({}, 4, (0, 1))


def test_a_seat_is_away_since_it_was_last_seen() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-a")
    here.receive(Present("elsewhere", (1,), 0))
    clock.passed += 5
    here.presence(begun())
    here.leave("guest-a")
    clock.passed += AWAY_SECONDS - 1
    here.receive(Present("elsewhere", (1,), 0))
    assert here.presence(begun()) == Presence(here=(1,))
    clock.passed += 1
    assert here.presence(begun()) == Presence({0: NOW + 5}, here=(1,))
    # Whoever watches next knows it too, once it has listened for a while.
    later = clock.attendance(here.sightings)
    later.receive(Present("elsewhere", (1,), 0))
    assert later.presence(begun()) == Presence(here=(1,))
    clock.passed += AWAY_SECONDS
    assert later.presence(begun()) == Presence({0: NOW + 5}, here=(1,))


def test_a_process_that_died_is_forgotten_and_its_seats_are_away_since_its_last_word() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-a")
    assert here.receive(Present("elsewhere", (1,), 7))
    assert not here.receive(Present("elsewhere", (1,), 8))
    clock.passed += GONE_SECONDS - 1
    assert here.presence(begun()) == Presence({}, 8, (0, 1))
    clock.passed += 1
    assert here.presence(begun()) == Presence({1: NOW}, 0, (0,))


def test_a_process_reports_when_its_last_watcher_leaves() -> None:
    clock = Clock()
    here = clock.attendance()
    here.receive(Present("elsewhere", (), 8))
    here.receive(Present("elsewhere", (), 0))
    assert here.presence(begun()) == Presence()


def test_a_page_without_a_script_counts_as_present_while_it_reloads_itself() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-a")
    for _ in range(20):
        here.visit("guest-b")
        clock.passed += 5
        assert here.presence(begun()) == Presence(here=(0, 1))
    clock.passed += 2 * AWAY_SECONDS  # and no longer
    assert here.presence(begun()) == Presence({1: NOW + 100}, here=(0,))


def test_on_its_own_turn_such_a_page_counts_until_the_win_can_be_claimed() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-b")
    here.visit("guest-a")  # is to move
    clock.passed = QUIET_SECONDS - 1
    later = clock.attendance(here.sightings)  # who watches next knows it too
    for one in (here, later):
        assert 0 in one.presence(begun()).here
    clock.passed += AWAY_SECONDS + 1
    assert 0 in here.presence(begun()).away


def test_a_visit_whose_page_then_listens_ends_with_that_page() -> None:
    clock = Clock()
    here = clock.attendance()
    here.visit("guest-a")
    here.enter("guest-a")
    here.visit("guest-a")  # in another tab
    here.leave("guest-a")
    clock.passed += AWAY_SECONDS
    assert 0 in here.presence(begun()).away


def test_a_visit_whose_page_then_listens_at_another_process_ends_with_that_page() -> None:
    clock = Clock()
    here, elsewhere = clock.attendance(), clock.attendance()
    here.enter("guest-b")
    here.visit("guest-a")  # is to move
    elsewhere.enter("guest-a")
    here.receive(elsewhere.report("elsewhere", begun()))
    elsewhere.leave("guest-a")
    here.receive(elsewhere.report("elsewhere", begun()))
    clock.passed += AWAY_SECONDS
    assert here.presence(begun()) == Presence({0: NOW}, here=(1,))


def test_a_page_without_a_script_may_reload_at_any_process() -> None:
    clock = Clock()
    here, elsewhere = clock.attendance(), clock.attendance()
    here.enter("guest-b")
    here.visit("guest-a")  # is to move
    elsewhere.visit("guest-a")
    report = elsewhere.report("elsewhere", begun())
    assert report == Present("elsewhere", (), 0, visits=(0,))
    here.receive(report)
    clock.passed += GONE_SECONDS
    assert here.presence(begun()) == Presence(here=(0, 1))
