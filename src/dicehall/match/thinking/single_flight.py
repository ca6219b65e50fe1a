"""Single flight: an answer that takes a while is found once, for all who ask meanwhile."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class SingleFlight(Generic[Key, Answer]):
    """Keeps the `most` answers that were last asked for; one that failed is forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tasks: OrderedDict[Key, asyncio.Task[Answer]] = OrderedDict()
        self._waiting: Counter[Key] = Counter()

    async def wait(self, key: Key, find: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """The answer; when the last one who waits for it goes away, nobody looks for it."""
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
        self, key: Key, find: Callable[[], Coroutine[Any, Any, Answer]]
    ) -> "asyncio.Task[Answer]":
        """The answer, found by `find` unless it is known or somebody is looking for it.

        It is looked for to the end, whether or not anybody waits.
        """
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._tasks[key] = asyncio.create_task(find())
        self._tasks.move_to_end(key)
        self._forget()
        return task

    def known(self, key: Key) -> Answer | None:
        """The answer, if it has been found already."""
        task = self._tasks.get(key)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    def close(self) -> None:
        """Stop looking."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _forget(self) -> None:
        found = [key for key, task in self._tasks.items() if task.done()]
        for key in found[: max(0, len(self._tasks) - self.most)]:
            del self._tasks[key]
