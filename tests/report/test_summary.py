"""The closing lines of a run."""

from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode
from crosscover.harness.verdicts import VerdictTally
from crosscover.reference import Shape
from crosscover.report.events import Footer
from crosscover.report.summary import closing_lines, repeat_command

from .samples import HEADER, fault, footer, not_run, passed, several_causes, timed_out, vacuous, wrong


def closing(end: Footer) -> list[str]:
    """The closing lines."""
    return list(closing_lines(HEADER, end))


def test_no_errors() -> None:
    """If every property passes, no errors were found."""
    end = footer(passed("a"), passed("b"), exit_code=ExitCode.GOOD)
    assert closing(end) == ["NO ERRORS FOUND: 2 of 2 properties hold in 1 round; 2,400 puzzles judged in 42.0 s."]


@pytest.mark.parametrize(
    ("end", "result"),
    [
        (footer(passed(), exit_code=ExitCode.GOOD), "NO ERRORS FOUND: 1 of 1 property holds"),
        (footer(wrong("a"), wrong("b"), timed_out(), passed()), "WRONG: {} fails 2 of 4 properties, probably 1 cause"),
        (footer(several_causes()), "WRONG: {} fails 1 of 1 property, probably 2 causes"),
        (footer(timed_out(), passed()), "TIMED OUT: no wrong answer was seen, but 1 of 2 properties timed out; raise"),
        (footer(), "NOTHING JUDGED"),
        (footer(vacuous()), "NOTHING JUDGED"),
        (footer(replace(wrong(), expected=True), passed(), exit_code=ExitCode.GOOD), "AS EXPECTED"),
    ],
)
def test_results(end: Footer, result: str) -> None:
    """The first line has the grade, and counts failed properties and causes; timeouts alone are not called wrong."""
    assert closing(end)[0].startswith(result.format(HEADER.subject))


@pytest.mark.parametrize(
    ("end", "result", "remarks"),
    [
        (footer(vacuous(), passed()), "NOT DECIDED", ["1 property judged nothing, so nothing is known about it."]),
        (
            footer(fault(), passed(), exit_code=ExitCode.FAULT),
            "FAULT: crosscover itself failed; 1 of 2 properties holds",
            ["1 property could not be decided because of a fault in crosscover itself."],
        ),
        (
            footer(passed(), not_run(), complete=False),
            "INTERRUPTED: no error was seen in exec:./a.out --flag so far",
            ["1 property was not run.", "The run is not complete: it was cut short."],
        ),
        (footer(passed(), notes=("a note",)), "NOT AS EXPECTED: the list of expected failures is out", ["a note"]),
    ],
)
def test_remarks(end: Footer, result: str, remarks: list[str]) -> None:
    """The lines below the first one say what limits the result."""
    first, *others = closing(end)
    assert first.startswith(result)
    assert others == remarks


def test_simplified_or_skipped_puzzles() -> None:
    """Puzzles that were simplified or skipped for a slow solver are counted over all properties."""
    end = footer(
        replace(passed("a"), simplified_or_skipped=2),
        replace(passed("b"), simplified_or_skipped=1),
        exit_code=ExitCode.GOOD,
    )
    first, remark = closing(end)
    assert first.startswith("NO ERRORS FOUND")
    assert remark.startswith("3 puzzles were simplified or skipped: at the speed of this run there was no time")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["crosscover", "check", "exec:./a.out"], "crosscover check exec:./a.out --rounds 3 --seed 7"),
        (["crosscover", "check", "--rounds", "5", "--time=9s"], "crosscover check --rounds 3 --seed 7"),
        (["crosscover", "check", "--seed=5"], "crosscover check --seed=5 --rounds 3"),
        (["pytest", "--pyargs", "crosscover.properties"], "pytest --pyargs crosscover.properties --crosscover-seed 7"),
        (["pytest", "--crosscover-seed=5"], "pytest --crosscover-seed=5"),
    ],
)
def test_repeat(words: list[str], expected: str) -> None:
    """The seed is added by the option that the command has for it."""
    header = replace(HEADER, command=tuple(words), seed=7, time_limit=60.0)
    assert repeat_command(header, 3) == expected


def test_shapes_without_certificates() -> None:
    """If there are no certificates for a shape, the last lines say so."""
    header = replace(HEADER, options=replace(HEADER.options, shape=Shape(5, 5)))
    end = replace(footer(passed(), exit_code=ExitCode.GOOD), verdicts=VerdictTally(3))
    assert "0 of 3 verdicts certified; there are no certificates for 5x5 boxes." in list(closing_lines(header, end))
    assert "0 of 3 verdicts certified." in list(closing_lines(HEADER, end))
