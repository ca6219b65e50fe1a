"""Expands moves that are typed abbreviated or by number."""

from collections.abc import Collection, Sequence


def find_move(typed: str, moves: Sequence[str], *, numbered: bool = False) -> str:
    """Find the legal move that was typed.

    Words may be abbreviated as long as only one move matches. If all moves begin with the same
    word, it may be omitted. After the list of moves was shown (`numbered`), a number is a place in
    it. If no move matches, or several do, return the input with its verb spelled out, so that the
    rules can explain the refusal.

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
    """Whether the list of moves has numbers: if the moves begin with different words."""
    return len({move.partition(" ")[0] for move in moves}) > 1


def _spelled_out(typed: str, verbs: Collection[str]) -> str:
    """The input with its verb completed, or added before a number."""
    first, _space, _rest = typed.partition(" ")
    if len(verbs) == 1 and first[-1].isdecimal():
        return f"{min(verbs)} {typed}"
    meant = [verb for verb in verbs if verb.startswith(first)]
    return f"{meant[0]}{typed.removeprefix(first)}" if len(meant) == 1 else typed


def _abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each typed word abbreviates the corresponding word; numbers must match exactly."""
    return len(typed) == len(words) and all(
        word == part or (word.startswith(part) and not part[-1].isdecimal())
        for part, word in zip(typed, words, strict=True)
    )
