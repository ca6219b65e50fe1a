"""`dicehall verify`: check the dice of a finished match."""

import json
from typing import Any

from dicehall.cli.files import read_record
from dicehall.cli.printing import one_line
from dicehall.game import Roll
from dicehall.game.turns import spell_face
from dicehall.match.dice import verification
from dicehall.match.dice.verification import Verification, VerifiedRoll
from dicehall.words.language import _, ngettext


def verify(file: str, *, as_json: bool) -> int:
    """Check a finished match's dice.

    Exit code 0: as promised; 1: not as promised; 2: unreadable, or nothing to verify yet.
    """
    record, _state = read_record(file)
    found = verification.verify(record)
    print(json.dumps(summary(found)) if as_json else "\n".join(_told(found)))
    return 0 if found.verified else 1


def summary(found: Verification) -> dict[str, Any]:
    """What was found, as plain data."""
    wrong = found.first_wrong
    return {
        "verified": found.verified,
        "match": found.match_id,
        "promise_kept": found.kept,
        "complete": found.complete,
        "rolls": len(found.rolls),
        "first_wrong": wrong
        and {
            "roll": wrong.number + 1,
            "expected": _spelled(wrong.promised),
            "found": _spelled(wrong.thrown.roll),
        },
    }


def _told(found: Verification) -> list[str]:
    """The verdict first, then what it rests on."""
    verdict = _("Verified: the dice are as promised.") if found.verified else _("NOT verified.")
    promise = (
        _("The secret is the one that was promised: %(promise)s")
        if found.kept
        else _("The secret is not the one that was promised: %(promise)s")
    )
    return [
        verdict,
        promise % {"promise": one_line(found.promise[:64])},
        _told_rolls(len(found.rolls), found.first_wrong),
        _("The record is complete.")
        if found.complete
        else _("The record stops before the match was over."),
    ]


def _told_rolls(count: int, wrong: VerifiedRoll | None) -> str:
    if wrong:
        return _("Roll %(number)d should be %(expected)s, but is %(found)s.") % {
            "number": wrong.number + 1,
            "expected": _spelled(wrong.promised) or _("none"),
            "found": _spelled(wrong.thrown.roll),
        }
    told = ngettext("%(count)d roll follows from it.", "All %(count)d rolls follow from it.", count)
    return told % {"count": count}


def _spelled(roll: Roll) -> str:
    return " ".join(map(spell_face, roll))
