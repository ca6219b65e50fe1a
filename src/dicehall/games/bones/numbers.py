"""The numbering of Knuckles and Knucklebones: the own grid, the opponent's, and the die."""

from dicehall.game.numbering import MOVE_LIMIT, Feature, Numbering, Observation
from dicehall.games.bones.rules import COLUMNS, MOVES, Bones, BonesState


def numbering(game: Bones) -> Numbering:
    """Each slot with its die, 0 if empty. Knockouts can repeat forever, so no rule limits
    a match."""
    slots = [
        Feature(f"{whose} column {column} slot {slot}", 0, game.faces)
        for whose in ("own", "other")
        for column in range(1, COLUMNS + 1)
        for slot in range(1, game.height + 1)
    ]
    features = (*slots, Feature("die", 0, game.faces), Feature("own turn", 0, 1))
    fill = (0,) * game.height

    def observe(state: BonesState, seat: int) -> Observation:
        grids = (state.grids[seat], state.grids[1 - seat])
        slots = [die for grid in grids for dice in grid for die in (dice + fill)[: game.height]]
        return (*slots, state.die or 0, int(state.seat == seat))

    most = COLUMNS * game.worth(game.faces, game.height)
    return Numbering(MOVES, features, observe, MOVE_LIMIT, (0, most), game.faces)
