"""The lines and branches of a JavaScript function's source that its runs have not reached."""

import json
import shutil
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

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")

Measured = Callable[..., Subject]

BODY = f"""\
const ANSWERS = {json.dumps(ANSWERS)}; // 🧩, which V8 counts as two characters

function xWing(cells) {{
  // "never"
  return cells.map((cell) => cell);
}}

function solve(puzzle) {{
  const found = ANSWERS[puzzle];
  if (found === undefined || found.length !== 81) return xWing([...puzzle]);
  if (puzzle in ANSWERS) {{
    return found ? found : null;
  }} else {{
    return null;
  }}
}}
"""
MODULE = BODY + "export { solve };\n"


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Measured]:
    """A factory of subjects from JavaScript files, which measure what they reach."""
    stack = ExitStack()

    def make_one(files: dict[str, str], spec: str = "js:{}/solver.mjs:solve", options: Options = Options()) -> Subject:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        return stack.enter_context(closing(subject(spec.format(tmp_path), options, coverage=True)))

    with stack:
        yield make_one


def files_of(asked: Subject) -> dict[str, FileCoverage]:
    """The files of a subject, by name."""
    assert asked.coverage is not None
    return {Path(file.path).name: file for file in asked.coverage.files()}


@pytest.mark.parametrize(
    ("name", "text"),
    [("solver.mjs", MODULE), ("solver.cjs", BODY + "module.exports = { solve };\n"), ("script.cjs", BODY)],
)
def test_what_was_not_reached(measured: Measured, name: str, text: str) -> None:
    """Functions, lines and parts of lines, in modules, in CommonJS, and in scripts without exports."""
    solver = measured({name: text}, f"js:{{}}/{name}:solve")

    transcript = solver.ask(BATCH)

    file = files_of(solver)[name]
    assert all(isinstance(response, Answered) for response in transcript.responses)
    assert file.functions == (UnreachedFunction("xWing", 3, 6),)
    assert file.unreached == {3, 5, 13, 14}
    assert file.branches == (UnreachedBranch(10, "`return xWing([...puzzle]);`"), UnreachedBranch(12, "`: null`"))
    assert file.source == tuple(text.splitlines())


def test_lines_with_code(measured: Measured) -> None:
    """Comments and brackets are no code."""
    solver = measured({"solver.mjs": MODULE})

    solver.ask(BATCH)

    assert files_of(solver)["solver.mjs"].lines == {1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 17}


def test_modules_beside_the_file(measured: Measured) -> None:
    """Modules in the same folder are measured; those of node, of packages and of other folders are not."""
    imports = "import 'node:fs'; import 'a-package'; import './below/deeper.mjs';"
    solver = measured(
        {
            "solver.mjs": f"{imports} export {{ solve }} from './helper.mjs';\n",
            "helper.mjs": MODULE,
            "below/deeper.mjs": "1;\n",
            "node_modules/a-package/index.js": "1;\n",
        }
    )

    solver.ask(BATCH)

    assert files_of(solver).keys() == {"solver.mjs", "helper.mjs"}


def test_a_package(measured: Measured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of a package that is named itself are measured, without the packages that it needs."""
    monkeypatch.chdir(tmp_path)
    solver = measured(
        {
            "node_modules/@scope/sudoku/package.json": '{"main": "lib/main.cjs"}',
            "node_modules/@scope/sudoku/lib/main.cjs": f"require('inner');\n{BODY}module.exports = {{ solve }};\n",
            "node_modules/@scope/sudoku/node_modules/inner/index.js": "1;\n",
        },
        "js:@scope/sudoku:solve",
    )

    solver.ask(BATCH)

    assert files_of(solver).keys() == {"main.cjs"}


def test_runs_add_up(measured: Measured) -> None:
    """What one batch has reached stays reached."""
    solver = measured({"solver.mjs": MODULE})

    solver.ask(BATCH)
    solver.ask([BATCH[0].with_cell(0, 0)])

    file = files_of(solver)["solver.mjs"]
    assert not file.functions
    assert file.unreached == {13, 14}


def test_a_solver_that_throws(measured: Measured) -> None:
    """The lines up to an error are reached, with the usual failure."""
    text = "export function solve(puzzle) {\n  if (puzzle) throw new Error();\n  return null;\n}\n"
    solver = measured({"solver.mjs": text})

    transcript = solver.ask(BATCH)

    assert {type(response) for response in transcript.responses} == {Failed}
    assert files_of(solver)["solver.mjs"].unreached == {3}


def test_a_run_that_is_killed(measured: Measured) -> None:
    """A run that times out is not measured; the other runs are."""
    text = MODULE.replace("return cells.map((cell) => cell);", "while (cells);")
    solver = measured({"solver.mjs": text}, options=Options(time_limit=2, puzzle_time=0))

    solver.ask(BATCH)
    solver.ask([BATCH[0].with_cell(0, 0)])

    assert solver.reached is None
    assert files_of(solver)["solver.mjs"].functions == (UnreachedFunction("xWing", 3, 6),)


def test_blocks(measured: Measured) -> None:
    """The runs of blocks are measured like others."""
    solver = measured({"solver.mjs": MODULE})

    solver.ask_block(np.array([list(puzzle.values) for puzzle in BATCH], np.uint8), 10.0)

    assert files_of(solver)["solver.mjs"].unreached == {3, 5, 13, 14}


def test_spans_join() -> None:
    """Spans that touch are one, so that two ways to the same coverage are equal."""
    one = SourceCoverage(None, {"a.js": frozenset([(0, 10), (20, 30)])})
    other = SourceCoverage(None, {"a.js": frozenset([(5, 20)])})

    assert (one | other).reached == {"a.js": {(0, 30)}}
