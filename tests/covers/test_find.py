"""The form of a solver is found from its answers to small problems."""

import shutil
from pathlib import Path

import pytest

from crosscover.covers import Problem
from crosscover.covers import find as finding
from crosscover.covers.find import find
from crosscover.covers.forms import Element, Promise, Reading
from crosscover.covers.subject import SearchStep
from crosscover.errors import NotStartedError
from crosscover.options import Options

from .samples import write_solver
from .test_zoo import written_or_skip
from .zoo import RIGHT
from .zoo.model import RightCovers

ALL, ONE, COUNT, DECIDE = Promise
NUMBER, FROM_1, NAME, ITEMS, ROW = Element

FUNCTIONS = {
    "def solve(primary, options, secondary):\n yield from _all(options, primary)": (
        "primary,options,secondary",
        Reading(ALL),
    ),
    "def solve(options):\n return [[n + 1 for n in found] for found in _all(options)]": (
        "options",
        Reading(ALL, FROM_1),
    ),
    "def solve(X, Y):\n names = list(Y)\n for found in _all(list(Y.values()), X): yield [names[n] for n in found]": (
        "X,Y",
        Reading(ALL, NAME),
    ),
    "def solve(Y):\n return {tuple(n for n in found) for found in _all(list(Y.values()))}": ("Y", Reading(ALL)),
    "def solve(options):\n return [[options[n] for n in found] for found in _all(options)]": (
        "options",
        Reading(ALL, ITEMS),
    ),
    "def solve(rows):\n options = [[n for n in range(len(row)) if row[n] == 1] for row in rows]\n"
    " return [[rows[n] for n in found] for found in _all(options)]": ("matrix", Reading(ALL, ROW)),
    "def solve(array):\n return list(_all([row.nonzero()[0].tolist() for row in array]))": ("bool-array", Reading(ALL)),
    "def solve(n, rows):\n return list(_all(rows, range(n)))": ("n,rows", Reading(ALL)),
    "def solve(options):\n return next(_all(options), None)": ("options", Reading(ONE)),
    "def solve(options):\n return len(list(_all(options)))": ("options", Reading(COUNT)),
    "async def solve(options):\n return list(_all(options))": ("options", Reading(ALL)),
    "def solve(options):\n return any(True for _ in _all(options))": ("options", Reading(DECIDE)),
    "class Solver:\n def __init__(self, options):\n  self.options = options\n"
    " def __iter__(self):\n  return _all(self.options)\n"
    "def solve(options):\n return Solver(options)": ("options", Reading(ALL)),
}

ZOO = {
    "right-dancing-py": ("primary,options,secondary", Reading(ALL)),
    "right-dicts-py": ("X,Y", Reading(ALL, NAME)),
    "right-matrix-py": ("bool-array", Reading(ALL)),
    "right-masks-py": ("options", Reading(COUNT)),
    "right-links-mjs": ("matrix", Reading(ONE)),
    "right-spacers-mjs": ("primary,options,secondary", Reading(ALL, ITEMS)),
    "right-rows-c": ("luogu4929", Reading(ONE, FROM_1)),
    "right-colors-c": ("knuth", Reading(ALL)),
    "right-cases-c": ("hust1017", Reading(ONE, FROM_1)),
    "right-decide-c": ("poj3740", Reading(DECIDE)),
}

COLORED = """\
for found in _all([set(option) & set(primary) for option in options], primary):
  entries = [entry for n in found for entry in options[n] if entry not in primary]
  if all(e == f and ":" in e for e in entries for f in entries if e is not f and e[0] == f[0]): yield found
"""
"""The rest of a solver that takes colors."""


SEARCH_IN_JAVASCRIPT = """\
  const items = new Set(options.flat());
  const covers = [];
  const search = (chosen, used) => {
    const item = [...items].find((each) => !used.has(each));
    if (item === undefined) covers.push(chosen);
    for (const [number, option] of options.entries()) {
      if (item !== undefined && option.includes(item) && !option.some((each) => used.has(each)))
        search([...chosen, number], new Set([...used, ...option]));
    }
  };
  search([], new Set());
  return covers;
"""
"""The body of a right function of a list of options."""


def found(specification: str) -> tuple[str, Reading]:
    """Return the form of a solver and the reading of its answers."""
    subject = find(specification, Options())
    subject.close()
    return subject.form.name, subject.reading


