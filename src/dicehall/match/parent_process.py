"""Makes child processes exit with their parent, even if it is killed."""

import multiprocessing
from collections.abc import Callable
from threading import Thread


def end_with_parent(end: Callable[[], object]) -> None:
    """In a child: call `end` when the parent has exited."""
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, daemon=True).start()
