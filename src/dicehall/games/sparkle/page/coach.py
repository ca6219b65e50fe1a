"""Where the coach speaks at Sparkle: on the buttons, about the dice that are chosen."""

from dicehall.game_page.advice import Advice
from dicehall.game_page.coach_notes import CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.choices import choice_keys
from dicehall.games.sparkle.rules import Positions, spell


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """Each choice of dice with the worth of what may be done with it; that of a fizzle, and of the
    best re-roll, on the way to it."""
    fizzle, reroll = advice.label("fizzle"), advice.best_of("reroll")
    worths = {"fizzle": [CoachNote(fizzle)]} if fizzle else {}
    if reroll:
        worths["mode"] = [CoachNote(advice.label(reroll))]
    choices = {key: _worths(advice, chosen) for key, chosen in choice_keys(scene.state).items()}
    return CoachNotes(
        worths=worths,
        choices={chosen: worths for chosen, worths in choices.items() if worths},
    )


def _worths(advice: Advice, chosen: Positions) -> dict[str, str]:
    """What is chosen may be banked or, in the mode for that, re-rolled."""
    worths = {f"{verb}-worth": advice.label(spell(verb, chosen)) for verb in ("roll", "end")}
    worths["reroll-worth"] = advice.label(spell("reroll", chosen))
    return {part: worth for part, worth in worths.items() if worth}
