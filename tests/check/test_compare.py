"""The command `crosscover compare`."""

import json
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.cli import main
from crosscover.report.comparison_reports import comparison_schema

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
    [row] = plain["properties"]
    assert ran.code == plain["exit_code"] == 1
    assert (right["exit_code"], wrong["exit_code"]) == (0, 1)
    assert (right["seed"], right["rounds"]) == (wrong["seed"], wrong["rounds"]) == (1, 1)
    assert min(right["certified"], wrong["certified"]) > 0
    assert [outcome["word"] for outcome in row["outcomes"]][1] == "wrong"
    assert plain["disagreements"]
    for one in plain["disagreements"]:
        assert (one["differs"], one["certified"]) == (True, True)
        assert [answer["status"] for answer in one["answers"]] == ["passed", "wrong"]
    assert "WRONG 1 of 2 solvers: python:wrong.py:solve" in ran.errors
    assert "Failing inputs" in (here.directory / "page.html").read_text()
    assert not (here.directory / ".crosscover").exists()


def test_a_solver_and_its_earlier_report(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    """A fixed solver receives the puzzles and the failures of its earlier report, and passes."""
    assert here("python:wrong.py:solve", *FEW, "--json=old.json").code == 1
    here.write("wrong.py", solvers.RIGHT_PYTHON)
    ran = compare(capsys, "old.json", "python:wrong.py:solve", "-k", "any_number", "--examples=2", "--json=new.json")
    plain = read((here.directory / "new.json").read_text())
    assert ran.code == 0
    assert [run["seed"] for run in plain["runs"]] == [1, 1]
    assert [run["is_latest"] for run in plain["runs"]] == [False, True]
    assert [[answer["status"] for answer in one["answers"]] for one in plain["disagreements"]] == [["wrong", "passed"]]
    [changes] = plain["changes"]
    assert changes["same_seed"]
    assert list(changes["properties"].values()) == [["any_number_of_clues"]]
    assert "NO ERRORS FOUND in 1 solver" in ran.output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("python:right.py:solve",), 2, "expected at least two solvers or reports"),
        (("python:right.py:solve", "right.py"), 2, "try python:right.py; or a report"),
        (("python:right.py:solve", "gone.json"), 2, "gone.json"),
        (("python:right.py:solve", "python:wrong.py:solve --cal rows"), 2, "--cal"),
        (("python:right.py:solve", "exec:./a.out --dialect gird"), 2, "gird"),
        (("python:right.py:solve", "wrong.py:solve"), 2, "try python:wrong.py:solve"),
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
    assert "<strong>NOT STARTED</strong> cannot start ./missing" in page


def test_badge(here: Here) -> None:
    """A check writes a badge; a file name with another ending is refused."""
    ran = here("engine:bitmask", *FEW, "--badge=badge.json")
    badge = json.loads((here.directory / "badge.json").read_text())
    assert (ran.code, badge["schemaVersion"], badge["color"]) == (0, 1, "brightgreen")
    assert badge["message"].startswith("no errors found | ")
    assert here("engine:bitmask", "--badge=badge.png").code == 2
