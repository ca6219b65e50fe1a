"""Progress bars with a resolution of an eighth of a cell."""

from dicehall.game_screen.canvas import Canvas, Ink

EIGHTHS = " ▏▎▍▌▋▊▉"


def draw_bar(canvas: Canvas, x: int, y: int, width: int, share: float, ink: Ink) -> None:
    """Draw a bar that is full at a share of 1; the ink's background fills the rest.

    >>> canvas = Canvas(4, 1, Ink("#ffffff", "#000000"))
    >>> draw_bar(canvas, 0, 0, 4, 0.625, Ink("#ffffff", "#333333"))
    >>> canvas.text
    '██▌'
    """
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    whole, rest = divmod(eighths, 8)
    bar = "█" * whole + (EIGHTHS[rest] if rest else "")
    canvas.put(x, y, bar.ljust(width), ink)
