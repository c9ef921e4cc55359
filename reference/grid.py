"""The grid: an immutable filling of a shape, and its text.

A puzzle is a grid with empty cells; an answer is a full grid. The text of a grid has one character per cell, row by
row: `.` for an empty cell, 1 to 9, then A for 10, B for 11 and so on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from .shape import Shape, expect_type

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = ".0*_-xX"
"""All characters that are read as an empty cell; the first one is written."""

_VALUES = bytes(range(256))
"""Sliced, because rebuilding it would take a quarter of the cost of a grid."""

_FILLED = b"\0".ljust(256, b"\xff")
"""Maps a digit to all bits, an empty cell to none."""

_CHARACTERS = (EMPTY[0] + DIGITS).encode("ascii").ljust(256, b"\x80")  # a byte that is not ASCII

_set = object.__setattr__

INVALID = 255
"""Stands for a character that is neither a digit nor an empty cell."""


@dataclass(frozen=True, slots=True, init=False)
class Grid:
    """A filling of a shape: one byte per cell, row by row, 0 for an empty cell; or its text, as `parse` reads it.

    Raises ValueError if the number of cells or a digit does not fit the shape.

    >>> grid = Grid("1.3.34....4..3.1", Shape(2, 2))
    >>> grid.values[0], grid.values[1], str(grid)
    (1, 0, '1.3.34....4..3.1')
    """

    values: bytes
    shape: Shape = Shape()

    def __init__(self, values: bytes | str, shape: Shape = Shape()) -> None:
        if isinstance(values, str):
            values = _read(values, shape)
        _set(self, "values", values)
        _set(self, "shape", shape)
        side = shape.side
        if len(values) != side * side:
            raise ValueError(f"a {shape} grid has {shape.cells} cells, not {len(values)}")
        if values.translate(None, _VALUES[: side + 1]):  # a third of the cost of max()
            cell = next(cell for cell, digit in enumerate(values) if digit > side)
            raise ValueError(f"{shape.cell_name(cell)} holds {values[cell]}; digits go from 1 to {side}")

    def __hash__(self) -> int:
        return hash(self.values)  # bytes cache their hash; a third of the cost of hashing the shape as well

    def __reduce__(self) -> tuple[type["Grid"], tuple[bytes, Shape]]:
        return Grid, (self.values, self.shape)  # a third of the cost of pickling fields by name

    @classmethod
    def empty(cls, shape: Shape = Shape()) -> "Grid":
        """Return the grid without clues."""
        return cls(bytes(shape.cells), shape)

    @classmethod
    def simplest(cls, shape: Shape = Shape()) -> "Grid":
        """Return the solved grid with the simplest pattern: 123456789, 456789123 and so on.

        Raises ValueError for a diagonal Sudoku, since the pattern repeats digits on the diagonals.
        """
        if shape.diagonals:
            raise ValueError(f"the simplest pattern is no solution of a diagonal Sudoku, such as {shape}")
        starts = (row % shape.box_rows * shape.box_columns + row // shape.box_rows for row in range(shape.side))
        return cls(bytes((start + column) % shape.side + 1 for start in starts for column in range(shape.side)), shape)

    @classmethod
    def parse(cls, text: str, shape: Shape = Shape()) -> "Grid":
        """Read one character per cell, ignoring white space.

        Raises ValueError, with row and column, for a character that is neither a digit nor an empty cell.
        """
        expect_type(text, str, "the text of a grid")
        return cls(_read(text, shape), shape)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]], shape: Shape = Shape()) -> "Grid":
        """Read rows of integers, 0 for an empty cell."""
        return cls(bytes(value for row in rows for value in row), shape)

    @classmethod
    def from_clues(cls, clues: Mapping[int, int], shape: Shape = Shape()) -> "Grid":
        """Return the grid that holds the given digit in each given cell and is empty elsewhere."""
        return cls(bytes(clues.get(cell, 0) for cell in range(shape.cells)), shape)

    def __str__(self) -> str:
        return self.values.translate(_CHARACTERS).decode("ascii")

    def __repr__(self) -> str:
        shape = "" if self.shape == Shape() else f", {self.shape!r}"
        return f"Grid({str(self)!r}{shape})"

    def _repr_html_(self) -> str:
        """Draw the grid for notebooks."""
        return f"<pre>{self.to_diagram()}</pre>"

    @property
    def rows(self) -> list[list[int]]:
        """The rows as new lists of integers, 0 for an empty cell."""
        side = self.shape.side
        return [list(self.values[start : start + side]) for start in range(0, self.shape.cells, side)]

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.values

    @property
    def clue_count(self) -> int:
        """The number of filled cells."""
        return self.shape.cells - self.values.count(0)

    def clues(self) -> Iterator[tuple[int, int]]:
        """Iterate over the filled cells and their digits, in cell order."""
        return ((cell, digit) for cell, digit in enumerate(self.values) if digit)

    def empty_cells(self) -> list[int]:
        """Return the cells without a digit, in order."""
        return [cell for cell, digit in enumerate(self.values) if not digit]

    def with_cell(self, cell: int, digit: int) -> "Grid":
        """Return the grid with one cell set; digit 0 empties it."""
        return Grid(self.values[:cell] + bytes([digit]) + self.values[cell + 1 :], self.shape)

    def keeping(self, kept: int) -> "Grid":
        """Return the grid with only the cells whose bit is set in `kept` (bit 0 is cell 0)."""
        return Grid(bytes(digit if kept >> cell & 1 else 0 for cell, digit in enumerate(self.values)), self.shape)

    def with_cells_of(self, other: "Grid", cells: Iterable[int]) -> "Grid":
        """Return the grid with some cells taken from another grid."""
        values = bytearray(self.values)
        for cell in cells:
            values[cell] = other.values[cell]
        return Grid(bytes(values), self.shape)

    def differing_cells(self, other: "Grid") -> frozenset[int]:
        """Return the cells that differ from another grid of the same shape."""
        pairs = zip(self.values, other.values, strict=True)
        return frozenset(cell for cell, (here, there) in enumerate(pairs) if here != there)

    def extends(self, puzzle: "Grid") -> bool:
        """Return whether the grid keeps every clue of the puzzle."""
        clues = puzzle.values.translate(_FILLED)
        kept = int.from_bytes(self.values) & int.from_bytes(clues)  # a tenth of the cost of a loop
        return self.shape == puzzle.shape and kept == int.from_bytes(puzzle.values)

    def to_diagram(self) -> str:
        """Draw the grid in a frame, box by box."""
        return draw(str(self), self.shape)


def draw(texts: Sequence[str], shape: Shape) -> str:
    """Draw the texts of the cells, such as digits, in a frame, box by box; all cells are as wide as the longest one."""
    width = max(map(len, texts))
    cells = [f"{text:^{width}}" for text in texts] if width > 1 else texts
    rule = "+".join(["-" * ((width + 1) * shape.box_columns + 1)] * len(shape.stacks))
    lines: list[str] = []
    for band in shape.bands:
        lines.append(f"+{rule}+")
        for row in band:
            first = shape.cell(row, 0)
            parts = (" ".join(cells[first + stack[0] : first + stack[-1] + 1]) for stack in shape.stacks)
            lines.append(f"| {' | '.join(parts)} |")
    return "\n".join([*lines, f"+{rule}+"])


def digit_of(character: str, shape: Shape = Shape()) -> int | None:
    """Return the value of a character in the text of a grid: 0 for an empty cell, None if it has no meaning."""
    value = DIGITS.find(character.upper()) + 1
    if 0 < value <= shape.side:
        return value
    return 0 if character in EMPTY else None


@cache
def byte_values(shape: Shape) -> bytes:
    """Return the value of each byte of ASCII text in a grid of a shape, or INVALID."""
    values = (digit_of(chr(byte), shape) if byte < 128 else None for byte in range(256))
    return bytes(INVALID if value is None else value for value in values)


@cache
def plain_reader(shape: Shape) -> Callable[[str], Grid | None]:
    """Return a function that reads one character per cell, and returns None for any other text.

    It costs a third of `Grid.parse`, since it checks the digits once and looks up nothing.
    """
    table, cells = byte_values(shape), shape.cells

    def read(text: str) -> Grid | None:
        values = text.encode("latin-1", "replace").translate(table)
        if len(values) != cells or INVALID in values:
            return None
        grid = object.__new__(Grid)
        _set(grid, "values", values)
        _set(grid, "shape", shape)
        return grid

    return read


def _read(text: str, shape: Shape) -> bytes:
    cells = "".join(text.split())
    values = cells.encode("ascii", "replace").translate(byte_values(shape))
    if (cell := values.find(INVALID)) >= 0:
        place = shape.cell_name(cell) if cell < shape.cells else f"cell {cell + 1}"
        raise ValueError(f"{place} is {cells[cell]!r}; expected a digit from 1 to {shape.side} or '.'")
    return values
