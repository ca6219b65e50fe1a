"""An animation from real frames: an animated WebP, whose frames the browser encodes.

The container is simple enough to write here: developers.google.com/speed/webp/docs/riff_container.
"""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from struct import pack, unpack_from

from playwright.sync_api import Browser, Page

from pictures.slow_time import Frame, changes

WIDTH = 640
QUALITY = 0.8
FIRST_MS, LAST_MS = 800, 1600
"""How much longer the first frame is seen, and the last before all begins again."""
ANIMATED = 0x02
OPAQUE_WHOLE_FRAME = 0x02
"""Of a frame: it replaces what was there instead of being blended with it."""

ENCODE = """
async ([address, width, quality]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round(image.naturalHeight * width / image.naturalWidth);
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return [canvas.height, canvas.toDataURL("image/webp", quality)];
}
"""


def animate(browser: Browser, frames: Sequence[Frame]) -> bytes:
    """The frames as one animated WebP that goes round and round, at the speed they were seen."""
    shown = [frame for frame, _ in changes(frames)]
    page = browser.new_page()
    try:
        encoded = [_encode(page, frame.png) for frame in shown]
    finally:
        page.close()
    height = encoded[0][0]
    ends = [frame.ms for frame in shown[1:]] + [shown[-1].ms + LAST_MS]
    lasting = [end - frame.ms for frame, end in zip(shown, ends, strict=True)]
    lasting[0] += FIRST_MS
    canvas = _three_bytes(WIDTH - 1) + _three_bytes(height - 1)
    chunks = [_chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + canvas), _chunk(b"ANIM", bytes(6))]
    for (_, picture), ms in zip(encoded, lasting, strict=True):
        place = bytes(6) + canvas + _three_bytes(ms) + bytes([OPAQUE_WHOLE_FRAME])
        chunks.append(_chunk(b"ANMF", place + picture))
    return _chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _encode(page: Page, png: bytes) -> tuple[int, bytes]:
    """The height of a frame and its picture data, without the container of a still."""
    address = f"data:image/png;base64,{b64encode(png).decode()}"
    height, encoded = page.evaluate(ENCODE, [address, WIDTH, QUALITY])
    still = b64decode(encoded.partition(",")[2])
    at, data = 12, b""
    while at < len(still):
        name, size = still[at : at + 4], unpack_from("<I", still, at + 4)[0]
        if name in (b"VP8 ", b"VP8L"):
            data += _chunk(name, still[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    return height, data


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + pack("<I", len(data)) + data + bytes(len(data) % 2)


def _three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")
