"""What the strongest level makes of dice by slot: played once, then kept in the store."""

import asyncio
from dataclasses import dataclass, field

from sqlalchemy import insert, select

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.records import Event, Played, Record, Rolled, read, spell, write
from dicehall.game.slots import slots_due
from dicehall.match.background import retry
from dicehall.match.dice import by_slot
from dicehall.match.dice.rolling import Seeds
from dicehall.match.live.computer_seats import choice_seed_at
from dicehall.match.service import STORE_ERRORS, Matches
from dicehall.match.store.protocol import VersionConflict
from dicehall.match.store.schema import models
from dicehall.match.thinking.single_flight import SingleFlight
from dicehall.players.levels import offered

MOST_MODELS = 500
PATIENCE_S = 0.5
"""How long a page waits for a model before it says that it is still being played."""


@dataclass(frozen=True, slots=True)
class SlotDice:
    """A game with dice by slot, and the level in its second seat, if it has one."""

    game: AnyGame
    dice_id: str
    server_seed: str = field(repr=False)
    client_seeds: Seeds
    opponent: str = ""


class Models:
    """The models of all dice that somebody asks for. Only ask for dice that may be shown."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._moves_made: SingleFlight[str, tuple[Event, ...]] = SingleFlight(MOST_MODELS)

    async def find(
        self, dice: SlotDice, patience_s: float = PATIENCE_S
    ) -> tuple[Event, ...] | None:
        """How the strongest level plays these dice; None while it is still playing."""
        task = self._moves_made.ask(dice.dice_id, lambda: self._find(dice))
        await asyncio.wait([task], timeout=patience_s)
        return self._moves_made.known(dice.dice_id)

    def close(self) -> None:
        """Cancel all work."""
        self._moves_made.close()

    async def _find(self, dice: SlotDice) -> tuple[Event, ...]:
        kept = await self._kept(dice)
        if kept is None:
            played = await play_out(self.matches, dice)
            kept = await retry(lambda: self._keep(dice, played), STORE_ERRORS, longest_pause=10)
        return kept

    async def _keep(self, dice: SlotDice, played: tuple[Event, ...]) -> tuple[Event, ...]:
        """Keep a model, or return the one that another node has kept first."""
        row = {"dice": dice.dice_id, "lines": "\n".join(map(spell, played))}
        try:
            await self.matches.store.change([(insert(models), row)])
        except VersionConflict:
            return await self._kept(dice) or played
        return played

    async def _kept(self, dice: SlotDice) -> tuple[Event, ...] | None:
        query = select(models.c.lines).where(models.c.dice == dice.dice_id)
        for (lines,) in await self.matches.store.ask(query):
            record, _state = read(write(Record(dice.game)) + lines + "\n")
            return record.events
        return None


async def play_out(matches: Matches, dice: SlotDice) -> tuple[Event, ...]:
    """Play a match with these dice, the strongest level that can play here in the first seat. Its
    random choices follow from the dice, too."""
    game, log = dice.game, list[Event]()
    state = game.start()
    strongest = offered(game.name)[-1]
    while not isinstance(turn := game.turn(state), Over):
        event: Event
        if isinstance(turn, Chance):
            slots = slots_due(game, state, log)
            event = Rolled(
                by_slot.throw(dice.server_seed, dice.dice_id, dice.client_seeds, slots, turn.dice)
            )
            state = game.roll(state, event.roll)
        else:
            assert isinstance(turn, Decide)
            level = dice.opponent if turn.seat and dice.opponent else strongest
            lines = [spell(one) for one in log]
            seed = choice_seed_at(dice.server_seed, dice.dice_id, game, state, lines)
            event = Played(turn.seat, await matches.thinking.choose(game, state, level, seed=seed))
            state = game.play(state, event.move)
        log.append(event)
    return tuple(log)
