"""Where the coach speaks at Sparkle: on the buttons, about the dice that are picked."""

from dicehall.games.sparkle.page.choices import parts, spell
from dicehall.games.sparkle.rules import Positions
from dicehall.page.advice import Advice
from dicehall.page.advised import Advised, Said
from dicehall.page.scene import Scene


def advise(scene: Scene, advice: Advice) -> Advised:
    """Each selection with the worth of what may be done with it; and that of a fizzle."""
    table: Positions = scene.state.table
    fizzle = advice.said("fizzle")
    choices = {
        " ".join(map(str, chosen)): _worths(advice, table, chosen) for chosen in parts(table)
    }
    return Advised(
        worths={"fizzle": [Said(fizzle)]} if fizzle else {},
        choices={chosen: worths for chosen, worths in choices.items() if worths},
    )


def _worths(advice: Advice, table: Positions, chosen: Positions) -> dict[str, str]:
    flying = tuple(position for position in table if position not in chosen)
    worths = {
        "roll-worth": advice.said(spell("roll", chosen)),
        "end-worth": advice.said(spell("end", chosen)),
        "reroll-worth": advice.said(spell("reroll", flying)),
    }
    return {part: worth for part, worth in worths.items() if worth}
