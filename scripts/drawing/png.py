"""Writes pixels as a PNG file."""

import struct
import zlib

import numpy as np
import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR_TYPES = {3: 2, 4: 6}
"""PNG's colour type by the number of values of a pixel: red, green, blue, and perhaps alpha."""
UP = 2
"""PNG's filter that writes each row as its difference from the row above: small numbers where light
falls off slowly."""
LEVEL = 6


def encode_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Rows of pixels, the uppermost first, as a file.

    >>> encode_png(np.zeros((2, 3, 3), np.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    height, width, depth = pixels.shape
    rows = pixels.reshape(height, width * depth)
    above = np.vstack([np.zeros((1, width * depth), np.uint8), rows[:-1]])
    filtered = np.hstack([np.full((height, 1), UP, np.uint8), rows - above])
    head = struct.pack(">2I5B", width, height, 8, COLOUR_TYPES[depth], 0, 0, 0)
    body = zlib.compress(filtered.tobytes(), LEVEL)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