@pytest.mark.parametrize("source", FUNCTIONS)
def test_forms_of_functions(source: str, tmp_path: Path) -> None:
    """The form and the promise of a Python function are found, without its name."""
    assert found(write_solver(tmp_path, source)) == FUNCTIONS[source]


@pytest.mark.slow
@pytest.mark.parametrize("solver", RIGHT, ids=lambda solver: solver.solver.name)
def test_forms_of_the_zoo(solver: RightCovers, tmp_path: Path) -> None:
    """The form of each right solver of the zoo is found: functions in Python and JavaScript, and programs."""
    assert found(written_or_skip(solver.solver, tmp_path)) == ZOO[solver.solver.name]


@pytest.mark.parametrize(
    ("body", "takes_colors"),
    [
        ("yield from _all(options, primary)", False),
        ("yield from _all([set(o) & {*primary, *secondary} for o in options], primary)", False),
        (COLORED, True),
    ],
)
def test_colors(body: str, takes_colors: bool, tmp_path: Path) -> None:
    """A solver takes colors only if it shares items in one color, and in no other."""
    subject = find(write_solver(tmp_path, f"def solve(primary, options, secondary):\n {body}\n"), Options())
    subject.close()
    assert subject.takes_colors is takes_colors


def test_an_exception_that_means_no_cover(tmp_path: Path) -> None:
    """An exception that is raised whenever there is no cover is an answer; an error that any function raises is not."""
    source = "class NoCover(Exception): pass\ndef solve(options):\n for c in _all(options): return c\n raise NoCover"
    subject = find(write_solver(tmp_path, source), Options())
    subject.close()
    assert (subject.reading, subject.refuses[0]) == (Reading(ONE), "NoCover")
    subject = find(write_solver(tmp_path, source.replace("raise NoCover", "raise IndexError")), Options())
    subject.close()
    assert subject.refuses == ()


def test_a_chosen_form(tmp_path: Path) -> None:
    """A given form and promise are used even if few answers are right."""
    path = write_solver(tmp_path, "def solve(options):\n return [[0]]\n")
    subject = find(path, Options(), "options", "all")
    subject.close()
    assert (subject.form.name, subject.reading.promise) == ("options", ALL)


def test_a_long_answer(tmp_path: Path) -> None:
    """All covers of a problem, as lists of items, may take more than a Sudoku solver may write."""
    items = [letter * 2000 for letter in "abcdefghij"]
    problem = Problem(items, [[item] for item in items for _ in range(2)])
    source = "def solve(options):\n return [[options[n] for n in found] for found in _all(options)]"
    subject = find(write_solver(tmp_path, source), Options())
    try:
        (outcome,) = subject.run([SearchStep(problem)])
    finally:
        subject.close()
    assert len(outcome.value) == 1 << len(items)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("head", ["export function", "export async function"])
def test_functions_in_javascript(head: str, tmp_path: Path) -> None:
    """A function in JavaScript may return its covers later."""
    path = tmp_path / "solver.mjs"
    path.write_text(f"{head} covers(options) {{\n{SEARCH_IN_JAVASCRIPT}}}\n")
    assert found(f"js:{path}") == ("options", Reading(ALL))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_forms_of_another_language(tmp_path: Path) -> None:
    """A form that JavaScript lacks is not tried with its functions."""
    path = tmp_path / "solver.mjs"
    path.write_text("export function solve(options) { return [] }")
    with pytest.raises(NotStartedError, match="takes no problem: it defines no function that takes sets"):
        find(f"js:{path}", Options(), "sets")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("VALUE = 1", "takes no problem: it defines no function"),
        (
            "def solve(options):\n return 42",
            r"solve \(options\): 42.* Wrap it in a function covers\(primary, options",
        ),
        pytest.param(
            "def solve(options):\n raise ValueError('odd')",
            r"solve \(options\): raised ValueError: odd",
            marks=pytest.mark.slow,
        ),
        ("def solve():\n return []", "takes no problem: it defines no function"),
        ("def solve(options:\n return 42", "SyntaxError"),
        pytest.param(
            "def solve(options):\n while True: pass",
            r"solve \(options\): still running after",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_no_form_fits(source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what the nearest form answered, or why the solver could not be started."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.2)
    path = tmp_path / "solver.py"
    path.write_text(source)
    with pytest.raises(NotStartedError, match=message):
        find(f"python:{path}", Options())
