"""`dicehall verify`: check the dice of a finished match."""

from typing import Any

from dicehall.cli.files import read_record
from dicehall.cli.printing import one_line, print_json
from dicehall.game.turns import spell_roll
from dicehall.match.dice import verification
from dicehall.match.dice.verification import Coin, Verification, VerifiedRoll
from dicehall.words.language import _, ngettext


def verify(file: str, *, as_json: bool) -> int:
    """Verify the dice of a finished match.

    Exit code 0: verified; 1: not verified; 2: unreadable, or nothing to verify yet.
    """
    record, _state = read_record(file)
    found = verification.verify(record)
    if as_json:
        print_json(summary(found))
    else:
        print("\n".join(_described(found)))
    return 0 if found.verified else 1


def summary(found: Verification) -> dict[str, Any]:
    """The result as plain data."""
    wrong = found.first_wrong
    return {
        "verified": found.verified,
        "match": found.match_id,
        "promise_kept": found.kept,
        "words_kept": found.mismatched_seat is None,
        "coin_right": found.coin.right if found.coin else None,
        "complete": found.complete,
        "rolls": len(found.rolls),
        "first_wrong": wrong
        and {
            "roll": wrong.number + 1,
            "expected": spell_roll(wrong.promised),
            "found": spell_roll(wrong.thrown.roll),
        },
    }


def _described(found: Verification) -> list[str]:
    """The verdict, then the reasons."""
    verdict = _("Verified: the dice are as promised.") if found.verified else _("NOT verified.")
    promise = (
        _("The secret is the one that was promised: %(promise)s")
        if found.kept
        else _("The secret is not the one that was promised: %(promise)s")
    )
    return [
        verdict,
        promise % {"promise": one_line(found.commitment[:64])},
        *_client_seed_lines(found),
        *_coin_lines(found.coin),
        _rolls_line(len(found.rolls), found.first_wrong),
        _("The record is complete.")
        if found.complete
        else _("The record ends before the match was over."),
    ]


def _client_seed_lines(found: Verification) -> list[str]:
    if not any(found.commitments):
        return []
    if found.mismatched_seat is None:
        return [_("The words of every seat match their commitments.")]
    broken = _("The words of seat %(seat)d do not match its commitment.")
    return [broken % {"seat": found.mismatched_seat}]


def _coin_lines(coin: Coin | None) -> list[str]:
    if coin is None:
        return []
    return [
        _("The coin toss is correct.")
        if coin.right
        else _("The coin toss is wrong: the other side should have gone first.")
    ]


def _rolls_line(count: int, wrong: VerifiedRoll | None) -> str:
    if wrong:
        return _("Roll %(number)d should be %(expected)s, but is %(found)s.") % {
            "number": wrong.number + 1,
            "expected": spell_roll(wrong.promised) or _("none"),
            "found": spell_roll(wrong.thrown.roll),
        }
    message = ngettext("%(count)d roll matches it.", "All %(count)d rolls match it.", count)
    return message % {"count": count}
