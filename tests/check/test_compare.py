"""The command `crosscover compare`, and the responses of solvers to inputs that another one failed."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.harness.result import PropertyResult, Status
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, NoSolution, Shape
from crosscover.report.comparison import ComparedRun, SolverAnswer
from crosscover.report.comparison_reports import comparison_schema
from crosscover.report.json_report import schema
from crosscover.responses import Answered
from crosscover.runner.comparing import MAX_INPUTS, compare_runs
from crosscover.runner.settings import read_settings
from tests.report.comparisons import GOOD
from tests.report.samples import HEADER, PUZZLE, SOLUTION, WRONG_ANSWER, counterexample, wrong

from . import solvers
from .running import Here, enter

RIGHT, WRONG = "python:right.py:solve", "python:wrong.py:solve"
GOOD_RUN = ComparedRun(HEADER, GOOD)
SMALL = Grid.parse("1...............", Shape(2, 2))
FEW = ("-k", "any_number", "--rounds=1", "--seed=1")


@pytest.fixture(autouse=True)
def files(here: Here, quick_panel: None) -> None:  # noqa: ARG001 - it is used
    """A folder with a right and a wrong solver."""
    here.write("right.py", solvers.RIGHT_PYTHON)
    here.write("wrong.py", solvers.WRONG_PYTHON)


def valid(plain: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A report that has been validated against its schema."""
    Draft202012Validator(expected).validate(plain)  # pyright: ignore[reportUnknownMemberType] - it has no types
    return plain


def test_two_solvers(here: Here) -> None:
    """Two solvers receive the same puzzles, and the right one also those that the wrong one failed."""
    ran = here.main("compare", RIGHT, WRONG, *FEW, "--json=-", "--html=page.html")
    plain = valid(json.loads(ran.output), comparison_schema())
    assert ran.code == plain["exit_code"] == 1
    assert [one["exit_code"] for one in plain["runs"]] == [0, 1]
    for one in plain["runs"]:
        report = valid(one["report"], schema())
        assert (report["header"]["seed"], report["footer"]["rounds"]) == (1, 1)
        assert report["footer"]["certified"] > 0
    assert plain["runs"][1]["report"]["properties"][0]["status"] == "wrong"
    assert plain["disagreements"]
    for one in plain["disagreements"]:
        assert (one["differs"], one["certified"]) == (True, True)
        assert [answer["status"] for answer in one["answers"]] == ["passed", "wrong"]
    assert "WRONG 1 of 2 solvers: python:wrong.py:solve" in ran.errors
    assert "Failing inputs" in (here.directory / "page.html").read_text()
    assert not (here.directory / ".crosscover").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((RIGHT,), 2, "expected at least two solvers"),
        ((RIGHT, "rihgt.py"), 2, "there is no file rihgt.py (did you mean right.py?)"),
        ((RIGHT, f"{WRONG} --cal rows"), 2, "--cal"),
        ((RIGHT, "engine:none"), 2, "no engine 'none'"),
        ((RIGHT, WRONG, "--json=wrong.py"), 2, "is also the input wrong.py"),
        ((RIGHT, WRONG, "--html=gone/x.html"), 2, "gone/x.html"),
        ((RIGHT, "python:wrong.py:sovle"), 4, "sovle"),
    ],
)
def test_invalid_arguments(arguments: tuple[str, ...], code: int, message: str, here: Here) -> None:
    """Invalid, unreadable, unwritable or unstartable arguments are named before anything is judged."""
    ran = here.main("compare", *arguments)
    assert (ran.code, ran.output) == (code, "")
    assert message in ran.errors


def test_a_solver_that_cannot_be_started(here: Here) -> None:
    """Both reports say that a solver was not started, in place of older ones."""
    for name in ("old.json", "old.html"):
        here.write(name, "NO ERRORS FOUND")
    ran = here.main("compare", RIGHT, "exec:./missing", "--json=old.json", "--html=old.html")
    plain = valid(cast("dict[str, Any]", json.loads((here.directory / "old.json").read_text())), comparison_schema())
    assert (ran.code, plain["exit_code"], plain["verdict"], plain["runs"]) == (4, 4, "NOT STARTED", [])
    page = (here.directory / "old.html").read_text()
    assert "<strong>NOT STARTED</strong>" in page
    assert all("cannot start ./missing" in text for text in (plain["sentence"], page))


def record(*batches: tuple[Grid, ...]) -> ComparedRun:
    """A run that failed on these batches, for a cause each, with false verdicts."""
    found = counterexample(Answered(WRONG_ANSWER))
    outcomes: list[PropertyResult] = []
    for number, batch in enumerate(batches):
        mismatch = replace(found.mismatch, variant=str(number))
        false = replace(found, batch=batch, verdicts=(NoSolution(),) * len(batch), mismatch=mismatch)
        outcomes.append(wrong(f"property_{number}", false))
    return ComparedRun(HEADER, replace(GOOD, outcomes=tuple(outcomes)))


def asked(batch: tuple[Grid, ...], subject: str, contract: str = "proper") -> SolverAnswer:
    """A solver's answer to a batch that another one failed."""
    settings = read_settings(subject, {"contract": contract})
    [found] = compare_runs((record(batch), GOOD_RUN), [settings, settings]).disagreements
    assert found.answer(0).status is Status.WRONG
    return found.answer(1)


def test_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel judges each solver anew; nobody receives puzzles outside a contract, or of another shape."""
    enter(monkeypatch, lambda grid, limit=None: (one.with_cell(8, 7) for one in BitmaskEngine()(grid, limit)))
    assert asked((PUZZLE,), "engine:bitmask") == SolverAnswer(Status.PASSED)
    answer = asked((PUZZLE,), "engine:lying")
    assert (answer.status, answer.words) == (Status.WRONG, str(SOLUTION.with_cell(8, 7)))
    assert asked((PUZZLE, Grid.parse("." * 81)), "engine:bitmask").status is Status.NOT_RUN
    assert asked((SMALL,), "engine:bitmask", "any").status is Status.NOT_RUN


def test_many_failures() -> None:
    """A limited number of inputs is run and shown; the others are counted."""
    compared = compare_runs((record(*[(PUZZLE,) * size for size in range(1, MAX_INPUTS + 3)]), GOOD_RUN), [])
    assert (len(compared.disagreements), compared.left_out) == (MAX_INPUTS, 2)
    assert compared.disagreements[0].answer(1) == SolverAnswer(Status.NOT_RUN)
