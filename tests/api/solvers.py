"""A puzzle, functions as cells of a notebook define them, and what a notebook shows."""

from collections.abc import Callable
from typing import Any

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def cell_function(source: str, name: str) -> Callable[[Any], object]:
    """A function as a cell of a notebook defines it, in a module that nobody can import."""
    cell: dict[str, Any] = {"__name__": "__main__"}
    exec(source, cell)  # noqa: S102 - our own
    function: Callable[[Any], object] = cell[name]
    return function


def html_of(value: Any) -> str:
    """What a notebook shows of a value."""
    html: str = value._repr_html_()
    return html
