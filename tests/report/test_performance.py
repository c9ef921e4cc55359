"""The measured performance in every report."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.exit_code import ExitCode
from crosscover.harness.performance import Performance, Rate
from crosscover.report.events import DocumentWriter
from crosscover.report.json_report import report_text, schema
from crosscover.report.terminal import TerminalWriter
from crosscover.report.words import performance_facts

from .samples import PERFORMANCE, footer, passed, tell

END = replace(footer(passed(), exit_code=ExitCode.GOOD), performance=PERFORMANCE)


def test_facts() -> None:
    """Every figure is shown with two digits, and bounds as such."""
    facts = performance_facts(PERFORMANCE)
    assert facts["easy"] == "17,000 puzzles/s, 1.5 x the reference's time (from 4,096 puzzles)"
    assert facts["17 clues"] == "more than 1.2 s a puzzle, at least 25,000 x the reference's time"
    assert facts["start"].startswith("1.8 ms a run")


def test_what_is_notable() -> None:
    """Slowness on hard puzzles is notable; bounds are shown as such."""
    assert list(PERFORMANCE.notable()) == [
        "SLOW: puzzles with 17 clues take more than 25,000 times as long as the reference.",
    ]


def test_a_solver_that_is_slow_on_all_puzzles_is_not_notable() -> None:
    """A solver that is slow on easy puzzles as well is not exponential."""
    rates = Rate("easy", 16, 0.1, 0.00004), Rate("hard", 16, 0.3, 0.0001), Rate("17 clues", 1, 0.2, 0.00005)
    assert list(Performance(5.0, rates=rates).notable()) == []


def test_terminal() -> None:
    """The section has a title and five lines; what is notable comes again, directly below the result."""
    stream = StringIO()
    tell(TerminalWriter(stream), END)
    before, _, after = stream.getvalue().partition("\nPerformance, in processor time\n")
    section, _, result = after.partition("\n\n")
    assert "full_grids" in before
    assert len(section.splitlines()) == 5
    first, *notable = result.splitlines()
    assert first.startswith("NO ERRORS FOUND")
    assert notable == list(PERFORMANCE.notable())


def test_json(tmp_path: Path) -> None:
    """The JSON report has the unrounded figures, or null if nothing was measured."""
    path = tmp_path / "report.json"
    tell(DocumentWriter(str(path), report_text), END)
    read = json.loads(path.read_text())
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    performance = read["performance"]
    assert performance["rates"]["easy"]["seconds"] == 0.00006
    assert performance["notable"] == list(PERFORMANCE.notable()) == read["footer"]["sentences"][1:]
    tell(DocumentWriter(str(path), report_text), replace(END, performance=None))
    read = json.loads(path.read_text())
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    assert read["performance"] is None
