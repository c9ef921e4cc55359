"""Files of a check: reports, saved failures and the list of expected failures."""

import json
import os
import subprocess
from collections.abc import Iterator
from itertools import islice
from typing import cast
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover import engines
from crosscover.exit_code import ExitCode
from crosscover.harness.harness import Harness
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.covering import covering_list
from crosscover.reference import Grid
from crosscover.report.json_report import schema

from . import solvers
from .running import CHECK, Here, enter

pytestmark = pytest.mark.usefixtures("quick_panel")

CHOSEN = ("-k", "images or any_number or saved")
SOME = ("--examples=3", "--seed=1", *CHOSEN)

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


def counterexamples(read: Json) -> list[object]:
    """The puzzles of each counterexample."""
    failures = [cast("Json", one["failure"]) for one in properties(read) if one["failure"]]
    return [cast("Json", failure["counterexample"])["puzzles"] for failure in failures]


@pytest.mark.parametrize("good", [True, False])
def test_json_on_standard_output(good: bool, here: Here) -> None:
    """With `--json -` stdout is one JSON object of the schema, everything else goes to stderr, and `--junit` agrees."""
    here.write("mine.py", solvers.RIGHT_PYTHON if good else solvers.WRONG_PYTHON)
    ran = here("python:mine.py:solve", *SOME, "--json", "-", "--junit", "report.xml")
    read = report(ran.output)
    footer = section(read, "footer")
    assert (ran.code, footer["exit_code"], footer["complete"]) == (1 - good, 1 - good, True)
    assert [one["status"] for one in properties(read)] == ["passed" if good else "wrong"] * 2
    assert ran.errors.startswith("seed ")
    assert ("(certified)" in ran.errors) == (not good)
    suite = ElementTree.parse(here.directory / "report.xml").getroot()  # noqa: S314 - our own file
    failed = {case.get("name"): case.find("failure") is not None for case in suite.iter("testcase")}
    assert failed == {one["name"]: one["status"] == "wrong" for one in properties(read)}


def test_same_seed(wrong: str, here: Here) -> None:
    """The same seed gives the same counterexamples after the same number of puzzles.

    That is one property, since the time to shrink a cause that another property has shown is short.
    """
    chosen = ("-k", "any_number")
    first = report(here(wrong, "--examples=10", *chosen, "--json", "-").output)
    (here.directory / ".crosscover").rename(here.directory / "before")
    seed = str(section(first, "header")["seed"])
    second = report(here(wrong, "--examples=10", *chosen, "--json", "-", "--seed", seed).output)
    assert counterexamples(first) == counterexamples(second) != []
    assert [one["failed_after"] for one in properties(first)] == [one["failed_after"] for one in properties(second)]


def test_seeds_differ(here: Here) -> None:
    """Different seeds draw different puzzles."""
    here.compiled(solvers.RIGHT_C)
    first, second = (here("exec:./solver", *SOME, "--seed", seed, "--json", "-") for seed in "12")
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


def test_certified(wrong: str, here: Here) -> None:
    """The expected answer of a failure is certified, and certified verdicts are counted."""
    ran = here(wrong, *SOME, "--json", "-")
    read = report(ran.output)
    certified, uncertified = (cast("int", section(read, "footer")[name]) for name in ("certified", "uncertified"))
    failures = [cast("Json", one["failure"]) for one in properties(read)]
    assert [failure["certified"] for failure in failures] == [True, True]
    assert certified > 0
    assert f"\n{certified} of {certified + uncertified} verdicts certified.\n" in ran.errors


def test_expected_failures(wrong: str, here: Here) -> None:
    """Expected failures do not fail a run."""
    here.write("known.txt", "images_of_known_puzzles  # an open bug\nany_number_of_clues\n")
    ran = here(wrong, *SOME, "--known", "known.txt")
    assert (ran.code, ran.errors) == (0, "")
    assert ran.lines["any_number_of_clues"].startswith("expected failure")
    assert "2 properties failed as expected" in ran.output


