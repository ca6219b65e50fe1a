"""Where the coach's values appear at Sparkle: on the buttons, for the selected dice."""

from dicehall.game_page.advice import Advice, CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.choices import choice_keys
from dicehall.games.sparkle.rules import Positions, spell


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """Each selection of dice with the worth of its moves; the fizzle and the best re-roll too."""
    fizzle, reroll = advice.label("fizzle"), advice.best_of("reroll")
    worths = {"fizzle": [CoachNote(fizzle)]} if fizzle else {}
    if reroll:
        worths["mode"] = [CoachNote(advice.label(reroll))]
    choices = {key: _worths(advice, chosen) for key, chosen in choice_keys(scene.state).items()}
    return CoachNotes(
        worths=worths, choices={chosen: worths for chosen, worths in choices.items() if worths}
    )


def _worths(advice: Advice, chosen: Positions) -> dict[str, str]:
    """The worth of banking the selected dice or, in re-roll mode, of re-rolling them."""
    worths = {f"{verb}-worth": advice.label(spell(verb, chosen)) for verb in ("roll", "end")}
    worths["reroll-worth"] = advice.label(spell("reroll", chosen))
    return {part: worth for part, worth in worths.items() if worth}
