"""A grid as HTML, for notebooks: a table without style sheet that takes its colours from its surroundings."""

from collections.abc import Collection
from html import escape

from .shape import Shape

_TABLE = "border-collapse:collapse;border:3px solid currentColor;font:16px/1 monospace;width:auto;margin:0"
_ROW = "background:transparent;border:0"
_CELL = "width:1.9em;min-width:1.9em;height:1.9em;padding:0;text-align:center;vertical-align:middle"
_THIN, _THICK = "1px solid rgba(128,128,128,.6)", "3px solid currentColor"
_MARKED = "background:rgba(255,80,80,.35)"


def html_table(
    caption: str, text: str, shape: Shape, *, clues: str | None = None, marked: Collection[int] = frozenset()
) -> str:
    """The table of a grid, given by its text as in `str(grid)`, with its caption below; about 18 KB for 81 cells.

    Clues, the cells that are not empty in the text `clues`, are bold; without that text, the digits of a grid with
    empty cells are. The `marked` cells are red. Screen readers read the caption and the rows.
    """
    if clues is None:
        clues = text if "." in text else "." * shape.cells
    rows = "".join(
        f'<tr style="{_ROW}">{"".join(_cell(text, clues, cell, shape, is_marked=cell in marked) for cell in row)}</tr>'
        for row in shape.rows
    )
    return (
        '<figure style="display:inline-block;margin:0 1.5em 1em 0">'
        f'<table role="img" aria-label="{escape(caption)}. {_row_texts(text, shape)}" style="{_TABLE}">{rows}</table>'
        f'<figcaption style="margin-top:.4em">{escape(caption)}</figcaption></figure>'
    )


def _cell(text: str, clues: str, cell: int, shape: Shape, *, is_marked: bool) -> str:
    column, row = shape.column(cell), shape.row(cell)
    left = _THICK if any(column == stack[0] for stack in shape.stacks) else _THIN
    top = _THICK if any(row == band[0] for band in shape.bands) else _THIN
    weight = "bold" if clues[cell] != "." else "normal"
    digit = "" if text[cell] == "." else text[cell]
    style = f"{_CELL};border:0;border-left:{left};border-top:{top};font-weight:{weight}"
    return f'<td style="{style}{f";{_MARKED}" if is_marked else ""}">{digit}</td>'


def _row_texts(text: str, shape: Shape) -> str:
    """The rows in words."""
    rows = (" ".join(text[cell] for cell in row).replace(".", "empty") for row in shape.rows)
    return "; ".join(f"row {number}: {row}" for number, row in enumerate(rows, 1))
