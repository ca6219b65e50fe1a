"""Makes the table of Knucklebones or of Knuckles."""

from dicehall.games.bones.solver.columns import column_classes
from dicehall.games.bones.solver.solution import SweepProgress, solve
from dicehall.games.bones.solver.tablebase import open_table, table_name
from dicehall.solving.making import Made, MakingReport
from dicehall.solving.tablebases import load_table


def make(game: str, report: MakingReport, *, again: bool = False) -> Made:
    """What beginning is worth, as win minus loss chance. A stopped solve goes on."""

    def tell(progress: SweepProgress) -> None:
        report(
            f"Sweep {progress.sweep}, largest change {progress.largest_change:.5f}",
            progress.fraction,
        )

    if not again:
        report("Looking for the table", 0)
        kept = load_table(table_name(column_classes(game)))
        table = open_table(game) if kept is not None else None
        if table:
            start = table.classes.start
            return Made(table.before_roll(start), "win-minus-loss", 0.0, {"exact": True})
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
