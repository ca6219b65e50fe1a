"""Rows of eight numbers that kernels keep in vector registers.

A row exists only inside kernels. Numba has no vector type, and vectorises neither tuples nor loops
over the lanes. So each function here emits LLVM code, for which LLVM picks the machine's
instructions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

from dicehall.solving.kernels import kernel

LANES = 8
"""How many totals are solved together; they are adjacent in memory."""
ALL_LANES = (1 << LANES) - 1
"""One bit per lane."""
NUMBER_BYTES = 8
VECTOR = ir.VectorType(ir.DoubleType(), LANES)

Emit = Callable[[Any, ir.IRBuilder, Signature, list[ir.Value]], ir.Value]
Meaning = tuple[Signature, Emit]
"""The signature of a function, and the code that emits its instructions."""


class LaneRow(types.Type):
    """The type of a row: one number per lane."""

    def __init__(self) -> None:
        super().__init__(name="LaneRow")


@register_model(LaneRow)
class LaneRowModel(models.PrimitiveModel):
    """A row is one vector."""

    def __init__(self, manager: Any, row: LaneRow) -> None:
        super().__init__(manager, row, VECTOR)  # type: ignore[no-untyped-call]


ROW = LaneRow()


def instructions(meaning: Callable[..., Meaning]) -> Any:
    """A function for kernels from its meaning; in kernels it takes values, not types."""
    return intrinsic(meaning)


@kernel()
def empty_rows(count: int) -> NDArray[np.float64]:
    """Rows aligned to cache lines."""
    numbers = np.empty((count + 1) * LANES)
    skipped = -(numbers.ctypes.data // NUMBER_BYTES) % LANES
    return numbers[skipped : skipped + count * LANES].reshape(count, LANES)


@instructions
def load(_: Any, values: types.Array, i: types.Integer) -> Meaning:
    """Row i of an array with `LANES` columns."""
    return ROW(values, i), lambda context, builder, signature, given: builder.load(
        _place(context, builder, signature, given), align=NUMBER_BYTES
    )


@instructions
def store(_: Any, values: types.Array, i: types.Integer, row: LaneRow) -> Meaning:
    """Set row i."""
    return types.void(values, i, row), lambda context, builder, signature, given: builder.store(
        given[2], _place(context, builder, signature, given), align=NUMBER_BYTES
    )


@instructions
def higher(_: Any, a: LaneRow, b: LaneRow) -> Meaning:
    """The elementwise maximum, written so that it becomes one instruction."""
    return ROW(a, b), lambda context, builder, signature, given: builder.select(
        builder.fcmp_ordered(">", *given), *given
    )


@instructions
def equal(_: Any, a: LaneRow, b: LaneRow) -> Meaning:
    """The lanes in which two rows are equal, as bits."""
    return types.int64(a, b), lambda context, builder, signature, given: builder.zext(
        builder.bitcast(builder.fcmp_ordered("==", *given), ir.IntType(LANES)), ir.IntType(64)
    )


@instructions
def add(_: Any, a: LaneRow, b: LaneRow) -> Meaning:
    """The elementwise sum."""
    return ROW(a, b), lambda context, builder, signature, given: builder.fadd(*given)


@instructions
def scale(_: Any, row: LaneRow, by: types.Float) -> Meaning:
    """A row times a number."""
    return ROW(row, by), lambda context, builder, signature, given: builder.fmul(
        given[0], _everywhere(builder, given[1])
    )


def _place(
    context: Any, builder: ir.IRBuilder, signature: Signature, given: list[ir.Value]
) -> ir.Value:
    """The address of row i of an array, the first two arguments."""
    values, i = signature.args[:2]
    assert (values.ndim, values.layout) == (2, "C"), "rows lie one after the other"
    data = context.make_array(values)(context, builder, given[0]).data
    number = context.cast(builder, given[1], i, types.int64)
    first = builder.mul(number, ir.Constant(number.type, LANES))
    return builder.bitcast(builder.gep(data, [first]), VECTOR.as_pointer())


def _everywhere(builder: ir.IRBuilder, number: ir.Value) -> ir.Value:
    """A row with the same number in all lanes."""
    places = ir.VectorType(ir.IntType(32), LANES)
    alone = builder.insert_element(
        ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0)
    )
    return builder.shuffle_vector(alone, alone, ir.Constant(places, [0] * LANES))
