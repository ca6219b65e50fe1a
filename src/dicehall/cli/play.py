"""`dicehall play`: a game in the terminal."""

import sys
from random import Random
from typing import Annotated

import typer

from dicehall.cli.arguments import Curve, GameName
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import AnyGame, find_game, games, new_game
from dicehall.game.messages import said
from dicehall.game.refused import BadOption
from dicehall.players.chooser import Chooser
from dicehall.players.levels import find_level, levels
from dicehall.terminal.play import Sitting
from dicehall.terminal.play import play as play_at
from dicehall.words.language import _
from dicehall.words.viewer import Viewer

DEFAULT_LEVEL = "normal"


@stopping_at_once()
def play(
    game: GameName = "",
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="Play against the computer at this level.", parser=str.lower
        ),
    ] = "",
    people: Annotated[bool, typer.Option("--people", help="Two people at one keyboard.")] = False,
    seed: Annotated[int | None, typer.Option(help="Makes the dice repeatable.")] = None,
    curve: Curve = "",
    names: Annotated[str, typer.Option(help="The people's names, with a comma between.")] = "",
) -> None:
    """Play a game in the terminal; without its name there is a menu."""
    name = game or _choose_game()
    if not name:
        return
    chosen, choosers = _seated(name, level, curve, people=people)
    dice, computer = _random("dice", seed), _random("computer", seed)
    seats = list(zip(_named(names, choosers), choosers, strict=True))
    dice.shuffle(seats)  # Bones 1: a fair coin says who begins
    play_at(
        Sitting(
            game=chosen,
            viewer=Viewer(
                tuple(name for name, _ in seats),
                you=_only_person(seats) if not names else None,
            ),
            choosers=[chooser for _, chooser in seats],
            dice=dice,
            computer=computer,
            read=_read_line,
            say=_say,
        )
    )


def _choose_game() -> str:
    """The game chosen from the menu; empty if there is nothing more to read."""
    kinds = list(games().values())
    for number, kind in enumerate(kinds, start=1):
        _say(f"{number}  {kind.title}")
    _say(_("Which game? Type its number or its name, or quit."))
    by_word = {str(number): kind.name for number, kind in enumerate(kinds, start=1)}
    by_word |= {kind.name: kind.name for kind in kinds}
    by_word |= {kind.title.lower(): kind.name for kind in kinds}
    while (line := _read_line()) is not None:
        word = " ".join(line.lower().split())
        if word == "quit":
            break
        if word in by_word:
            return by_word[word]
        _say(_("Type a number from 1 to %(most)d.") % {"most": len(kinds)})
    return ""


def _seated(
    name: str, level: str, curve: str, *, people: bool
) -> tuple[AnyGame, list[Chooser | None]]:
    """The game, and the computer player of each seat: None where a person sits."""
    if level and people:
        raise BadOption(said("--level is for one person, --people for two: choose one of them"))
    seats = 2 if level or people else find_game(name).seats[0]
    game = new_game(name, seats, {"curve": curve} if curve else {})
    if people or seats == 1:
        return game, [None] * seats
    return game, [None, find_level(name, level or _usual_level(name))]


def _usual_level(name: str) -> str:
    """Whom one plays against who asks for nobody."""
    known = levels(name)
    if not known:
        raise BadOption(said("%(game)s has no computer players: play it with --people", game=name))
    return DEFAULT_LEVEL if DEFAULT_LEVEL in known else known[0]


def _named(names: str, choosers: list[Chooser | None]) -> list[str]:
    """A name for every seat; the people's may be given."""
    from dicehall.match.names import check_name

    people = choosers.count(None)
    computers = [_("Computer")] * (len(choosers) - people)
    if names:
        given = names.split(",")
        if len(given) != people:
            counts = {"needed": people, "given": len(given)}
            raise BadOption(said("--names: %(needed)d needed here, not %(given)d", **counts))
        checked: list[str] = []
        for name in given:
            checked.append(check_name(name, checked + computers))
        return checked + computers
    numbered = [_("Player %(number)d") % {"number": seat + 1} for seat in range(people)]
    return numbered + computers


def _only_person(seats: list[tuple[str, Chooser | None]]) -> int | None:
    """The seat of the one person at the keyboard; None if there are two."""
    people = [seat for seat, (_, chooser) in enumerate(seats) if chooser is None]
    return people[0] if len(people) == 1 else None


def _random(purpose: str, seed: int | None) -> Random:
    """Chance for one purpose, so that a computer's thinking never changes the dice."""
    return Random() if seed is None else Random(f"{purpose} {seed}")


def _read_line() -> str | None:
    if not sys.stdin.isatty():
        return sys.stdin.readline() or None
    try:
        return input("> ")
    except EOFError:
        return None


def _say(text: str) -> None:
    print(text, flush=True)
