"""Thousands of puzzles of every kind, as arrays, with verdicts that two unrelated producers have proved.

Drawn puzzles are new in every run, and engines must decide each of them. Certified puzzles are fixed and their
verdicts are known, so a solver receives these puzzles, and puzzles derived from them (`derivation`), as fast as it
answers. Each of `options.CERTIFIED_SHAPES` has a corpus; the corpora of 3x2 and 4x3 boxes are transposed.

The proofs are not part of the package: `tests/corpus/certificates*.jsonl.xz` in the repository contains them, and
`crosscover verify` checks them. The program that made both files is in `tests/corpus` of version 0.2.0.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosscover.reference import Shape
from crosscover.subjects.block import Block
from crosscover.subjects.subject import Cells

MAX_NODES = 10_000
"""Maximum number of search nodes counted per puzzle."""


@cache
def corpus(shape: Shape = Shape()) -> Block:
    """Return the certified corpus of a shape in read-only arrays; the first call takes about 20 ms for 3x3 boxes."""
    if shape.box_rows > shape.box_columns:  # transpose the corpus of the transposed shape
        known = corpus(Shape(shape.box_columns, shape.box_rows, shape.diagonals))
        cells = np.array(known.shape.columns).ravel()
        puzzles, solutions = (np.ascontiguousarray(grids[..., cells]) for grids in (known.puzzles, known.solutions))
        return _frozen(replace(known, puzzles=puzzles, solutions=solutions, shape=shape))
    packed = _packed(shape)
    counts = packed["counts"]
    solutions = np.zeros((len(counts), 2, shape.cells), np.uint8)
    solutions[:, 0] = _digits(packed["first"], shape)
    solutions[counts == 2, 1] = _digits(packed["second"], shape)
    puzzles = solutions[:, 0] * np.unpackbits(packed["masks"], axis=1, count=shape.cells)
    solutions[counts == 0] = 0
    return _frozen(Block(puzzles, solutions, counts, packed["kinds"], tuple(map(str, packed["kind_names"])), shape))


def nodes_of_corpus(shape: Shape = Shape()) -> NDArray[np.uint16]:
    """Return the nodes of a plain search (`oracles.plain_search`) for two solutions per puzzle, at most `MAX_NODES`."""
    rows, columns = sorted((shape.box_rows, shape.box_columns))
    return _packed(Shape(rows, columns, shape.diagonals))["nodes"]


@cache
def _packed(shape: Shape) -> Mapping[str, NDArray[Any]]:
    file = files("crosscover.properties.corpus").joinpath(file_name("certified.npz", shape))
    with as_file(file) as path, np.load(path) as packed:
        return dict(packed)


def file_name(name: str, shape: Shape) -> str:
    """Return a file name for a shape; the name for 3x3 boxes has no suffix.

    >>> file_name("certified.npz", Shape(2, 2))
    'certified_2x2.npz'
    """
    stem, _, suffix = name.partition(".")
    return name if shape == Shape() else f"{stem}_{shape}.{suffix}"


def _frozen(made: Block) -> Block:
    for array in (made.puzzles, made.solutions, made.counts, made.kinds):
        array.flags.writeable = False
    return made


def _digits(packed: NDArray[np.uint16], shape: Shape) -> Cells:
    """Unpack digits: each 16-bit number holds as many digits in base `side` as fit, lowest first."""
    places = places_of(shape)
    numbers = np.arange(shape.side ** len(places), dtype=np.uint16)
    digits = (numbers[:, None] // places % shape.side + 1).astype(np.uint8)  # of all numbers, since a lookup is faster
    return digits[packed].reshape(len(packed), -1)[:, : shape.cells]


def places_of(shape: Shape) -> NDArray[np.uint16]:
    """Return the place values of the digits in a number of 16 bits."""
    side = shape.side
    return side ** np.arange(next(size for size in range(16, 0, -1) if side**size <= 1 << 16), dtype=np.uint16)
