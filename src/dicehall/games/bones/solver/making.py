"""Makes, checks and transfers the tablebase of Knucklebones or Knuckles."""

from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import NoTablebase
from dicehall.games.bones.solver.checking import STARTS, check_tablebase
from dicehall.games.bones.solver.columns import column_arrays
from dicehall.games.bones.solver.compacting import write_tablebase
from dicehall.games.bones.solver.solution import SweepProgress, solve
from dicehall.games.bones.solver.tablebase import (
    BonesTablebase,
    compact_name,
    compact_tablebase,
    open_compact,
    open_tablebase,
    tablebase_name,
)
from dicehall.solving.making import CheckReport, MakingReport, SolveReport
from dicehall.solving.tablebases import load_tablebase, read_array, save_tablebase


def make(game: str, report: MakingReport, *, again: bool = False) -> SolveReport:
    """The value of moving first, as win minus loss chance. An interrupted solve resumes."""

    def tell(progress: SweepProgress) -> None:
        report(
            f"Sweep {progress.sweep}, largest change {progress.largest_change:.5f}",
            progress.fraction,
        )

    if not again:
        report("Looking for the table", 0)
        kept = load_tablebase(tablebase_name(column_arrays(game)))
        tablebase = open_tablebase(game) if kept is not None else None
        if tablebase:
            start = tablebase.classes.start
            return SolveReport(tablebase.before_roll(start), "win-minus-loss", 0.0, {"exact": True})
    report("Compiling and setting up", 0)
    solution = solve(game, tell)
    return SolveReport(
        solution.value,
        "win-minus-loss",
        solution.seconds,
        {
            "exact": True,
            "sweeps": solution.sweeps,
            "largest_change": solution.largest_change,
        },
    )


def check(game: str, report: MakingReport) -> CheckReport:
    """Whether the table on this machine is correct; the compact one if there is no other."""
    report("Reading the table", 0)
    classes = column_arrays(game)
    exact = open_tablebase(game)
    tablebase = exact or open_compact(game) or _refuse_missing(game)
    name = tablebase_name(classes) if exact else compact_name(classes)
    undamaged = load_tablebase(name) is not None
    report("Checking random positions", 0.5)
    found = check_tablebase(tablebase, STARTS[game])
    return CheckReport(
        undamaged and found.passed,
        {
            "form": "full" if exact else "compact",
            "checksum": undamaged,
            "positions": found.positions,
            "largest_difference": found.largest_difference,
            "allowed_difference": found.allowed_difference,
            "finished_games": found.finished,
            "finished_games_right": found.finished_right,
            "start": found.start,
            "published_start": found.published_start,
        },
    )


def write_compact(game: str, file: Path, report: MakingReport) -> int:
    """Write the table to a file small enough to share."""
    tablebase = open_tablebase(game) or _refuse_missing(game)
    return write_tablebase(tablebase, file, lambda share: report("Packing", share))


def use_compact(game: str, file: Path, report: MakingReport) -> int:
    """Store a compact table from someone else."""
    report("Reading the file", 0)
    array = read_array(file)
    if array is None or compact_tablebase(column_arrays(game), array) is None:
        raise NoTablebase(
            translatable(
                "%(file)s is not a compact tablebase of %(game)s", file=str(file), game=game
            )
        )
    save_tablebase(compact_name(column_arrays(game)), array)
    return file.stat().st_size


def _refuse_missing(game: str) -> BonesTablebase:
    raise NoTablebase(
        translatable(
            "there is no tablebase of %(game)s on this machine: run dicehall solve first", game=game
        )
    )
