"""Child processes that do not outlive their parent, even if it was killed."""

import multiprocessing
from collections.abc import Callable
from threading import Thread


def end_with_parent(end: Callable[[], object]) -> None:
    """In a child: when the parent is gone, do what ends this process."""
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, daemon=True).start()
