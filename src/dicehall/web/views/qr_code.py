"""QR codes of links."""

from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """A link as an SVG, dark on light in every theme."""
    import segno  # few pages need it

    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=3, dark="#111", light="#fff", omitsize=True, svgclass="qr")
    return Markup(svg)
