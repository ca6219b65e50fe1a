"""The texts of a review, and the chart of a match."""

from collections.abc import Sequence

from dicehall.game_page.advice import (
    SHOWN,
    accuracy_percent,
    least_loss,
    say_loss,
    say_value,
    win_percent,
)
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.review import JudgedDecision, Review
from dicehall.players.worth import POINTS
from dicehall.words.language import _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.telling import name_move, tell
from dicehall.words.viewer import Viewer

EIGHTHS = " ▁▂▃▄▅▆▇█"


def summarise(review: Review, viewer: Viewer) -> str:
    """How well the viewer played; for a spectator, how well every seat played."""
    seats = [viewer.you] if viewer.you is not None else range(len(viewer.names))
    lines = [_summarise_seat(review, seat, viewer.named(seat)) for seat in seats]
    return "\n".join(filter(None, lines))


def _summarise_seat(review: Review, seat: int, name: str) -> str:
    share, lost = accuracy_percent(review, seat), review.given_away(seat)
    if share is None:
        return ""
    if lost < least_loss(review.unit):
        return _("%(name)s played perfectly: every move was the best.") % {"name": name}
    values = {
        "name": name,
        "share": say_percent(share),
        "lost": say_number(lost * SHOWN[review.unit], 1),
    }
    if review.unit == POINTS:
        summary = _("%(name)s played with %(share)s accuracy and gave away %(lost)s points.")
    else:
        summary = _(
            "%(name)s played with %(share)s accuracy and gave away %(lost)s percentage points."
        )
    return summary % values


def tell_verdict(match: LocalMatch, judged: JudgedDecision, unit: str) -> str:
    """A move that cost something, and the better alternative."""
    game, before = match.game, match.at(judged.moment).state
    event = match.events[judged.moment]
    sentence = tell(game, before, event, match.at(judged.moment + 1).state, match.viewer)
    values = {
        "loss": say_loss(judged.cost, unit),
        "move": name_move(game, before, judged.best),
        "worth": say_value(judged.best_value, unit),
    }
    better = _("%(loss)s  better: %(move)s (%(worth)s)") % values
    return f"{sentence}\n   {better}"


def draw_course(review: Review, seat: int, width: int, height: int) -> str:
    """A bar chart of the worth of the match over time."""
    sign = -1 if seat and review.unit != POINTS else 1
    values = [sign * value for _moment, value in review.curve]
    if review.unit == POINTS:
        top = max(1.0, *values)
        shares = [value / top for value in values]
    else:
        shares = [win_percent(value) / 100 for value in values]
    return "\n".join(_bars(_sampled(shares, width), height))


def _sampled(shares: Sequence[float], width: int) -> list[float]:
    """At most `width` of the values, evenly spaced."""
    if len(shares) <= width:
        return list(shares)
    return [shares[column * (len(shares) - 1) // (width - 1)] for column in range(width)]


def _bars(shares: Sequence[float], height: int) -> list[str]:
    """Rows of blocks, top row first.

    >>> _bars([0.0, 0.5, 1.0], 2)
    ['  █', ' ██']
    """
    filled = [round(max(0.0, min(1.0, share)) * height * 8) for share in shares]
    return [
        "".join(EIGHTHS[max(0, min(8, eighths - 8 * row))] for eighths in filled)
        for row in range(height - 1, -1, -1)
    ]
