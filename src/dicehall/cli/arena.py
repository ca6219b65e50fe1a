"""`dicehall arena`: computer players against each other, or each alone."""

import json
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

import typer

from dicehall.cli.arguments import AsJson, Curve
from dicehall.game import AnyGame, find_game, new_game


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to be played.")],
    levels: Annotated[
        list[str],
        typer.Argument(metavar="LEVEL LEVEL", help="Who plays: levels of the game, or random."),
    ],
    games: Annotated[int, typer.Option(help="How many games.", min=1, max=10_000_000)] = 1000,
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
        print(json.dumps({"game": game, "games": games, "seed": seed, **results}))
        return
    for line in _lines(levels, results):
        print(line)


def _measure(game: AnyGame, levels: list[str], games: int, seed: int) -> dict[str, Any]:
    """The results of a contest, or everybody's mean score."""
    from dicehall.cli.progress import progress_bar
    from dicehall.players.arena import contest, scores

    with progress_bar() as report:
        if game.seats == 2:
            first, second = levels
            tell = partial(report, f"{first} against {second}")
            found = contest(game, (first, second), games, seed, tell)
            return {"levels": levels, **asdict(found)}
        means = {
            level: asdict(scores(game, level, games, seed, partial(report, level)))
            for level in levels
        }
    return {"scores": means}


def _lines(levels: list[str], results: dict[str, Any]) -> list[str]:
    if "share" in results:
        share = results["share"]
        counts = (
            f"{results['wins']:,} wins, {results['draws']:,} draws, {results['losses']:,} losses"
        )
        sure = f"{share['mean']:.2%} ± {share['interval']:.2%} of the points"
        return [f"{levels[0]} against {levels[1]}: {counts}: {sure}"]
    return [
        f"{level:<10}{found['mean']:>10.2f} ± {found['interval']:.2f} points"
        for level, found in results["scores"].items()
    ]
