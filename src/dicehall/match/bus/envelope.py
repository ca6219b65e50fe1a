"""What buses send from process to process: all news that waited, in one envelope."""

from collections.abc import Callable

import msgspec

from dicehall.match.bus.protocol import News

MOST_IN_ONE_ENVELOPE = 500


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """News of matches, and which process it comes from."""

    sender: str
    news: list[tuple[str, News]]


encode_envelope: Callable[[Envelope], bytes] = msgspec.json.Encoder().encode
decode_envelope: Callable[[bytes], Envelope] = msgspec.json.Decoder(Envelope).decode
