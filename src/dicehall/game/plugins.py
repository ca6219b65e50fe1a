"""What other packages bring by entry points; what is broken is left out, and stops nothing."""

import logging
import multiprocessing
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, Refused

Thing = TypeVar("Thing")

LONGEST_REASON = 200

log = logging.getLogger(__name__)


def gather(group: str, kind: type[Thing], take: Callable[[Thing], None]) -> None:
    """Hand all that other packages bring to `take`; whatever it refuses is told in one line."""
    for point in entry_points(group=group):
        try:
            things = _things(point.load(), kind)
        except (Exception, SystemExit) as error:  # a package that calls sys.exit must not end us
            _report(point, error)
            continue
        for thing in things:
            try:
                if not isinstance(thing, kind):
                    names = {"what": type(thing).__name__, "kind": kind.__name__}
                    raise BadOption(translatable("%(what)s is no %(kind)s", **names))
                take(thing)
            except (Exception, SystemExit) as error:
                _report(point, error)


def report(what: str, error: BaseException) -> None:
    """Say in one line what is left out, and why.

    Children that only think say nothing: their parent has said it.
    """
    if logging.getLogger().handlers or multiprocessing.parent_process() is None:
        log.warning("%s is left out: %s", what, reason(error))


def reason(error: BaseException) -> str:
    """Why something is left out, on one line.

    >>> reason(ZeroDivisionError("division\\nby zero"))
    'ZeroDivisionError: division by zero'
    >>> reason(BadOption(translatable("a table has two seats")))
    'a table has two seats'
    """
    words = " ".join(str(error).split())
    told = words if isinstance(error, Refused) else f"{type(error).__name__}: {words}"
    return told if len(told) <= LONGEST_REASON else f"{told[:LONGEST_REASON]} …"


def _things(brought: object, kind: type[Thing]) -> tuple[object, ...]:
    """What an entry point names: one of a kind, or several."""
    if isinstance(brought, kind):
        return (brought,)
    if not isinstance(brought, Iterable):
        message = translatable(
            "%(what)s is no %(kind)s, nor several of them",
            what=type(brought).__name__,
            kind=kind.__name__,
        )
        raise BadOption(message)
    return tuple(brought)


def _report(point: EntryPoint, error: BaseException) -> None:
    package = point.dist.name if point.dist else "?"
    thing = point.group.rpartition(".")[2].removesuffix("s")
    report(f"the {thing} {point.name} of {package}", error)
