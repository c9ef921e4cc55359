"""Solves, decides and certifies puzzles in the forms that Python programs use, and checks certificates."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import index
from typing import Protocol, SupportsIndex, cast

from crosscover.dialects import LineStream, MalformedInputError, raise_errors
from crosscover.engines import engine as engine_named
from crosscover.option_values import variant as read_variant
from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.puzzle_files import read_puzzles
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict, verdict
from crosscover.reference.grid import digit_of
from crosscover.reference.shape import expect_type
from crosscover.reference.verdict import verdict_of


class Array(Protocol):
    """A numpy array."""

    def tolist(self) -> object:
        """Return the values as nested lists."""
        ...


Puzzle = str | Grid | Array | Sequence[object]
"""Text in any detectable dialect, such as a drawing; a `Grid`; rows of cells, or all cells in one row, as characters or
as numbers, 0 for an empty cell; or a numpy array in either form."""


class ImproperPuzzleError(ValueError):
    """A puzzle without exactly one solution; `verdict` states whether there is none or there are several."""

    def __init__(self, verdict: NoSolution | Several) -> None:
        self.verdict = verdict
        super().__init__(f"expected a puzzle with one solution, found one with {verdict}")


def solve(puzzle: Puzzle, *, engine: str = "dlx", shape: Shape | str | None = None, variant: str | None = None) -> Grid:
    """Return the only solution of a puzzle, found by an engine; `crosscover engines` lists the engines.

    The puzzle is text in any detectable dialect, such as 81 characters or a drawing, a `Grid`, or 9 rows of 9 numbers,
    0 for an empty cell, also as a numpy array. Boxes have 3x3 cells unless `shape` is given, such as `"2x3"`;
    the variant `"x"` is diagonal Sudoku. Raises ImproperPuzzleError if there is no solution or more than one, and
    ValueError for a malformed puzzle, with the line and column.
    """
    expect_type(engine, str, "the name of an engine")
    found = verdict(engine_named(engine), to_grid(puzzle, shape, variant))
    if isinstance(found, Unique):
        return found.solution
    raise ImproperPuzzleError(found)


def certify(
    puzzle: Puzzle, most: int = 1, *, shape: Shape | str | None = None, variant: str | None = None
) -> Certificate:
    """Return a checked certificate of the number of solutions, or of more than `most` solutions.

    The puzzle may have any form that `solve` takes, with boxes from 2x2 to 4x4. Raises ValueError for a malformed
    puzzle, another shape, or a number below 1 or above 99,999 (64,772 for 4x4 boxes), and RuntimeError if no proof is
    found.

    >>> certify("1.3.34....4..3.1", 20, shape="2x2").claim.value
    'unique'
    """
    expect_type(most, int, "a number of solutions")
    return certify_puzzle(to_grid(puzzle, shape, variant), producer(DEFAULT_PRODUCER), most)


def unique(puzzle: Puzzle, *, shape: Shape | str | None = None, variant: str | None = None) -> Verdict:
    """Decide whether a puzzle has no, one or several solutions, with a checked proof, like `crosscover unique`.

    The puzzle may have any form that `solve` takes, with boxes from 2x2 to 4x4. Returns `NoSolution`, `Unique` with its
    `solution`, or `Several` with two `solutions`; `certify` also returns the proof. Raises ValueError for a malformed
    puzzle or another shape.

    >>> str(unique("1.3.34....4..3.1", shape="2x2"))
    'one solution, 1234341221434321'
    """
    return verdict_of(list(certify(puzzle, shape=shape, variant=variant).solutions))


def verify(line: str) -> Certificate:
    """Check the certificate in a line of text without a solver, and return it.

    Raises ValueError for a malformed or false certificate.
    """
    expect_type(line, str, "the line of a certificate")
    certificate = parse(line)
    check(certificate)
    return certificate


def to_grid(puzzle: Puzzle, shape: Shape | str | None = None, variant: str | None = None) -> Grid:
    """Return the grid of a puzzle, with 3x3 boxes unless a shape is given, such as `"2x3"`, or implied by the text.

    Raises ValueError for a malformed puzzle, with the line and column of the text or the row and column of the cell,
    and for text with several puzzles.
    """
    wanted = to_shape(shape, variant)
    if isinstance(puzzle, Grid):
        if wanted not in (None, puzzle.shape):
            raise ValueError(f"expected a grid of the shape {wanted}, not {puzzle.shape}")
        return puzzle
    if isinstance(puzzle, str):
        return _read_text(puzzle, wanted)
    return _read_cells(puzzle, wanted or Shape())


def to_shape(shape: Shape | str | None, variant: str | None = None) -> Shape | None:
    """Return the shape that arguments name, None without arguments; raises ValueError and TypeError."""
    if isinstance(shape, str):
        shape = Shape.parse(shape)
    if shape is not None:
        expect_type(shape, Shape, "a shape such as '2x3'")
    if variant is None:
        return shape
    expect_type(variant, str, "the name of a variant")
    read_variant(variant)
    return replace(shape or Shape(), diagonals=True)


def _read_text(text: str, shape: Shape | None) -> Grid:
    lines = LineStream(io.BytesIO(text.encode("utf-8", "surrogatepass")))
    try:
        entries = raise_errors(read_puzzles(lines, shape=shape).entries)
    except MalformedInputError as error:  # its message mentions a command-line option
        raise MalformedInputError(error.line, error.column, "a puzzle", error.found) from None
    first = next(entries, None)
    if first is None:
        raise MalformedInputError(1, 1, "a puzzle", "the end of the text")
    for further in entries:
        raise MalformedInputError(further.line, 1, "a single puzzle", "another one")
    return first.puzzle


def _read_cells(puzzle: object, shape: Shape) -> Grid:
    rows = _items(puzzle)
    if rows is None:
        raise ValueError(f"expected text, a Grid, or rows of cells, not an object of type {type(puzzle).__name__}")
    if len(rows) == shape.cells:
        rows = [rows[start : start + shape.side] for start in range(0, shape.cells, shape.side)]
    if len(rows) != shape.side:
        raise ValueError(f"expected {shape.side} rows of {shape.side} cells, found {len(rows)}")
    return Grid(bytes(_read_rows(rows, shape)), shape)


def _read_rows(rows: Iterable[object], shape: Shape) -> Iterator[int]:
    for number, row in enumerate(rows, 1):
        cells = _items(row)
        if cells is None or len(cells) != shape.side:
            found = f"{len(cells)} cells" if cells is not None else repr(row)
            raise ValueError(f"row {number}: expected {shape.side} cells, found {found}")
        for column, cell in enumerate(cells, 1):
            value = _value(cell, shape)
            if value is None:
                expected = f"a digit from 1 to {shape.side}, or 0 for an empty cell"
                raise ValueError(f"row {number}, column {column}: expected {expected}, found {cell!r}")
            yield value


def _value(cell: object, shape: Shape) -> int | None:
    """Return the digit of a cell, 0 for an empty cell, None for an invalid value."""
    if isinstance(cell, str):
        return digit_of(cell, shape) if len(cell) == 1 else None
    try:
        value = index(cast("SupportsIndex", cell))
    except TypeError:
        return None
    return value if 0 <= value <= shape.side and not isinstance(cell, bool) else None


def _items(value: object) -> list[object] | None:
    if hasattr(value, "tolist"):
        value = cast("Array", value).tolist()
    return list(cast("Iterable[object]", value)) if isinstance(value, (str, Sequence)) else None
