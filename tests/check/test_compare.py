"""The command `crosscover compare`."""

import json
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.cli import main
from crosscover.report.comparison_reports import comparison_schema
from crosscover.report.json_report import schema

from . import solvers
from .running import Here, Ran

FEW = ("-k", "any_number", "--examples=2", "--seed=1")


@pytest.fixture(autouse=True)
def files(here: Here, quick_panel: None) -> None:  # noqa: ARG001 - it is used
    """A folder with a right and a wrong solver."""
    here.write("right.py", solvers.RIGHT_PYTHON)
    here.write("wrong.py", solvers.WRONG_PYTHON)


def compare(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Run a comparison to its end."""
    capsys.readouterr()
    code = main(["compare", *arguments])
    said = capsys.readouterr()
    return Ran(code, said.out, said.err)


def read(text: str) -> dict[str, Any]:
    """Read a comparison and validate it against its schema."""
    plain = cast("dict[str, Any]", json.loads(text))
    Draft202012Validator(comparison_schema()).validate(plain)  # pyright: ignore[reportUnknownMemberType] - it has no types
    return plain


def test_two_solvers(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """Two solvers receive the same puzzles, and the right one also those that the wrong one failed."""
    ran = compare(capsys, "python:right.py:solve", "python:wrong.py:solve", *FEW, "--json=-", "--html=page.html")
    plain = read(ran.output)
    right, wrong = plain["runs"]
    assert ran.code == plain["exit_code"] == 1
    assert (right["exit_code"], wrong["exit_code"]) == (0, 1)
    for one in (right, wrong):
        Draft202012Validator(schema()).validate(one["report"])  # pyright: ignore[reportUnknownMemberType] - it has no types
        assert (one["report"]["header"]["seed"], one["report"]["footer"]["rounds"]) == (1, 1)
        assert one["report"]["footer"]["certified"] > 0
    assert wrong["report"]["properties"][0]["status"] == "wrong"
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
        (("python:right.py:solve",), 2, "expected at least two solvers"),
        (("python:right.py:solve", "rihgt.py"), 2, "there is no file rihgt.py (did you mean right.py?)"),
        (("python:right.py:solve", "python:wrong.py:solve --cal rows"), 2, "--cal"),
        (("python:right.py:solve", "exec:./a.out --dialect gird"), 2, "gird"),
        (("python:right.py:solve", "engine:none"), 2, "no engine 'none'"),
        (("python:right.py:solve", "python:wrong.py:solve", "--json=wrong.py"), 2, "is also the input wrong.py"),
        (("python:right.py:solve", "python:wrong.py:solve", "--html=gone/x.html"), 2, "gone/x.html"),
        (("python:right.py:solve", "python:wrong.py:sovle"), 4, "sovle"),
    ],
)
def test_invalid_arguments(
    arguments: tuple[str, ...], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invalid, unreadable, unwritable or unstartable arguments are named before anything is judged."""
    ran = compare(capsys, *arguments)
    assert (ran.code, ran.output) == (code, "")
    assert message in ran.errors


def test_a_solver_that_cannot_be_started(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """Both reports say that a solver was not started, in place of older ones."""
    for name in ("old.json", "old.html"):
        here.write(name, "NO ERRORS FOUND")
    ran = compare(capsys, "python:right.py:solve", "exec:./missing", "--json=old.json", "--html=old.html")
    plain = read((here.directory / "old.json").read_text())
    assert (ran.code, plain["exit_code"], plain["verdict"], plain["runs"]) == (4, 4, "NOT STARTED", [])
    assert "cannot start ./missing" in plain["sentence"]
    page = (here.directory / "old.html").read_text()
    assert "<strong>NOT STARTED</strong>" in page
    assert "cannot start ./missing" in page
