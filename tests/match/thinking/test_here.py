"""Thinking in the process that plays."""

import asyncio

from dicehall.game import new_game
from dicehall.match.thinking.here import ThinkingHere
from dicehall.match.thinking.protocol import Thinking

MOVES = ("column 1", "column 2", "column 3")


def test_it_chooses_and_weighs_after_what_is_already_waiting() -> None:
    game = new_game("knucklebones")
    state = game.roll(game.start(), (5,))
    thinker: Thinking = ThinkingHere(pause_s=0)
    order: list[str] = []

    async def think() -> None:
        assert await thinker.choose(game, state, "easy") in MOVES
        order.append("moved")

    async def run() -> None:
        thinking = asyncio.create_task(think())
        await asyncio.sleep(0)
        order.append("shown")
        await thinking
        worth = await thinker.weigh(game, state)
        assert worth.best in MOVES
        assert await thinker.weigh_start(game) is not None

    asyncio.run(run())
    assert order == ["shown", "moved"]
    assert thinker.waiting == 0
