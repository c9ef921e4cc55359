"""The lines and branches of a function's source that its runs have not reached."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest

from crosscover.options import Options
from crosscover.responses import Answered, Failed
from crosscover.subjects.source_coverage import FileCoverage, SourceCoverage, UnreachedBranch, UnreachedFunction
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Subject

from .puzzles import ANSWERS, BATCH

Measured = Callable[..., Subject]

SOLVER = f"""\
ANSWERS = {ANSWERS}


def x_wing(cells):
    for cell in cells:
        return cell


def solve(puzzle):
    found = None
    if puzzle in ANSWERS:
        found = ANSWERS[puzzle]
    if found is None:
        x_wing(puzzle)
    return found
"""


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Measured]:
    """A factory of subjects from Python files, which measure what they reach."""
    stack = ExitStack()

    def make_one(spec: str = "python:{}/solver.py:solve", options: Options = Options(), **files: str) -> Subject:
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        return stack.enter_context(closing(subject(spec.format(tmp_path), options, coverage=True)))

    with stack:
        yield make_one


def files_of(asked: Subject) -> dict[str, FileCoverage]:
    """The files of a subject, by name."""
    assert asked.coverage is not None
    return {Path(file.path).name: file for file in asked.coverage.files()}


def test_a_function_that_never_ran(measured: Measured) -> None:
    """A function that no puzzle reaches is named with its lines."""
    solver = measured(solver=SOLVER)

    transcript = solver.ask(BATCH)

    file = files_of(solver)["solver.py"]
    assert all(isinstance(response, Answered) for response in transcript.responses)
    assert file.functions == (UnreachedFunction("x_wing", 4, 6),)
    assert file.unreached == {5, 6, 14}
    assert file.source == tuple(SOLVER.splitlines())


def test_a_branch_that_was_never_taken(measured: Measured) -> None:
    """A jump between two reached lines is a branch of its own."""
    solver = measured(solver=SOLVER)

    solver.ask(BATCH)

    assert files_of(solver)["solver.py"].branches == (UnreachedBranch(11, "-> 13"),)


def test_modules_beside_the_file(measured: Measured, tmp_path: Path) -> None:
    """Modules in the same folder are measured; the standard library, and what was not imported, are not."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "deeper.py").write_text("")
    solver = measured(
        solver="import json, helper, below.deeper\nsolve = helper.solve", helper=SOLVER, never_imported="x = 1"
    )

    solver.ask(BATCH)

    assert files_of(solver).keys() == {"solver.py", "helper.py"}


def test_a_package(measured: Measured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All modules of a package are measured."""
    package = tmp_path / "sudoku"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("from .inner.solver import solve")
    (package / "inner" / "solver.py").write_text(SOLVER)
    monkeypatch.chdir(tmp_path)
    solver = measured("python:sudoku:solve")

    solver.ask(BATCH)

    assert files_of(solver).keys() == {"__init__.py", "solver.py"}


def test_a_folder_with_brackets(measured: Measured, tmp_path: Path) -> None:
    """The name of a folder is not a pattern."""
    (tmp_path / "a[bc]*").mkdir()
    (tmp_path / "a[bc]*" / "solver.py").write_text(SOLVER)
    solver = measured("python:{}/a[bc]*/solver.py:solve")

    solver.ask(BATCH)

    assert files_of(solver).keys() == {"solver.py"}


def test_runs_add_up(measured: Measured) -> None:
    """What one batch has reached stays reached, whichever function of it."""
    solver = measured(solver=SOLVER)

    solver.ask(BATCH)
    solver.ask([BATCH[0].with_cell(0, 0)])

    assert files_of(solver)["solver.py"].unreached == frozenset()


def test_a_solver_that_raises(measured: Measured) -> None:
    """The lines up to an exception are reached, with the usual failure."""
    solver = measured(solver="def solve(puzzle):\n    if puzzle:\n        raise ValueError\n    return None\n")

    transcript = solver.ask(BATCH)

    assert {type(response) for response in transcript.responses} == {Failed}
    assert files_of(solver)["solver.py"].unreached == {4}


def test_a_run_that_is_killed(measured: Measured) -> None:
    """A run that times out is not measured; the other runs are."""
    text = SOLVER.replace("    return cell\n", "    while cell: pass\n")
    solver = measured(solver=text, options=Options(time_limit=1.0, puzzle_time=0.0))

    solver.ask(BATCH)
    solver.ask([BATCH[0].with_cell(0, 0)])

    assert solver.reached is None
    assert files_of(solver)["solver.py"].unreached == {5, 6, 14}


def test_blocks(measured: Measured) -> None:
    """The runs of blocks are measured like others."""
    solver = measured(solver=SOLVER)

    solver.ask_block(np.array([list(puzzle.values) for puzzle in BATCH], np.uint8), 10.0)

    assert files_of(solver)["solver.py"].unreached == {5, 6, 14}


def test_without_the_option(make: Measured, tmp_path: Path) -> None:
    """Nothing is measured unless somebody asks for it."""
    (tmp_path / "solver.py").write_text(SOLVER)
    solver = make(f"python:{tmp_path}/solver.py:solve")

    solver.ask(BATCH)

    assert (solver.reached, solver.coverage) == (None, None)


def test_an_interpreter_without_coverage(measured: Measured, tmp_path: Path) -> None:
    """An interpreter without coverage.py cannot load the function, and the reason names the command to install it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    solver = measured(solver=SOLVER, options=Options(python=str(tmp_path / "bare")))

    failed = solver.ask(BATCH).responses[0]

    assert isinstance(failed, Failed)
    assert f"--coverage needs coverage.py: {tmp_path}/bare/bin/python -m pip install coverage" in failed.reason


def test_coverage_adds_up_over_processes() -> None:
    """Coverage is the union of what several processes have reached, and can be sent between them."""
    one = SourceCoverage("python", {"a.py": frozenset([(1, 2)]), "b.py": frozenset([(1, -1)])})
    other = SourceCoverage("python", {"a.py": frozenset([(2, 3)])})

    both = pickle.loads(pickle.dumps(one)) | other  # noqa: S301 - our own

    assert both.reached == {"a.py": {(1, 2), (2, 3)}, "b.py": {(1, -1)}}


@pytest.mark.parametrize("record", [None, [], {}, {"spans": 1}, {"spans": {"a": 1}}, {"spans": {"a": [[1]]}}])
def test_a_damaged_record(record: object) -> None:
    """A record that the function has damaged is no coverage, and no error."""
    assert SourceCoverage.of_record(record, "python") == SourceCoverage()
