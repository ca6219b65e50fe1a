"""Single flight: concurrent requests for the same key share one computation."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class SingleFlight(Generic[Key, Value]):
    """Caches the `most` recently requested values. Failures are not cached."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tasks: OrderedDict[Key, asyncio.Task[Value]] = OrderedDict()
        self._waiting: Counter[Key] = Counter()

    async def wait(self, key: Key, find: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """The value for a key. The computation is cancelled when its last waiter is cancelled."""
        task = self.ask(key, find)
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                if not task.done():
                    task.cancel()
                    self._tasks.pop(key, None)

    def ask(
        self, key: Key, find: Callable[[], Coroutine[Any, Any, Value]]
    ) -> "asyncio.Task[Value]":
        """The task that computes the value with `find`, or the one that already does or did.

        It runs to the end, whether or not anybody waits.
        """
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._tasks[key] = asyncio.create_task(find())
        self._tasks.move_to_end(key)
        self._forget()
        return task

    def known(self, key: Key) -> Value | None:
        """The value, if it is cached."""
        task = self._tasks.get(key)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    def close(self) -> None:
        """Cancel all computations."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _forget(self) -> None:
        found = [key for key, task in self._tasks.items() if task.done()]
        for key in found[: max(0, len(self._tasks) - self.most)]:
            del self._tasks[key]
