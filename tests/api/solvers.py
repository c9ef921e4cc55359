"""A puzzle, functions as defined in notebook cells, and the HTML that a notebook shows."""

from collections.abc import Callable
from typing import Any

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def cell_function(source: str, name: str) -> Callable[[Any], object]:
    """A function as defined in a notebook cell, in a module that cannot be imported."""
    cell: dict[str, Any] = {"__name__": "__main__"}
    exec(source, cell)  # noqa: S102 - our own
    function: Callable[[Any], object] = cell[name]
    return function


def html_of(value: Any) -> str:
    """The HTML that a notebook shows for a value."""
    html: str = value._repr_html_()
    return html
