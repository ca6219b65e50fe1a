"""Makes the tablebase of Knucklebones or of Knuckles."""

from dicehall.games.bones.solver.columns import column_classes
from dicehall.games.bones.solver.solution import SweepProgress, solve
from dicehall.games.bones.solver.tablebase import open_tablebase, tablebase_name
from dicehall.solving.making import Made, MakingReport
from dicehall.solving.tablebases import load_tablebase


def make(game: str, report: MakingReport, *, again: bool = False) -> Made:
    """What beginning is worth, as win minus loss chance. A stopped solve goes on."""

    def tell(progress: SweepProgress) -> None:
        report(
            f"Sweep {progress.sweep}, largest change {progress.largest_change:.5f}",
            progress.fraction,
        )

    if not again:
        report("Looking for the table", 0)
        kept = load_tablebase(tablebase_name(column_classes(game)))
        tablebase = open_tablebase(game) if kept is not None else None
        if tablebase:
            start = tablebase.classes.start
            return Made(tablebase.before_roll(start), "win-minus-loss", 0.0, {"exact": True})
    report("Compiling and setting up", 0)
    solution = solve(game, tell)
    return Made(
        solution.value,
        "win-minus-loss",
        solution.seconds,
        {
            "exact": True,
            "sweeps": solution.sweeps,
            "largest_change": solution.largest_change,
        },
    )
