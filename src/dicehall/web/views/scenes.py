"""A match as one guest sees it."""

from dataclasses import replace

from dicehall.match.live.coach import is_coached
from dicehall.match.match import Match
from dicehall.match.opening import opponent_of
from dicehall.page.history import History
from dicehall.page.scene import Scene


def scene_of(match: Match, guest: str, history: History | None = None) -> Scene:
    """What a guest sees of a match now; without its `history`, of nothing that happened before."""
    return Scene(
        history or History(match.game, match.state, len(match.log), match.rolls),
        players=tuple(seat.name if seat else "" for seat in match.seats),
        levels=tuple(seat.level if seat else "" for seat in match.seats),
        mine=match.held_by(guest),
        match_id=match.id,
        version=match.version,
        running=match.full and not match.result,
        loss=match.loss,
        waiting=match.waiting,
        online=match.online,
        opponent=opponent_of(match),
        coached=is_coached(match, guest),
    )


def replayed(match: Match, guest: str, history: History) -> Scene:
    """What there was to see at some moment of a match."""
    scene = scene_of(match, guest, history)
    at_end = history.moment == len(match.log)
    return replace(scene, running=False, loss=match.loss if at_end else None)
