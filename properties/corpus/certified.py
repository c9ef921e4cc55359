"""Thousands of puzzles of every kind, with verdicts that two unrelated producers have proved, as arrays.

Drawn puzzles are new in every run, and engines have to decide each. These are fixed and their verdicts are known, so a
solver can get all of them, and all that follow from them (`derivation`), as fast as it answers. There is a corpus for
each of `options.CERTIFIED_SHAPES`; those of 3x2 and 4x3 boxes are transposed.

The proofs are not part of the package: they are in `tests/corpus/certificates*.jsonl.xz` of the repository, and
`crosscover verify` checks them. The program that made both files is in `tests/corpus` of version 0.2.0.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

from crosscover.reference import Shape

Cells = NDArray[np.uint8]

MAX_NODES = 10_000
"""Maximum number of search nodes that are counted."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Puzzles of a shape with c cells and their verdicts, one per row, in read-only arrays.

    | field | type and shape | meaning |
    | --- | --- | --- |
    | `puzzles` | uint8 (n, c) | digits, 0 for an empty cell |
    | `solutions` | uint8 (n, 2, c) | two, one or no solution; zeros for a missing one |
    | `counts` | uint8 (n,) | 0: no solution; 1: a single one; 2: several |
    | `nodes` | uint16 (n,) | nodes of a plain search for two solutions (`harness.baseline`), at most `MAX_NODES` |
    | `kinds` | uint8 (n,) | index into `kind_names` |
    | `kind_names` | tuple of text | the name of each kind of puzzle |
    """

    puzzles: Cells
    solutions: Cells
    counts: Cells
    nodes: NDArray[np.uint16]
    kinds: Cells
    kind_names: tuple[str, ...]
    shape: Shape = Shape()

    def __len__(self) -> int:
        return len(self.puzzles)

    def indices_of(self, *kind_names: str) -> NDArray[np.intp]:
        """The rows of the puzzles of some kinds; raises ValueError for an unknown kind."""
        for name in kind_names:
            if name not in self.kind_names:
                raise ValueError(f"no kind of puzzles is called {name!r}; there are {', '.join(self.kind_names)}")
        return np.flatnonzero(np.isin(self.kinds, [self.kind_names.index(name) for name in kind_names]))


@cache
def corpus(shape: Shape = Shape()) -> Corpus:
    """The certified corpus of a shape, read once; 3x3 boxes take about 20 ms."""
    if shape.box_rows > shape.box_columns:  # the columns of another corpus are the rows
        known = corpus(Shape(shape.box_columns, shape.box_rows))
        cells = np.array(known.shape.columns).ravel()
        puzzles, solutions = (np.ascontiguousarray(grids[..., cells]) for grids in (known.puzzles, known.solutions))
        return _frozen(replace(known, puzzles=puzzles, solutions=solutions, shape=shape))
    file = files("crosscover.properties.corpus").joinpath(named("certified.npz", shape))
    with as_file(file) as path, np.load(path) as packed:
        counts, nodes, kinds = packed["counts"], packed["nodes"], packed["kinds"]
        solutions = np.zeros((len(counts), 2, shape.cells), np.uint8)
        solutions[:, 0] = _digits(packed["first"], shape)
        solutions[counts == 2, 1] = _digits(packed["second"], shape)
        puzzles = solutions[:, 0] * np.unpackbits(packed["masks"], axis=1, count=shape.cells)
        solutions[counts == 0] = 0
        return _frozen(Corpus(puzzles, solutions, counts, nodes, kinds, tuple(map(str, packed["kind_names"])), shape))


def named(name: str, shape: Shape) -> str:
    """The name of a file for a shape: that for 3x3 boxes has no suffix.

    >>> named("certified.npz", Shape(2, 2))
    'certified_2x2.npz'
    """
    stem, _, suffix = name.partition(".")
    return name if shape == Shape() else f"{stem}_{shape}.{suffix}"


def _frozen(made: Corpus) -> Corpus:
    for array in (made.puzzles, made.solutions, made.counts, made.nodes, made.kinds):
        array.flags.writeable = False
    return made


def _digits(packed: NDArray[np.uint16], shape: Shape) -> Cells:
    """Unpack digits: each number holds as many digits to the base `side`, the lowest first, as 16 bits can."""
    side = shape.side
    places = side ** np.arange(next(size for size in range(16, 0, -1) if side**size <= 1 << 16), dtype=np.uint16)
    numbers = np.arange(side ** len(places), dtype=np.uint16)
    digits = (numbers[:, None] // places % side + 1).astype(np.uint8)  # of each number; a look-up takes less time
    return digits[packed].reshape(len(packed), -1)[:, : shape.cells]