def test_stale_entry(here: Here) -> None:
    """An expected failure whose property passes is an error."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    here.write("known.txt", "images_of_known_puzzles\n")
    ran = here("python:mine.py:solve", *SOME, "--known", "known.txt")
    assert (ran.code, ran.errors) == (1, "")
    assert "known.txt: line 1: images_of_known_puzzles unexpectedly passes" in ran.output


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        ("Images\n", ()),
        ("images_of_known_puzzles twice\n", ()),
        ("patternz\n", ()),
        ("patternz\n", SOME),
    ],
)
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
    options = [word for option, name in names.items() for word in (option, name)]
    here.write("right.py", solvers.RIGHT_PYTHON)
    environment = {**os.environ, "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
    if subject.startswith("engine:"):
        (here.directory / "broken").mkdir()
        here.write("broken/pysat.py", "raise ImportError")
        environment["PYTHONPATH"] = str(here.directory / "broken")
    assert here("python:right.py:solve", "--examples=1", "-k", "full_grids", *options).code == 0
    before = {name: (here.directory / name).read_text() for name in names.values()}
    ran = subprocess.run(
        [*CHECK, subject, *options], cwd=here.directory, env=environment, capture_output=True, text=True, check=False
    )
    after = {name: (here.directory / name).read_text() for name in names.values()}
    read = report(after["r.json"])
    assert (ran.returncode, section(read, "footer")["exit_code"], section(read, "footer")["complete"]) == (4, 4, False)
    assert not [name for name in names.values() if after[name] == before[name] or "o errors found" in after[name]]
    for text in (after["r.json"], after["r.xml"], after["r.html"], ran.stdout, ran.stderr):
        assert reason in text
    summary = (here.directory / "summary.md").read_text()
    assert f"NOT STARTED: {subject} could not be started" in summary.replace("\\", "")


def lying(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Finds no solution if r5c5 is a clue."""
    return islice(iter(()) if puzzle.values[40] else BitmaskEngine()(puzzle, limit), limit)


def test_disagreeing_oracles(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement of oracles is a fault of crosscover, reported with the puzzle and each verdict."""
    enter(monkeypatch, lying)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", ("bitmask", "lying"))
    here.write("mine.py", solvers.WRONG_PYTHON)
    ran = here("python:mine.py:solve", *SOME, "--json", "-")
    failures = [cast("Json", one["failure"]) for one in properties(report(ran.output))]
    assert ran.code == 3
    assert "FAULT" in ran.errors
    for failure in failures:
        reason = str(failure["reason"])
        puzzle = Grid.parse(reason.split("\n")[2])
        assert puzzle.values[40]
        assert "lying    no solution" in reason
        assert "bitmask" in reason
    assert "says nothing about the solver" in ran.errors


def test_vacuous_property(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A property that judged nothing does not pass."""

    def for_each_example(*_: object, **__: object) -> None:
        """Draw nothing."""

    monkeypatch.setattr(Harness, "for_each_example", for_each_example)
    ran = here("engine:dlx", "-k", "test_patterns or worked_example")
    assert (ran.code, ran.errors) == (ExitCode.NOT_DECIDED, "")
    assert ran.lines["patterns"].startswith("NOTHING JUDGED")
    assert "1 property judged nothing, so nothing is known about it." in ran.output


def test_ci_profile(here: Here) -> None:
    """The profile `ci` runs a round with a fixed seed and one with a fresh seed, after one covering list."""
    here.compiled(solvers.RIGHT_C)
    gate = properties(report(here("exec:./solver", *SOME, "--seed=0", "--json=-").output))
    fresh = properties(report(here("exec:./solver", *SOME, "--seed=9", "--json=-").output))
    both = properties(report(here("exec:./solver", *SOME, "--seed=9", "--profile=ci", "--json=-").output))
    sums = [cast("int", one["judged"]) + cast("int", other["judged"]) for one, other in zip(gate, fresh, strict=True)]
    lists = [covering_list(cast("str", one["name"]), Options()) for one in both]
    covered = [sum(len(batch.puzzles) for batch in cover) for cover in lists]
    assert [cast("int", one["judged"]) for one in both] == [
        judged - once for judged, once in zip(sums, covered, strict=True)
    ]
