"""The command `crosscover compare`."""

import json
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.report.comparison_reports import comparison_schema
from crosscover.report.json_report import schema

from . import solvers
from .running import Here

RIGHT, WRONG = "python:right.py:solve", "python:wrong.py:solve"
FEW = ("-k", "any_number", "--examples=2", "--seed=1")


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
