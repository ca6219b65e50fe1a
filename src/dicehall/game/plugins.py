"""Loads entry points of other packages; broken ones are skipped and logged."""

import logging
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, Refused

Loaded = TypeVar("Loaded")

LONGEST_REASON = 200

log = logging.getLogger(__name__)


def gather(group: str, kind: type[Loaded], take: Callable[[Loaded], None]) -> None:
    """Load every entry point of a group and pass its objects to `take`; log those it refuses."""
    for point in entry_points(group=group):
        try:
            found = _objects(point.load(), kind)
        except (Exception, SystemExit) as error:  # a package that calls sys.exit must not stop us
            _report(point, error)
            continue
        for one in found:
            try:
                if not isinstance(one, kind):
                    names = {"what": type(one).__name__, "kind": kind.__name__}
                    raise BadOption(translatable("expected %(kind)s, not %(what)s", **names))
                take(one)
            except (Exception, SystemExit) as error:
                _report(point, error)


def report(what: str, error: BaseException) -> None:
    """Log in one line what is skipped, and why.

    Worker processes log nothing: their parent already has.
    """
    if logging.getLogger().handlers or not _is_worker():
        log.warning("skipped %s: %s", what, reason(error))


def _is_worker() -> bool:
    """Whether `multiprocessing` has started this process; then it is loaded."""
    module = sys.modules.get("multiprocessing")
    return module is not None and module.parent_process() is not None


def reason(error: BaseException) -> str:
    """The error on one line.

    >>> reason(ZeroDivisionError("division\\nby zero"))
    'ZeroDivisionError: division by zero'
    >>> reason(BadOption(translatable("a table has two seats")))
    'a table has two seats'
    """
    message = " ".join(str(error).split())
    line = message if isinstance(error, Refused) else f"{type(error).__name__}: {message}"
    return line if len(line) <= LONGEST_REASON else f"{line[:LONGEST_REASON]} …"


def _objects(brought: object, kind: type[Loaded]) -> tuple[object, ...]:
    """The objects an entry point names: one, or several."""
    if isinstance(brought, kind):
        return (brought,)
    if not isinstance(brought, Iterable):
        message = translatable(
            "expected one or more of %(kind)s, not %(what)s",
            what=type(brought).__name__,
            kind=kind.__name__,
        )
        raise BadOption(message)
    return tuple(brought)


def _report(point: EntryPoint, error: BaseException) -> None:
    package = point.dist.name if point.dist else "?"
    kind = point.group.rpartition(".")[2].removesuffix("s")
    report(f"the {kind} {point.name} of {package}", error)
