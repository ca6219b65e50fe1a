"""Who is at a table: counted once for each process, told when it changes, forgotten with time."""

from dataclasses import dataclass

from dicehall.match.bus.protocol import Present
from dicehall.match.live.presence import (
    AWAY_SECONDS,
    GONE_SECONDS,
    Attendance,
    Presence,
    Timestamp,
)
from support.contests import NOW, begun


@dataclass
class Clock:
    """Stands still until it is moved; says the same time in both ways."""

    passed: float = 0.0

    def attendance(self, seen: dict[int, Timestamp] | None = None) -> Attendance:
        return Attendance(lambda: self.passed, lambda: NOW + self.passed, seen or {})


def test_viewers_are_counted_once_however_many_pages_they_have() -> None:
    here = Clock().attendance()
    for viewer in ("guest-c", "guest-c", "guest-d", "guest-a", "guest-a"):
        here.enter(viewer)
    assert here.tell("p", begun()) == Present("p", (0,), 2)
    here.leave("guest-c")
    assert here.tell("p", begun()) == Present("p", (0,), 2)
    here.leave("guest-c")
    here.leave("guest-a")
    here.leave("guest-a")
    assert here.tell("p", begun()) == Present("p", (), 1)


def test_those_who_are_missed_are_told_apart_from_those_who_were_not_heard_yet() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-c")
    assert here.presence(begun()) == Presence({}, 1)
    clock.passed += AWAY_SECONDS
    here.enter("guest-a")
    assert here.presence(begun()) == Presence({1: NOW}, 1, (0,))
    here.hear(Present("elsewhere", (1,), 3))
    assert here.presence(begun()) == Presence({}, 4, (0, 1))


def test_a_seat_is_away_since_it_was_last_seen() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-a")
    here.hear(Present("elsewhere", (1,), 0))
    clock.passed += 5
    here.presence(begun())
    here.leave("guest-a")
    clock.passed += AWAY_SECONDS - 1
    here.hear(Present("elsewhere", (1,), 0))
    assert here.presence(begun()) == Presence(here=(1,))
    clock.passed += 1
    assert here.presence(begun()) == Presence({0: NOW + 5}, here=(1,))
    # Whoever watches next knows it too, once it has listened for a while.
    later = clock.attendance(here.seen)
    later.hear(Present("elsewhere", (1,), 0))
    assert later.presence(begun()) == Presence(here=(1,))
    clock.passed += AWAY_SECONDS
    assert later.presence(begun()) == Presence({0: NOW + 5}, here=(1,))


def test_a_process_that_died_is_forgotten_and_its_seats_are_away_since_its_last_word() -> None:
    clock = Clock()
    here = clock.attendance()
    here.enter("guest-a")
    assert here.hear(Present("elsewhere", (1,), 7))
    assert not here.hear(Present("elsewhere", (1,), 8))
    clock.passed += GONE_SECONDS - 1
    assert here.presence(begun()) == Presence({}, 8, (0, 1))
    clock.passed += 1
    assert here.presence(begun()) == Presence({1: NOW}, 0, (0,))


def test_a_process_that_nobody_watches_at_any_more_says_so() -> None:
    clock = Clock()
    here = clock.attendance()
    here.hear(Present("elsewhere", (), 8))
    here.hear(Present("elsewhere", (), 0))
    assert here.presence(begun()) == Presence()
