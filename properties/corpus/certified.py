"""Thousands of puzzles of every kind, with verdicts that two unrelated producers have proved, as arrays.

Drawn puzzles are new in every run, and engines have to decide each. These are fixed and their verdicts are known, so a
solver can get all of them, and all that follow from them (`derivation`), as fast as it answers.

The proofs are not part of the package: they are in `tests/corpus/certificates.jsonl.xz` of the repository, and
`crosscover verify` checks them. `python -m tests.corpus build` makes both files anew.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]

CELLS = 81
MAX_TOTAL = 65_536
"""Maximum number of solutions that are counted."""

MAX_NODES = 10_000
"""Maximum number of search nodes that are counted."""

PLACES = 9 ** np.arange(5, dtype=np.uint16)
"""The place values of five digits, whose 9^5 numbers fit into 16 bits."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Puzzles and their verdicts, one per row, in read-only arrays.

    | field | type and shape | meaning |
    | --- | --- | --- |
    | `puzzles` | uint8 (n, 81) | digits, 0 for an empty cell |
    | `solutions` | uint8 (n, 2, 81) | two, one or no solution; zeros for a missing one |
    | `counts` | uint8 (n,) | 0: no solution; 1: a single one; 2: several |
    | `totals` | int64 (n,) | the exact number of solutions; 0 if there is none, or it is unknown |
    | `nodes` | uint16 (n,) | nodes of a plain search for two solutions (`harness.baseline`), at most `MAX_NODES` |
    | `kinds` | uint8 (n,) | index into `kind_names` |
    | `kind_names`, `sources` | tuples of text | the name of each kind of puzzle, and its source |
    """

    puzzles: Cells
    solutions: Cells
    counts: Cells
    totals: NDArray[np.int64]
    nodes: NDArray[np.uint16]
    kinds: Cells
    kind_names: tuple[str, ...]
    sources: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    def indices_of(self, *kind_names: str) -> NDArray[np.intp]:
        """The rows of the puzzles of some kinds; raises ValueError for an unknown kind."""
        for name in kind_names:
            if name not in self.kind_names:
                raise ValueError(f"no kind of puzzles is called {name!r}; there are {', '.join(self.kind_names)}")
        return np.flatnonzero(np.isin(self.kinds, [self.kind_names.index(name) for name in kind_names]))


@cache
def corpus() -> Corpus:
    """The certified corpus, read once, in some 20 ms."""
    with as_file(files("crosscover.properties.corpus").joinpath("certified.npz")) as path:
        return read(path)


def read(path: Path) -> Corpus:
    """Read a corpus that `python -m tests.corpus build` has written."""
    with np.load(path) as packed:
        puzzles, solutions = _unpack(packed["masks"], packed["first"], packed["second"], packed["counts"])
        names, sources = (tuple(map(str, packed[key])) for key in ("kind_names", "sources"))
        counts, totals, nodes, kinds = (packed[key] for key in ("counts", "totals", "nodes", "kinds"))
        made = Corpus(puzzles, solutions, counts, totals, nodes, kinds, names, sources)
    arrays: list[NDArray[Any]] = [made.puzzles, made.solutions, made.counts, made.totals, made.nodes, made.kinds]
    for array in arrays:
        array.flags.writeable = False
    return made


def _unpack(masks: Cells, first: NDArray[np.uint16], second: NDArray[np.uint16], counts: Cells) -> tuple[Cells, Cells]:
    solutions = np.zeros((len(counts), 2, CELLS), np.uint8)
    solutions[:, 0] = _from_base_9(first)
    solutions[counts == 2, 1] = _from_base_9(second)
    puzzles = solutions[:, 0] * np.unpackbits(masks, axis=1, count=CELLS)
    solutions[counts == 0] = 0
    return puzzles, solutions


def _from_base_9(packed: NDArray[np.uint16]) -> Cells:
    numbers = np.arange(9 ** len(PLACES), dtype=np.uint16)
    digits = (numbers[:, None] // PLACES % 9 + 1).astype(np.uint8)  # of each number; to look them up takes less time
    return digits[packed].reshape(len(packed), -1)[:, :CELLS]
