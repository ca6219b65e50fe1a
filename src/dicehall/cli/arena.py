"""`dicehall arena`: measure how strong players are."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from dicehall.cli.arguments import AsJson, GameName, GameOptions, read_options
from dicehall.cli.printing import counted, one_line, print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption

if TYPE_CHECKING:
    from dicehall.players.arena import ArenaGame, ArenaSettings
    from dicehall.players.bots.contestants import Contestant


@stopping_at_once()
def arena(
    game: GameName,
    levels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LEVEL …]",
            help="Levels of the game, including those from other packages, or random.",
            parser=str.lower,
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:FUNCTION", help="Add a Python function as a player; repeatable."
        ),
    ] = None,
    command: Annotated[
        list[str] | None,
        typer.Option(metavar="COMMAND", help="Add a program as a player; repeatable."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(help="Games per pair; with --alone, per player.", min=1, max=10_000_000),
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the dice, for repeatable results.")] = 1,
    alone: Annotated[
        bool, typer.Option("--alone", help="Play solo games and compare scores.")
    ] = False,
    option: GameOptions = None,
    seconds: Annotated[
        float, typer.Option(help="Time limit per move for programs.", min=0.05, max=3600)
    ] = 10.0,
    jobs: Annotated[
        int, typer.Option(help="Parallel processes; 0 means one per core.", min=0, max=1024)
    ] = 0,
    save: Annotated[
        str, typer.Option(metavar="FILE", help="Save all games to this file as records.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Let --save overwrite an existing file.")
    ] = False,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show tracebacks and the standard error of programs."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between players, on all cores, and rate the players."""
    from dicehall.players.arena import ArenaSettings
    from dicehall.players.bots.contestants import Contestant, check_contestants, unique_names
    from dicehall.players.characters import reservation

    sys.path.insert(0, os.getcwd())  # to import --player modules; child processes inherit it
    check_save(save, force=force)
    seats = 1 if alone else max(find_game(game).seats)
    table = new_game(game, seats, read_options(option))
    contestants = [
        *map(Contestant.at_level, levels or ()),
        *(Contestant(where, "function", where) for where in player or ()),
        *(Contestant(where, "command", where, seconds) for where in command or ()),
    ]
    playing = unique_names([replace(one, debug=debug) for one in contestants])
    check_contestants(table, playing)
    settings = ArenaSettings(games, seed, jobs, recorded=bool(save))
    results = _measure(table, playing, settings, save, force=force)
    notes = {level: note for level in levels or () if (note := reservation(game, level))}
    if as_json:
        print_json({"game": game, "games": games, "seed": seed, **results, "notes": notes})
        return
    for line in _lines(results):
        print(line)
    for level, note in notes.items():
        print(f"{level}: {note}")


def check_save(file: str, *, force: bool) -> None:
    """Refuse an existing file without --force, and standard output, where the results go."""
    if file == "-":
        raise BadOption(translatable("--save needs a file: the results go to standard output"))
    if Path(file).is_file() and not force:
        raise BadOption(translatable("%(file)s exists: use --force to overwrite it", file=file))


def _measure(
    game: AnyGame,
    players: Sequence["Contestant"],
    settings: "ArenaSettings",
    save: str,
    *,
    force: bool,
) -> dict[str, Any]:
    """Play every pair, or each player alone, and return the results.

    The fields are always the same; those that do not apply are empty. With exactly two players,
    the fields of their contest are repeated at the top level.
    """
    from dicehall.cli.progress import progress_bar
    from dicehall.players.arena import HeadToHead, contest, rate_levels, scores

    with ExitStack() as stack:
        file = stack.enter_context(_open_new(save, force=force)) if save else None
        report = stack.enter_context(progress_bar())
        listener = ArenaListener(file)

        def settings_for(doing: str, *among: "Contestant") -> "ArenaSettings":
            names = [player.name for player in among]
            on_game = partial(listener.on_game, names)
            return replace(settings, on_progress=partial(report, doing), on_game=on_game)

        if game.seats == 1:
            means = {
                player.name: asdict(scores(game, player, settings_for(player.name, player)))
                for player in players
            }
            return {"contests": [], "ratings": {}, "scores": means, "forfeits": listener.forfeits}
        contests = {
            (first.name, second.name): contest(
                game,
                (first, second),
                settings_for(f"{first.name} against {second.name}", first, second),
            )
            for first, second in combinations(players, 2)
        }
    found = [
        {"levels": pair, **asdict(HeadToHead.of(results))} for pair, results in contests.items()
    ]
    ratings = {
        level: {"rating": rated.rating, "interval": rated.interval}
        for level, rated in rate_levels(contests).items()
    }
    met = found[0] if len(found) == 1 else {}
    forfeits = listener.forfeits
    return {**met, "contests": found, "ratings": ratings, "scores": {}, "forfeits": forfeits}


def _open_new(file: str, *, force: bool) -> TextIO:
    """Open a file for writing. Without `force`, never overwrite one, even if it appeared only
    after `check_save`."""
    path = Path(file)
    is_device = path.exists() and not path.is_file()
    mode: Literal["w", "x"] = "w" if force or is_device else "x"
    return open(file, mode, encoding="utf-8", newline="\n")


class ArenaListener:
    """Saves each game and counts forfeits. A player's first forfeit is reported immediately: a bot
    that fails in one game often fails in all."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file
        self.forfeits: dict[str, dict[str, Any]] = {}
        """For each player: the number of forfeited games and the reason for the first."""

    def on_game(self, players: Sequence[str], played: "ArenaGame") -> None:
        if self._file:
            print(played.record, file=self._file)  # an empty line follows each
        if played.forfeited is None:
            return
        name = players[played.forfeited]
        if name not in self.forfeits:
            first = f"game {played.number}: {played.reason}"
            self.forfeits[name] = {"games": 0, "first": first}
            print(one_line(f"{name} forfeits {first}"), file=sys.stderr, flush=True)
        self.forfeits[name]["games"] += 1


def _lines(results: dict[str, Any]) -> list[str]:
    forfeits = [
        one_line(
            f"{name} forfeited {counted(found['games'], 'game', 'games')}; first: {found['first']}"
        )
        for name, found in results["forfeits"].items()
    ]
    if results["scores"]:
        means = [
            f"{name}{found['mean']:>10.2f} ± {found['interval']:.2f} points"
            for name, found in _in_columns(results["scores"])
        ]
        return [*means, *forfeits]
    ratings = [
        f"{name}{found['rating']:>6.0f} ± {found['interval']:.0f} Glicko"
        for name, found in _in_columns(results["ratings"])
    ]
    contests = map(_contest_line, results["contests"])
    return [*contests, *ratings, *forfeits]


def _in_columns(found: dict[str, Any]) -> list[tuple[str, Any]]:
    """The names, padded to the same width, with their results."""
    names = list(map(one_line, found))
    width = max(10, *(len(name) + 1 for name in names))
    return [(f"{name:<{width}}", row) for name, row in zip(names, found.values(), strict=True)]


def _contest_line(found: dict[str, Any]) -> str:
    (first, second), share = map(one_line, found["levels"]), found["share"]
    counts = ", ".join(
        [
            counted(found["wins"], "win", "wins"),
            counted(found["draws"], "draw", "draws"),
            counted(found["losses"], "loss", "losses"),
        ]
    )
    points = f"{share['mean']:.2%} ({share['low']:.2%} to {share['high']:.2%}) of the points"
    return f"{first} against {second}: {counts}: {points}"
