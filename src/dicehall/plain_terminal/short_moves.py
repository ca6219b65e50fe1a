"""Moves as people type them: shortened, or by their number in the list."""

from collections.abc import Collection, Sequence


def find_move(typed: str, moves: Sequence[str], *, numbered: bool = False) -> str:
    """The legal move that is meant; if none is, or more than one, what was typed, with its verb
    in full, so that the rules can say why not.

    Words may be shortened as long as it is clear which move is meant; where all moves begin with
    one word, that may be left out. A number is a place in the list once that has been shown
    (`numbered`).

    >>> find_move("2", ["column 1", "column 2"])
    'column 2'
    >>> find_move("s full", ["keep", "keep 1", "score fours", "score full-house"])
    'score full-house'
    >>> find_move("s f", ["keep", "keep 1", "score fours", "score full-house"])
    'score f'
    >>> find_move("3", ["keep", "keep 1", "score fours"], numbered=True)
    'score fours'
    >>> find_move("1", ["column 2", "column 3"])
    'column 1'
    """
    if typed in moves:
        return typed
    verbs = {move.partition(" ")[0] for move in moves}
    if len(verbs) == 1 and f"{min(verbs)} {typed}" in moves:
        return f"{min(verbs)} {typed}"
    if numbered and typed.isdecimal() and typed.isascii() and 0 < int(typed[:6]) <= len(moves):
        return moves[int(typed[:6]) - 1]
    meant = [move for move in moves if _abbreviates(typed.split(), move.split())]
    return meant[0] if len(meant) == 1 else _spelled_out(typed, verbs)


def has_numbers(moves: Sequence[str]) -> bool:
    """Whether moves are listed with numbers: where they begin with different words."""
    return len({move.partition(" ")[0] for move in moves}) > 1


def _spelled_out(typed: str, verbs: Collection[str]) -> str:
    """What was typed, with the one verb that it shortens, or leaves out before a number."""
    first, _space, _rest = typed.partition(" ")
    if len(verbs) == 1 and first[-1].isdecimal():
        return f"{min(verbs)} {typed}"
    meant = [verb for verb in verbs if verb.startswith(first)]
    return f"{meant[0]}{typed.removeprefix(first)}" if len(meant) == 1 else typed


def _abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether every word is typed, in full or in part; numbers are never shortened."""
    return len(typed) == len(words) and all(
        word == part or (word.startswith(part) and not part[-1].isdecimal())
        for part, word in zip(typed, words, strict=True)
    )
