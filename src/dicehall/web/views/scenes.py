"""Builds the scene of a match for one guest."""

from dataclasses import replace
from typing import Literal

from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.match.opening import opponent_of
from dicehall.match.seats import Seat
from dicehall.match.thinking.coach import is_coached
from dicehall.players.characters import GUEST_FACES, NO_FACE, character, default_face


def scene_of(match: Match, guest: str, history: History | None = None) -> Scene:
    """What a guest sees of a match now; without a `history`, no earlier events."""
    return Scene(
        history or History(match.game, match.state, len(match.log), match.rolls),
        players=tuple(shown_name(seat.name, seat.level) if seat else "" for seat in match.seats),
        levels=tuple(seat.level if seat else "" for seat in match.seats),
        mine=match.held_by(guest),
        seat_faces=tuple(map(_face, match.seats, range(match.game.seats))),
        match_id=match.id,
        version=match.version,
        running=match.begun and not match.result,
        loss=match.loss,
        waiting=match.waiting,
        online=match.online,
        opponent=opponent_of(match),
        coached=is_coached(match, guest),
        take_back=_take_back(match, guest),
        own_dice=match.own_dice,
    )


def replayed(match: Match, guest: str, history: History) -> Scene:
    """What a guest sees at one step of a replay."""
    scene = scene_of(match, guest, history)
    at_end = history.moment == len(match.log)
    return replace(scene, running=False, loss=match.loss if at_end else None)


def _take_back(match: Match, guest: str) -> Literal["", "undo", "take-back"]:
    last = match.last_move_of(guest)
    if last is None:
        return ""
    free = match.own_dice or last + 1 == len(match.log)
    return "undo" if free else "take-back"


def _face(seat: Seat | None, number: int) -> str:
    """The face of a seat. Matches from before guests had faces show the default for the guest."""
    if seat is None:
        return NO_FACE
    if not isinstance(seat.holder, str):
        return character(seat.level).face
    return seat.face if seat.face in GUEST_FACES else default_face(seat.holder, number)
