"""The order of a sweep: every pair of columns once, and no task of a batch in another's way."""

from collections import Counter
from collections.abc import Iterator

import pytest

from dicehall.games.bones.solver.columns import ColumnClasses, column_classes
from dicehall.games.bones.solver.order import plan_stages

Row = tuple[int, int]


@pytest.mark.parametrize("faces", [2, 3])
def test_every_row_is_written_by_one_task(faces: int) -> None:
    classes = column_classes("knucklebones", 3, faces)
    written = Counter(
        row for batch in batches(classes) for task in batch for row in rows(classes, task)
    )
    expected = classes.count * (classes.count + 1) // 2
    assert len(written) == expected
    assert set(written.values()) == {1}


@pytest.mark.parametrize("faces", [2, 3])
def test_no_task_reads_what_another_of_its_batch_writes(faces: int) -> None:
    classes = column_classes("knucklebones", 3, faces)
    for batch in batches(classes):
        writer = {row: task for task in batch for row in rows(classes, task)}
        for task in batch:
            for row in rows(classes, task):
                for read in reads(classes, row):
                    assert writer.get(read, task) == task


def test_late_positions_come_first() -> None:
    classes = column_classes("knucklebones", 3, 3)
    dice = classes.own + classes.other
    totals = [int(dice[left] + dice[right]) for batch in batches(classes) for left, right in batch]
    assert totals == sorted(totals, reverse=True)


def batches(classes: ColumnClasses) -> Iterator[list[Row]]:
    for stage in plan_stages(classes):
        for start, end in zip(stage.starts, stage.starts[1:], strict=False):
            tasks = zip(stage.lefts[start:end], stage.rights[start:end], strict=True)
            yield [(int(left), int(right)) for left, right in tasks]


def rows(classes: ColumnClasses, task: Row) -> set[Row]:
    left, right = task
    lefts, rights = (left, int(classes.swapped[left])), (right, int(classes.swapped[right]))
    return {ordered(a, b) for a in lefts for b in rights}


def reads(classes: ColumnClasses, row: Row) -> Iterator[Row]:
    for here, beside in (row, row[::-1]):
        for target in classes.placed[:, here]:
            if target >= 0:
                yield ordered(int(target), beside)


def ordered(a: int, b: int) -> Row:
    return (a, b) if a <= b else (b, a)
