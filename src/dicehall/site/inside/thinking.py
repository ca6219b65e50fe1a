"""Asks another worker to think. Questions and answers travel as bytes."""

import pickle
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

Result = TypeVar("Result")
Ask = Callable[[bytes], Awaitable[Any]]


async def run_elsewhere(ask: Ask, work: Callable[..., Result], *about: Any) -> Result:
    """Run a function in the other worker."""
    reply = pickle.loads(bytes(await ask(pickle.dumps((work, about)))))
    if isinstance(reply, BaseException):
        raise reply
    found: Result = reply
    return found


def answer(question: Any) -> bytes:
    """In the other worker: run a function, and return its result or what it raised."""
    work, about = pickle.loads(bytes(question))
    try:
        return pickle.dumps(work(*about))
    except Exception as error:
        return pickle.dumps(error)
