"""The order of a sweep: every box once, and no box of a batch in another's way."""

import pytest

from dicehall.games.bones.columns import position_number
from dicehall.games.bones.solver import blocks as layout
from dicehall.games.bones.solver.blocks import Blocks, Box, make_blocks
from dicehall.games.bones.solver.columns import ColumnArrays, column_arrays
from dicehall.games.bones.solver.sweep import plan_batches


@pytest.fixture(params=[2, 3])
def classes(request: pytest.FixtureRequest) -> ColumnArrays:
    return column_arrays("knucklebones", 3, request.param)


@pytest.fixture
def blocks(classes: ColumnArrays, monkeypatch: pytest.MonkeyPatch) -> Blocks:
    """Small blocks, so that there are several of a kind."""
    monkeypatch.setattr(layout, "BLOCK", 6)
    return make_blocks(classes)


def test_a_block_is_of_one_kind_and_so_is_its_other_side(
    classes: ColumnArrays, blocks: Blocks
) -> None:
    assert sorted(blocks.members) == list(range(classes.count))
    assert blocks.sizes.max() <= 6
    for block in range(len(blocks.sizes)):
        members = blocks.of(block)
        assert len({(classes.own[number], classes.other[number]) for number in members}) == 1
        assert list(blocks.of(blocks.swapped[block])) == list(classes.swapped[members])
        assert (blocks.full[block], *blocks.places[members]) == (
            classes.own[members[0]] == 3,
            *range(len(members)),
        )


def test_every_unfinished_box_is_written_once(classes: ColumnArrays, blocks: Blocks) -> None:
    written = sorted(
        written_from(blocks, box) for batch in batches(classes, blocks) for box in batch
    )
    going_on = [number for number, box in enumerate(blocks.boxes()) if not blocks.is_over(box)]
    assert written == going_on


def test_no_box_reads_what_another_of_its_batch_writes(
    classes: ColumnArrays, blocks: Blocks
) -> None:
    for batch in batches(classes, blocks):
        writer = {written_from(blocks, box): box for box in batch}
        for box in batch:
            for read in read_from(blocks, box):
                assert writer.get(read, box) == box


def test_late_positions_come_first(classes: ColumnArrays, blocks: Blocks) -> None:
    dice = classes.own + classes.other
    totals = [
        sum(int(dice[blocks.of(block)[0]]) for block in box)
        for batch in batches(classes, blocks)
        for box in batch
    ]
    assert totals == sorted(totals, reverse=True)


def batches(classes: ColumnArrays, blocks: Blocks) -> list[list[Box]]:
    planned = plan_batches(classes, blocks)
    return [[(int(a), int(b), int(c)) for a, b, c in batch] for batch in planned]


def written_from(blocks: Blocks, box: Box) -> int:
    return position_number([int(blocks.swapped[block]) for block in box])


def read_from(blocks: Blocks, box: Box) -> set[int]:
    return {
        position_number([int(blocks.block[target]), *box[:column], *box[column + 1 :]])
        for column, block in enumerate(box)
        for target in blocks.placed[:, blocks.of(block)].flat
        if target >= 0
    }
