"""A match as one guest sees it."""

from dicehall.match.live.coach import is_coached
from dicehall.match.match import Match
from dicehall.match.opening import opponent_of
from dicehall.page.scene import Scene


def scene_of(match: Match, guest: str, best: int | None = None) -> Scene:
    """What a guest sees of a match; `best` is the guest's highest score at this game alone."""
    return Scene(
        game=match.game,
        state=match.state,
        log=match.log,
        players=tuple(seat.name if seat else "" for seat in match.seats),
        levels=tuple(seat.level if seat else "" for seat in match.seats),
        mine=match.held_by(guest),
        match_id=match.id,
        version=match.version,
        running=match.full and not match.result,
        loss=match.loss,
        waiting=match.waiting,
        online=match.online,
        best=best,
        opponent=opponent_of(match),
        coached=is_coached(match, guest),
    )
