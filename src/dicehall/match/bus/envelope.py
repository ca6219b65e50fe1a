"""The message format between processes: an envelope holds all pending news.

The sender may run another version, or be another program: unreadable news is skipped, and logged
once.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec

from dicehall.match.bus.protocol import News

MOST_IN_ONE_ENVELOPE = 500
MOST_REPORTED = 20

log = logging.getLogger(__name__)


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """News of matches, and the process that sent it."""

    sender: str
    news: Sequence[tuple[str, News]]


class _Sealed(msgspec.Struct, frozen=True, array_like=True):
    """An envelope whose news has not been decoded yet."""

    sender: str
    news: list[msgspec.Raw]


encode_envelope: Callable[[Envelope], bytes] = msgspec.json.Encoder().encode
_open: Callable[[bytes], _Sealed] = msgspec.json.Decoder(_Sealed).decode
_read: Callable[[msgspec.Raw], tuple[str, News]] = msgspec.json.Decoder(tuple[str, News]).decode
_reported: set[str] = set()


def decode_envelope(data: bytes) -> Envelope:
    """Decode an envelope, without the news that cannot be read."""
    try:
        sealed = _open(data)
    except msgspec.DecodeError as error:
        _report(error)
        return Envelope("", [])
    news = []
    for one in sealed.news:
        try:
            news.append(_read(one))
        except msgspec.DecodeError as error:
            _report(error)
    return Envelope(sealed.sender, news)


def _report(error: msgspec.DecodeError) -> None:
    """Log each error only once: a newer process may cause it a thousand times a second."""
    if str(error) not in _reported and len(_reported) < MOST_REPORTED:
        _reported.add(str(error))
        log.warning("unreadable message on the bus: %s", error)
