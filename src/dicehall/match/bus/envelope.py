"""What buses send from process to process: all news that waited, in one letter."""

from collections.abc import Callable

import msgspec

from dicehall.match.bus.protocol import News

MOST_IN_ONE_LETTER = 500


class Letter(msgspec.Struct, frozen=True, array_like=True):
    """News of matches, and which process it comes from."""

    sender: str
    news: list[tuple[str, News]]


encode_letter: Callable[[Letter], bytes] = msgspec.json.Encoder().encode
decode_letter: Callable[[bytes], Letter] = msgspec.json.Decoder(Letter).decode
