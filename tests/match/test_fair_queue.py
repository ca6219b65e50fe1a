"""The order in which those who wait for a child process are served."""

from collections.abc import Iterator

from dicehall.match.fair_queue import FairQueue
from dicehall.match.networks import Party

QUICK, SLOW = 0, 1


def serve(queue: FairQueue[str]) -> Iterator[str]:
    while (item := queue.pop()) is not None:
        yield item


def test_tables_of_one_network_cannot_delay_another_guest() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in range(110):
        queue.push(SLOW, Party("192.0.2.1", f"eve {table % 2}"), "eve")
    queue.push(SLOW, Party("192.0.2.2", "ada"), "ada slow")
    queue.push(QUICK, Party("192.0.2.2", "ada"), "ada quick")
    served = list(serve(queue))
    assert served[:3] == ["ada quick", "eve", "ada slow"]
    assert served[3:] == ["eve"] * 109


def test_new_guests_of_a_network_only_share_its_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.push(SLOW, Party("2001:db8::/64", f"guest {number}"), "many guests")
    for number in range(3):
        queue.push(SLOW, Party("192.0.2.2", "ada"), f"ada {number}")
    assert [item for item in list(serve(queue))[:6] if item != "many guests"] == [
        "ada 0",
        "ada 1",
        "ada 2",
    ]


def test_guests_of_a_network_take_turns_and_each_is_served_in_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for guest, number in (("ada", 0), ("ada", 1), ("ada", 2), ("bob", 0), ("eve", 0), ("bob", 1)):
        queue.push(QUICK, Party("192.0.2.1", guest), f"{guest} {number}")
    assert list(serve(queue)) == ["ada 0", "bob 0", "eve 0", "ada 1", "bob 1", "ada 2"]


def test_a_returning_guest_waits_for_at_most_one_round() -> None:
    queue: FairQueue[str] = FairQueue()
    for network in range(3):
        for number in range(10):
            queue.push(SLOW, Party(f"192.0.2.{network}", "eve"), f"{network} {number}")
    for _ in range(5):
        queue.push(SLOW, Party("198.51.100.1", "ada"), "ada")
        served = [queue.pop() for _ in range(4)]
        assert "ada" in served
    assert len(queue) == 15


def test_less_urgent_items_can_be_left_waiting() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push(SLOW, Party("192.0.2.1", "eve"), "eve")
    assert queue.pop(below=SLOW) is None
    queue.push(QUICK, Party("192.0.2.2", "ada"), "ada")
    assert [queue.pop(below=SLOW), queue.pop(below=SLOW), len(queue)] == ["ada", None, 1]
