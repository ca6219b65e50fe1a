"""Many pictures on one sheet, put together by the browser that took them."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from playwright.sync_api import Browser

STYLE = """
body { margin: 0; padding: 12px; width: max-content; max-width: 2300px;
       background: #777; color: #fff; font: 13px/1.4 system-ui, sans-serif }
h1 { margin: 0 0 8px; font-size: 18px }
.row { display: inline-flex; flex-wrap: wrap; gap: 8px; margin: 0 12px 12px 0 }
figure { margin: 0 }
img { display: block; background: #fff }
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and the words under it."""

    data: bytes
    words: str
    form: str = "png"

    @property
    def address(self) -> str:
        return f"data:image/{self.form};base64,{b64encode(self.data).decode()}"


def make_sheet(
    browser: Browser, title: str, rows: Sequence[Sequence[Picture]], height: int
) -> bytes:
    """The rows below each other, each picture shown at this height, as one PNG."""
    drawn = "".join(
        f"<div class=row>{''.join(_figure(picture, height) for picture in row)}</div>"
        for row in rows
    )
    page = browser.new_page(viewport={"width": 400, "height": 300})
    try:
        page.set_content(f"<style>{STYLE}</style><h1>{escape(title)}</h1>{drawn}")
        page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        return page.locator("body").screenshot()
    finally:
        page.close()


def _figure(picture: Picture, height: int) -> str:
    words = escape(picture.words)
    return f"<figure><img src={picture.address} height={height}>{words}</figure>"
