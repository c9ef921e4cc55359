"""The closing lines of a run."""

from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import UNCOUNTED
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


def test_one_property() -> None:
    """One property is in the singular."""
    assert "1 of 1 property holds" in closing(footer(passed(), exit_code=ExitCode.GOOD))[0]


def test_wrong_counts_properties_and_causes() -> None:
    """The failed properties are counted, and the causes if there are fewer."""
    end = footer(wrong("a"), wrong("b"), timed_out(), passed())
    fails = "WRONG: exec:./a.out --flag fails 2 of 4 properties, probably 1 cause"
    assert closing(end) == [f"{fails}; 1 timed out; 1,488 puzzles judged in 42.0 s."]


def test_a_property_may_fail_for_several_causes() -> None:
    """Two causes of one property are counted as two."""
    assert "fails 1 of 1 property, probably 2 causes" in closing(footer(several_causes()))[0]


def test_timeouts_alone_are_not_called_wrong() -> None:
    """If all failures are timeouts, the solver is not called wrong."""
    (line,) = closing(footer(timed_out(), passed()))
    assert "no wrong answer was seen, but 1 of 2 properties timed out" in line
    assert "raise --time-limit / --puzzle-time if the solver is merely slow" in line
    assert "WRONG" not in line


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


def test_uncounted_puzzles() -> None:
    """Puzzles that were left out, since the panel did not count their solutions, are counted over all properties."""
    end = footer(*(replace(passed(name), labels={UNCOUNTED: 2}) for name in "ab"), exit_code=ExitCode.GOOD)
    assert closing(end)[1] == "4 puzzles were left out: the panel did not count their solutions in time."


def test_nothing_judged() -> None:
    """With a property that judged nothing the result is undecided."""
    lines = closing(footer(vacuous(), passed()))
    assert lines[0].startswith("NOT DECIDED")
    assert lines[1] == "1 property judged nothing, so nothing is known about it."


def test_a_fault_decides_nothing() -> None:
    """After a fault of crosscover the result says nothing about the solver."""
    lines = closing(footer(fault(), passed(), exit_code=ExitCode.FAULT))
    assert lines[0].startswith("FAULT: crosscover itself failed; 1 of 2 properties holds")
    assert lines[1] == "1 property could not be decided because of a fault in crosscover itself."


def test_a_run_that_was_cut_short() -> None:
    """An interrupted run is called so, and the properties that did not run are counted."""
    lines = closing(footer(passed(), not_run(), complete=False))
    assert lines[0].startswith("INTERRUPTED: no error was seen in exec:./a.out --flag so far")
    assert lines[1:] == ["1 property was not run.", "The run is not complete: it was cut short."]


def test_a_run_without_properties() -> None:
    """Without properties the result is undecided."""
    assert closing(footer())[0].startswith("NOTHING JUDGED")
    assert closing(footer(vacuous()))[0].startswith("NOTHING JUDGED")


def test_stale_expected_failures() -> None:
    """Stale expected failures are mentioned and named, even if there are no errors."""
    lines = closing(footer(passed(), notes=("known.txt: line 3: full_grids unexpectedly passes; remove this entry",)))
    assert lines[0].startswith("NOT AS EXPECTED: the list of expected failures is out of date")
    assert lines[1] == "known.txt: line 3: full_grids unexpectedly passes; remove this entry"


def test_expected_failures_alone() -> None:
    """If only expected failures occurred, the result is as expected."""
    assert closing(footer(replace(wrong(), expected=True), passed(), exit_code=ExitCode.GOOD))[0].startswith(
        "AS EXPECTED"
    )


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
