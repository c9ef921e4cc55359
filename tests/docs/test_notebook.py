"""The notebook of the documentation runs, and its cells show what the text around them says."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.solve.commands import ENVIRONMENT

NOTEBOOK = Path(__file__).parents[2] / "docs/how-to/notebook.ipynb"

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What each cell shows, by its last line: the forms of its value by their media types."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, timeout=120, resources=resources).execute(env=ENVIRONMENT)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return {cell.source.splitlines()[-1]: _values(cell) for cell in cells}


def _values(cell: Any) -> dict[str, str]:
    assert [output for output in cell.outputs if output.output_type == "stream"] == []
    return {form: text for output in cell.outputs for form, text in output.data.items()}


def test_grids_are_drawn(shown: dict[str, dict[str, str]]) -> None:
    """A puzzle, its solution, two solutions of another, and a failure are drawn as tables."""
    drawn = {line: values["text/html"].count("<table") for line, values in shown.items() if "text/html" in values}
    assert drawn == {
        "puzzle": 1,
        "crosscover.solve(puzzle)": 1,
        "crosscover.verdict(fewer_clues)": 2,
        "result": 0,
        "result.failures[0]": 3,
    }


def test_values(shown: dict[str, dict[str, str]]) -> None:
    """A number of solutions, a comparison of canonical forms, and the verdicts on a collection are as the text says."""
    assert int(shown["crosscover.count(fewer_clues, limit=1000)"]["text/plain"]) > 2
    [equal] = [values for line, values in shown.items() if "canonical(turned)" in line]
    assert equal["text/plain"] == "True"
    assert shown["audit.verdicts"]["text/plain"].startswith("{'none': 1, 'unique': 1, 'several': 1,")


def test_the_wrong_solver_is_found(shown: dict[str, dict[str, str]]) -> None:
    """The check of the solver that forgets about boxes shows the report, and a box in which a digit stands twice."""
    assert shown["result"]["text/plain"].startswith("WRONG: python:.crosscover/notebook_solve.py:solve fails 1 of ")
    assert "<iframe" in shown["result"]["text/html"]
    assert re.search(r"box \d has \d twice", shown["result.failures[0]"]["text/html"])


def test_no_outputs_are_kept() -> None:
    """The site shows what the cells give when it is built, so the file has none, which would be out of date."""
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert [cell.outputs for cell in cells if cell.cell_type == "code" and cell.outputs] == []
