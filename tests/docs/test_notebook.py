"""The notebook of the documentation runs, and its cells show what the text describes."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.check.running import ENVIRONMENT

NOTEBOOK = Path(__file__).parents[2] / "docs/how-to/notebook.ipynb"

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")


def _values(cell: Any) -> dict[str, str]:
    """Return the outputs of a cell by media type; its only other output is its progress."""
    streams = [output.text for output in cell.outputs if output.output_type == "stream"]
    assert [text for text in streams if not text.startswith("\r")] == []
    return {form: text for output in cell.outputs if "data" in output for form, text in output.data.items()}


@pytest.mark.slow
def test_cells_show_what_the_text_says(tmp_path: Path) -> None:
    """Grids are drawn, the numbers agree with the text, and the wrong solver is found."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=600, resources=resources).execute(env=ENVIRONMENT)
    shown = {cell.source.splitlines()[-1]: _values(cell) for cell in notebook.cells if cell.cell_type == "code"}
    drawn = [line for line, values in shown.items() if "+-------+" in values.get("text/html", "")]
    assert drawn == ["puzzle", "crosscover.solve(puzzle)", "crosscover.Grid.parse(result.failures[0].answer)"]
    assert shown["crosscover.unique(fewer_clues)"]["text/plain"].startswith("Several(")
    assert shown["result"]["text/plain"].count("WRONG: python:.crosscover/notebook_solve.py:solve fails 1 of ") == 1
    assert "<iframe" in shown["result"]["text/html"]
    assert re.search(r"box \d has \d twice", list(shown.values())[-1]["text/plain"])


def test_no_outputs_are_kept() -> None:
    """The file has no outputs, which would be out of date: the site shows those of its build."""
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert [cell.outputs for cell in cells if cell.cell_type == "code" and cell.outputs] == []
