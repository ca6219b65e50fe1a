"""A link as a picture that phones can read."""

import segno
from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """Dark on light, whatever the theme."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=3, dark="#111", light="#fff", omitsize=True, svgclass="qr")
    return Markup(svg)
