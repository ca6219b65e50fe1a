"""What buses send from process to process: all news that waited, in one envelope.

The other end may be older or newer than this one, or no house at all: what cannot be read is left
out, and the log says so once.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec

from dicehall.match.bus.protocol import News

MOST_IN_ONE_ENVELOPE = 500
MOST_COMPLAINTS = 20

log = logging.getLogger(__name__)


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """News of matches, and which process it comes from."""

    sender: str
    news: Sequence[tuple[str, News]]


class _Sealed(msgspec.Struct, frozen=True, array_like=True):
    """An envelope whose news has not been read yet."""

    sender: str
    news: list[msgspec.Raw]


encode_envelope: Callable[[Envelope], bytes] = msgspec.json.Encoder().encode
_open: Callable[[bytes], _Sealed] = msgspec.json.Decoder(_Sealed).decode
_read: Callable[[msgspec.Raw], tuple[str, News]] = msgspec.json.Decoder(tuple[str, News]).decode
_complaints: set[str] = set()


def decode_envelope(data: bytes) -> Envelope:
    """What can be read of an envelope; an empty one if that is nothing."""
    try:
        sealed = _open(data)
    except msgspec.DecodeError as error:
        _complain(error)
        return Envelope("", [])
    news = []
    for one in sealed.news:
        try:
            news.append(_read(one))
        except msgspec.DecodeError as error:
            _complain(error)
    return Envelope(sealed.sender, news)


def _complain(error: msgspec.DecodeError) -> None:
    """Once for each fault: a newer process may say the same a thousand times a second."""
    if str(error) not in _complaints and len(_complaints) < MOST_COMPLAINTS:
        _complaints.add(str(error))
        log.warning("unreadable message on the bus: %s", error)
