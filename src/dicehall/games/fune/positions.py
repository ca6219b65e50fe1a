"""Positions of FUNE as text: the card of each seat, the dice, the rolls left, the seat to move.

    3._._.12._._.25._._._._._._-66_2_-1-0

A card has its thirteen boxes in order. The check is complete: every position that is read can
occur.
"""

from dicehall.game.messages import translatable
from dicehall.game.positions import NOTHING, read_faces, read_number, require, spell_faces, split
from dicehall.game.turns import D6
from dicehall.games.fune.keeps import POINTS
from dicehall.games.fune.rules import BOXES, DICE, REROLLS, TO_ROLL, Card, Fune, FuneState

CARD = ".".join(BOXES)


def spell(game: Fune, state: FuneState) -> str:
    cards = [
        ".".join(NOTHING if points is None else str(points) for points in card)
        for card in state.cards
    ]
    dice = spell_faces(face or None for face in state.dice)
    return "-".join([*cards, dice, str(state.rerolls_left), str(state.seat)])


def parse(game: Fune, text: str) -> FuneState:
    form = "-".join([*["card"] * game.seats, "dice", "rolls", "seat"])
    *cards, dice, rolls_left, seat = split(text, "-", form)
    return FuneState(
        cards=tuple(map(_read_card, cards)),
        seat=read_number(seat, 0, game.seats - 1),
        dice=tuple(face or TO_ROLL for face in read_faces(dice, [D6.faces] * DICE)),
        rolls=REROLLS + 1 - read_number(rolls_left, 0, REROLLS + 1),
    )


def check(game: Fune, state: FuneState) -> None:
    confirmed = [len(BOXES) - card.count(None) for card in state.cards]
    even = [count - (seat < state.seat) for seat, count in enumerate(confirmed)]
    message = translatable("seat %(seat)d cannot be to move here", seat=state.seat)
    require(len(set(even)) == 1, message)  # FUNE 1
    begun = state.rolls > 0
    message = translatable("these dice do not fit the rolls that are left")
    require(begun or state.dice == (TO_ROLL,) * DICE, message)  # FUNE 2
    require(state.rerolls_left > 0 or TO_ROLL not in state.dice, message)
    over = None not in state.cards[state.seat]
    require(not (over and begun), translatable("the game is over: no die is rolled"))


def _read_card(text: str) -> Card:
    return tuple(map(_read_points, split(text, ".", CARD), BOXES, POINTS))


def _read_points(text: str, box: str, possible: list[int]) -> int | None:
    if text == NOTHING:
        return None
    points = read_number(text, 0, max(possible))
    message = translatable("%(box)s cannot score %(points)d", box=box, points=points)
    require(points in possible, message)
    return points
