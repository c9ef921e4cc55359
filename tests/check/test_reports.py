"""Files of a check: reports, saved failures and the list of expected failures."""

import json
import os
from collections.abc import Iterator
from itertools import islice
from typing import cast
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover import engines
from crosscover.exit_code import ExitCode
from crosscover.harness.harness import Harness
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid
from crosscover.report.json_report import schema

from . import solvers
from .running import CHECK, ENVIRONMENT, Here, enter, run

pytestmark = pytest.mark.usefixtures("quick_panel")

SPEC = "python:mine.py:solve"
SOME = ("--examples=3", "--seed=1", "-k", "images or any_number or saved")

Json = dict[str, object]


@pytest.fixture
def wrong(here: Here) -> str:
    """The specification of a wrong function."""
    return f"python:{here.write('mine.py', solvers.WRONG_PYTHON)}:solve"


def report(text: str) -> Json:
    """Read a report and validate it against its schema."""
    read = cast("Json", json.loads(text))
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    return read


def section(read: Json, name: str) -> Json:
    """A section of a report."""
    return cast("Json", read[name])


def properties(read: Json) -> list[Json]:
    """The properties of a report."""
    return cast("list[Json]", read["properties"])


def failures(read: Json) -> list[Json]:
    """The failures of a report."""
    return [cast("Json", one["failure"]) for one in properties(read) if one["failure"]]


@pytest.mark.parametrize("good", [True, False])
def test_json_on_standard_output(good: bool, here: Here) -> None:
    """With `--json -` stdout is one JSON object of the schema, everything else goes to stderr, and `--junit` agrees."""
    here.write("mine.py", solvers.RIGHT_PYTHON if good else solvers.WRONG_PYTHON)
    ran = here(SPEC, *SOME, "--json", "-", "--junit", "report.xml")
    read = report(ran.output)
    footer = section(read, "footer")
    certified, uncertified = (cast("int", footer[name]) for name in ("certified", "uncertified"))
    assert (ran.code, footer["exit_code"], footer["complete"]) == (1 - good, 1 - good, True)
    assert [one["status"] for one in properties(read)] == ["passed" if good else "wrong"] * 2
    assert ran.errors.startswith("seed ")
    assert f"\n{certified} of {certified + uncertified} verdicts certified.\n" in ran.errors
    assert [failure["certified"] for failure in failures(read)] == [True] * 2 * (not good)
    suite = ElementTree.parse(here.directory / "report.xml").getroot()  # noqa: S314 - our own file
    failed = {case.get("name"): case.find("failure") is not None for case in suite.iter("testcase")}
    assert failed == {one["name"]: one["status"] == "wrong" for one in properties(read)}


def test_same_seed(wrong: str, here: Here) -> None:
    """The same seed gives the same counterexamples after the same number of puzzles.

    That is one property, since the time to shrink a cause that another property has shown is short.
    """
    first = report(here(wrong, "--examples=10", "-k", "any_number", "--json", "-").output)
    (here.directory / ".crosscover").rename(here.directory / "before")
    seed = str(section(first, "header")["seed"])
    second = report(here(wrong, "--examples=10", "-k", "any_number", "--json", "-", "--seed", seed).output)
    [one], [other] = failures(first), failures(second)
    assert section(one, "counterexample")["puzzles"] == section(other, "counterexample")["puzzles"]
    assert [one["failed_after"] for one in properties(first)] == [one["failed_after"] for one in properties(second)]


