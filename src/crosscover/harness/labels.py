"""Labels: the kinds of puzzles and batches that a run has covered, derived from the puzzles themselves."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict

CLUE_RANGES = ((0, 16), (17, 17), (18, 22), (23, 26), (27, 35), (36, 50), (51, 70), (71, 79), (80, 80), (81, 81))

SEARCH_LABELS = {
    0: "no search node",
    64: "1-64 search nodes",
    256: "65-256 search nodes",
    1024: "257-1024 search nodes",
    16384: "1025-16384 search nodes",
    math.inf: "more than 16384 search nodes",
}
"""Labels by the maximum number of nodes; a proper puzzle with forced moves only has one node per empty cell."""

SIZE_LABELS = {
    1: "1 puzzle",
    9: "2-9 puzzles",
    99: "10-99 puzzles",
    499: "100-499 puzzles",
    math.inf: "500 puzzles and more",
}
"""Labels of runs by the maximum number of their puzzles."""

DERIVED = "derived: "
"""Prefix of the labels of puzzles that were derived from certified ones, without the panel."""

ABSTAINED = " abstained"
"""Suffix of the labels that count timeouts of an engine, which depend on the machine."""

UNCOUNTED = f"count{ABSTAINED}"
"""Label of puzzles that were left out, since the panel did not count their solutions in time."""


def puzzle_labels(puzzle: Grid, verdict: Verdict) -> Iterator[str]:
    """Yield the labels of one puzzle."""
    shape = puzzle.shape
    clues = puzzle.clue_count
    if shape == Shape():
        yield from (f"clues {low}-{high}" for low, high in CLUE_RANGES if low <= clues <= high)
    else:
        quarter = min(4 * clues // shape.cells, 3)
        yield f"clues {25 * quarter}-{25 * quarter + 25} %"
    empties = puzzle.values.count(0)
    if empties >= shape.side:
        yield from (name for name, cells in _regions(shape) if not any(puzzle.values[cell] for cell in cells))
        if sum(not any(puzzle.values[cell] for cell in box) for box in shape.boxes) > 1:
            yield "two empty boxes"
    counts = [puzzle.values.count(digit) for digit in range(1, shape.side + 1)]
    if 0 in counts:
        yield "digit absent"
    if 1 in counts:
        yield "digit alone"
    filled = [digit > 0 for digit in puzzle.values]
    if 0 < empties < shape.cells and filled == filled[::-1]:
        yield "clues in a pattern"
    if puzzle.values[: shape.side] == bytes(range(1, shape.side + 1)):
        yield "first row 1 to 9"
    match verdict:
        case Unique():
            yield "one solution"
        case Several():
            yield "several solutions"
        case NoSolution():
            yield "clashing clues" if next(clashes(puzzle), None) else "no solution without a clash"


def search_label(nodes: int) -> str:
    """Return the label for a number of search nodes of the dancing links."""
    return next(label for most, label in SEARCH_LABELS.items() if nodes <= most)


def batch_labels(batch: Sequence[Grid], formatting: Formatting) -> Iterator[str]:
    """Yield the labels of a batch as a whole."""
    size = len(batch)
    yield next(label for most, label in SIZE_LABELS.items() if size <= most)
    if formatting.line_end is LineEnd.CRLF:
        yield "CRLF"
    if not formatting.final_newline:
        yield "no last newline"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value
    different = list(dict.fromkeys(batch))[:40]
    if len(different) < min(size, 40):
        yield "puzzle repeated"
    keys: dict[str, Callable[[Grid], object]] = {
        "same first rows": lambda grid: grid.values[: 3 * grid.shape.side],
        "same clue count": lambda grid: grid.clue_count,
        "same cells, other digits": lambda grid: bytes(map(bool, grid.values)),
        "symmetric twin": _invariant,
    }
    yield from (name for name, key in keys.items() if len(set(map(key, different))) < len(different))
    if any(sum(map(int.__ne__, one.values, other.values)) == 1 for one, other in pairwise(different)):
        yield "one cell differs"


def _invariant(grid: Grid) -> tuple[object, ...]:
    """Return a value that is equal for two images of one puzzle, and seldom for others."""
    shape, values = grid.shape, grid.values
    digits = sorted(values.count(digit) for digit in range(1, shape.side + 1))
    lines = sorted(
        sorted(sum(values[cell] > 0 for cell in line) for line in family) for family in (shape.rows, shape.columns)
    )
    return tuple(digits), tuple(map(tuple, lines))


@cache
def _regions(shape: Shape) -> tuple[tuple[str, tuple[int, ...]], ...]:
    corners = (0, shape.side - 1, shape.cells - shape.side, shape.cells - 1)
    return (
        *(("empty row", row) for row in shape.rows),
        *(("empty column", column) for column in shape.columns),
        *(("empty box", box) for box in shape.boxes),
        *(("empty band", band) for band in shape.band_cells),
        *(("empty stack", stack) for stack in shape.stack_cells),
        ("empty corners", corners),
        ("empty corner boxes", tuple(cell for box in shape.corner_boxes for cell in box)),
    )
