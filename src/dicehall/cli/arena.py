"""`dicehall arena`: computer players against each other, or each alone."""

from dataclasses import asdict
from functools import partial
from itertools import combinations
from typing import Annotated, Any

import typer

from dicehall.cli.arguments import AsJson, Curve, GameName
from dicehall.cli.printing import print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game import AnyGame, find_game, new_game


@stopping_at_once()
def arena(
    game: GameName,
    levels: Annotated[
        list[str],
        typer.Argument(
            metavar="LEVEL LEVEL …",
            help="Who plays: levels of the game, or random.",
            parser=str.lower,
        ),
    ],
    games: Annotated[
        int, typer.Option(help="How many games of each pair, or alone.", min=1, max=10_000_000)
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Makes the games repeatable.")] = 1,
    alone: Annotated[
        bool, typer.Option("--alone", help="Everybody alone, for the highest score.")
    ] = False,
    curve: Curve = "",
    as_json: AsJson = False,
) -> None:
    """Let computer players play many games, on all cores, and say how strong they are."""
    from dicehall.players.arena import check_players

    seats = 1 if alone else find_game(game).seats[-1]
    table = new_game(game, seats, {"curve": curve} if curve else {})
    check_players(table, levels)
    results = _measure(table, levels, games, seed)
    if as_json:
        print_json({"game": game, "games": games, "seed": seed, **results})
        return
    for line in _lines(results):
        print(line)


def _measure(game: AnyGame, levels: list[str], games: int, seed: int) -> dict[str, Any]:
    """The results of everybody against everybody, or everybody's mean score."""
    from dicehall.cli.progress import progress_bar
    from dicehall.players.arena import HeadToHead, contest, rate_levels, scores

    with progress_bar() as report:
        if game.seats == 1:
            means = {
                level: asdict(scores(game, level, games, seed, partial(report, level)))
                for level in levels
            }
            return {"scores": means}
        contests = {
            (first, second): contest(
                game, (first, second), games, seed, partial(report, f"{first} against {second}")
            )
            for first, second in combinations(levels, 2)
        }
    found = [
        {"levels": pair, **asdict(HeadToHead.of(results))} for pair, results in contests.items()
    ]
    ratings = {
        level: {"rating": rated.rating, "interval": rated.interval}
        for level, rated in rate_levels(contests).items()
    }
    return {**(found[0] if len(found) == 1 else {"contests": found}), "ratings": ratings}


def _lines(results: dict[str, Any]) -> list[str]:
    if "scores" in results:
        return [
            f"{level:<10}{found['mean']:>10.2f} ± {found['interval']:.2f} points"
            for level, found in results["scores"].items()
        ]
    ratings = [
        f"{level:<10}{found['rating']:>6.0f} ± {found['interval']:.0f} Glicko"
        for level, found in results["ratings"].items()
    ]
    return [*map(_contest_line, results.get("contests", [results])), *ratings]


def _contest_line(found: dict[str, Any]) -> str:
    (first, second), share = found["levels"], found["share"]
    counts = f"{found['wins']:,} wins, {found['draws']:,} draws, {found['losses']:,} losses"
    sure = f"{share['mean']:.2%} ± {share['interval']:.2%} of the points"
    return f"{first} against {second}: {counts}: {sure}"