def test_seeds_differ(here: Here) -> None:
    """Different seeds draw different puzzles."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    first, second = (here(SPEC, *SOME, "--seed", seed, "--json", "-") for seed in "12")
    assert report(first.output)["labels"] != report(second.output)["labels"]


def test_saved_failures_come_first(wrong: str, here: Here) -> None:
    """Saved failures run first in the next check of their contract; once they pass, reports no longer mention them."""
    here(wrong, *SOME)
    other = here(wrong, "--contract", "any", "--examples=1", "-k", "saved or ordinary")
    again = here(wrong, *SOME)
    here.write("mine.py", solvers.RIGHT_PYTHON)
    fixed = here(wrong, *SOME)
    names = [line.split()[1] for line in again.output.splitlines() if line.startswith("WRONG ")]
    assert (again.code, names[0]) == (1, "saved_failures")
    assert "saved_failures" not in other.output
    assert fixed.lines["saved_failures"].startswith("passed")
    assert (fixed.code, "WRONG" in fixed.output) == (0, False)


def test_expected_failures(wrong: str, here: Here) -> None:
    """Expected failures do not fail a run; if one of them passes, that is an error."""
    here.write("known.txt", "images_of_known_puzzles  # an open bug\nany_number_of_clues\n")
    ran = here(wrong, *SOME, "--known", "known.txt")
    assert (ran.code, ran.errors) == (0, "")
    assert ran.lines["any_number_of_clues"].startswith("expected failure")
    assert "2 properties failed as expected" in ran.output
    here.write("mine.py", solvers.RIGHT_PYTHON)
    ran = here(wrong, *SOME, "--known", "known.txt")
    assert (ran.code, ran.errors) == (1, "")
    assert "known.txt: line 1: images_of_known_puzzles unexpectedly passes" in ran.output


@pytest.mark.parametrize(("text", "selected"), [("images twice\n", ()), ("patternz\n", ()), ("patternz\n", SOME)])
def test_bad_list(text: str, selected: tuple[str, ...], wrong: str, here: Here) -> None:
    """A malformed list of expected failures is reported with its line, and nothing is judged."""
    here.write("known.txt", text)
    ran = here(wrong, "--examples=1", "--known", "known.txt", *selected)
    assert (ran.code, ran.output) == (2, "")
    assert "known.txt: line" in ran.errors


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("exec:./missing", "cannot start ./missing: No such file or directory"),
        ("engine:sat:cadical195", "cannot run here"),
    ],
)
def test_every_report_of_a_solver_that_cannot_be_started(here: Here, subject: str, reason: str) -> None:
    """Every report says that the solver was not started; none of yesterday's is left."""
    names = {"--json": "r.json", "--junit": "r.xml", "--html": "r.html"}
    options = [word for option, name in names.items() for word in (option, here.write(name, "no errors found"))]
    here.write("broken/pysat.py", "raise ImportError")
    environment = {**ENVIRONMENT, "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
    if subject.startswith("engine:"):
        environment["PYTHONPATH"] = os.pathsep.join([str(here.directory / "broken"), ENVIRONMENT["PYTHONPATH"]])
    ran = run([*CHECK, subject, *options], here.directory, environment=environment)
    after = {name: (here.directory / name).read_text() for name in names.values()}
    footer = section(report(after["r.json"]), "footer")
    assert (ran.code, footer["exit_code"], footer["complete"]) == (4, 4, False)
    assert not [name for name, text in after.items() if "no errors found" in text]
    assert all(reason in text for text in (*after.values(), ran.output, ran.errors))
    summary = (here.directory / "summary.md").read_text()
    assert f"NOT STARTED: {subject} could not be started" in summary.replace("\\", "")


def lying(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Finds no solution if r5c5 is a clue."""
    return islice(iter(()) if puzzle.values[40] else BitmaskEngine()(puzzle, limit), limit)


def test_disagreeing_oracles(wrong: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement of oracles is a fault of crosscover, reported with the puzzle and each verdict."""
    enter(monkeypatch, lying)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", ("bitmask", "lying"))
    ran = here(wrong, *SOME, "--json", "-")
    assert ran.code == 3
    assert "FAULT" in ran.errors
    reasons = [str(failure["reason"]) for failure in failures(report(ran.output))]
    assert reasons
    for reason in reasons:
        assert Grid.parse(reason.split("\n")[2]).values[40]
        assert "lying    no solution" in reason
        assert "bitmask" in reason
    assert "says nothing about the solver" in ran.errors


def test_vacuous_property(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A property that judged nothing does not pass."""

    def draw_nothing(*_: object, **__: object) -> None:
        """Draw nothing."""

    monkeypatch.setattr(Harness, "judge_each", draw_nothing)
    ran = here("engine:bitmask", "-k", "missing_digits or verdict", "--examples=1")
    assert (ran.code, ran.errors) == (ExitCode.NOT_DECIDED, "")
    assert ran.lines["missing_digits"].startswith("NOTHING JUDGED")
    assert "1 property judged nothing, so nothing is known about it." in ran.output


def test_ci_profile(here: Here) -> None:
    """The profile `ci` runs a round with a fixed seed and then one with another seed, after one covering list."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    alone, first, second = (
        report(here(SPEC, *SOME[:1], *SOME[2:], *words, "--json=-").output)
        for words in (["--seed=0"], ["--profile=ci", "--seed=8"], ["--profile=ci", "--seed=9"])
    )
    judged = [[cast("int", one["judged"]) for one in properties(read)] for read in (alone, first)]
    assert all(0 < one < both < 2 * one for one, both in zip(*judged, strict=True))
    assert section(second, "footer")["rounds"] == 2
    assert first["labels"] != second["labels"]
