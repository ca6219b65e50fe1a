"""Random numbers inside kernels: one small generator for all games.

Its state is an array passed to the kernel. So equal seeds give equal games whatever else draws
numbers, and threads do not share a generator.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.solving.kernels import kernel

RandomSource = NDArray[np.uint64]
"""One nonzero number: the state of the generator."""


def random_source(seed: int) -> RandomSource:
    """A random source for kernels; similar seeds give unrelated sequences."""
    return np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)


@kernel()
def draw(source: RandomSource, bound: int) -> int:
    """A number below `bound`, by xorshift64*; the bias is at most 2**-32."""
    source[0] = following(source[0])
    return below(source[0], bound)


@kernel()
def following(word: np.uint64) -> np.uint64:
    """The next state of a generator."""
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    return word ^ word >> np.uint64(27)


@kernel()
def below(word: np.uint64, bound: int) -> int:
    """The number below `bound` that a state gives."""
    mixed = (word * np.uint64(2685821657736338717)) >> np.uint64(32)
    scaled = (mixed * np.uint64(bound)) >> np.uint64(32)
    return int(np.int64(scaled))  # signed, or the compiler would add it to others as floats
