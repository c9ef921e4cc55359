"""The measured performance in every report."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.exit_code import ExitCode
from crosscover.harness.performance import Growth, Performance, Rate, WorstCase
from crosscover.report.events import DocumentWriter
from crosscover.report.github import job_summary
from crosscover.report.html.check_page import check_page
from crosscover.report.json_report import JsonWriter, schema
from crosscover.report.junit import document
from crosscover.report.terminal import TerminalWriter
from crosscover.report.words import performance_facts

from .samples import HEADER, PERFORMANCE, PUZZLE, footer, passed, tell

END = replace(footer(passed(), exit_code=ExitCode.GOOD), performance=PERFORMANCE)


def test_facts() -> None:
    """Every figure is shown with two digits, and bounds as such."""
    facts = performance_facts(PERFORMANCE)
    assert facts["easy"] == "17,000 puzzles/s, 1.5 x the reference's time (from 4,096 puzzles)"
    assert facts["17 clues"] == "more than 1.2 s a puzzle, at least 25,000 x the reference's time"
    assert facts["start"].startswith("1.8 ms a run")
    assert facts["growth"] == "none of time in runs of up to 2,048 puzzles; GROWING MEMORY: 94.1 KiB per puzzle"
    assert "at least 150 x the median of 9 (17 clues; reference 1.1 x)" in facts["images"]
    assert facts["worst case"] == f"3.5 x a plain backtracking search at its pace: {PUZZLE}"


def test_growing_time() -> None:
    """Growing time is shown with its exponent, and memory that was not measured is mentioned."""
    facts = performance_facts(replace(PERFORMANCE, growth=Growth(512, 0.87)))
    assert facts["growth"].startswith("GROWING TIME: time per puzzle grows with run length, as length ** 0.87")
    assert "memory cannot be separated" in facts["growth"]
    noisy = performance_facts(replace(PERFORMANCE, growth=Growth(512, 0.47)))
    assert noisy["growth"].startswith("none of time in runs of up to 512 puzzles")


def test_nothing_measured() -> None:
    """If nothing was measured, only this is shown."""
    assert performance_facts(Performance(1.0, unmeasured=("anything: no answer",))) == {
        "not measured": "anything: no answer"
    }


def test_what_is_notable() -> None:
    """Slowness on hard puzzles, uneven times and growth are notable; bounds are shown as such."""
    slow, uneven, growing = PERFORMANCE.notable()
    assert slow == "SLOW: puzzles with 17 clues take more than 25,000 times as long as the reference."
    assert uneven.startswith("UNEVEN: of puzzles with 17 clues, the slowest symmetric image takes more than 150 times")
    assert growing == "GROWING MEMORY: 94.1 KiB per puzzle of a run."
    worst = WorstCase(PUZZLE, 5000, 58.3, 48)
    assert list(Performance(5.0, growth=Growth(512, 0.87), worst_case=worst).notable()) == [
        f"SLOW: a plain backtracking search at its pace is 58 times as fast on {PUZZLE}.",
        "GROWING TIME: time per puzzle grows with run length, as length ** 0.87.",
    ]


def test_a_solver_that_is_slow_on_all_puzzles_is_not_notable() -> None:
    """A solver that is slow on easy puzzles as well is not exponential."""
    rates = Rate("easy", 16, 0.1, 0.00004), Rate("hard", 16, 0.3, 0.0001), Rate("17 clues", 1, 0.2, 0.00005)
    assert list(Performance(5.0, rates=rates, growth=Growth(64, 0.55, 0.1, 1.0)).notable()) == []
    assert list(Performance(5.0).notable()) == []


def test_page() -> None:
    """The page has what is notable below the result."""
    page = check_page(HEADER, END)
    assert [sentence for sentence in PERFORMANCE.notable() if f"<p>{sentence}</p>" not in page] == []


def test_terminal() -> None:
    """The section has a title and at most eight lines; what is notable comes again, directly below the result."""
    stream = StringIO()
    tell(TerminalWriter(stream), END)
    before, _, after = stream.getvalue().partition("\nPerformance, in processor time\n")
    section, _, result = after.partition("\n\n")
    assert "full_grids" in before
    assert len(section.splitlines()) == 8
    first, *notable = result.splitlines()
    assert first.startswith("NO ERRORS FOUND")
    assert notable == list(PERFORMANCE.notable())


def test_json(tmp_path: Path) -> None:
    """The JSON report has the unrounded figures, or null if nothing was measured."""
    path = tmp_path / "report.json"
    tell(JsonWriter(str(path)), END)
    read = json.loads(path.read_text())
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    performance = read["performance"]
    assert performance["rates"]["easy"]["seconds"] == 0.00006
    assert performance["growth"] == {"puzzles": 2048, "time_exponent": 0.01, "memory_exponent": 1.02, "kib": 94.1}
    assert performance["worst_case"]["puzzle"] == str(PUZZLE)
    assert performance["notable"] == list(PERFORMANCE.notable()) == read["footer"]["sentences"][1:]
    tell(JsonWriter(str(path)), replace(END, performance=None))
    read = json.loads(path.read_text())
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    assert read["performance"] is None


def test_junit(tmp_path: Path) -> None:
    """The JUnit report has the facts as properties of the suite."""
    path = tmp_path / "report.xml"
    tell(DocumentWriter(path, document), END)
    found = {one.get("name"): one.get("value") for one in ElementTree.parse(path).iter("property")}  # noqa: S314 - ours
    assert found["performance.easy"] == performance_facts(PERFORMANCE)["easy"]
    assert found["performance.notable"] == " ".join(PERFORMANCE.notable())


def test_github() -> None:
    """The summary of a job has a table of the facts, and what is notable below the result."""
    text = job_summary(HEADER, END)
    assert "| easy | 17,000 puzzles/s" in text
    assert text.index("GROWING MEMORY: 94.1 KiB per puzzle of a run.") < text.index("Repeat it")
