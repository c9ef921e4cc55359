"""Files of expected failures."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from crosscover.exit_code import UsageError
from crosscover.harness.result import PropertyResult, Status
from crosscover.runner.expected import ExpectedFailures, read_expected
from crosscover.runner.order import property_names
from crosscover.suite import ordered_properties
from tests.report.samples import fault, not_run, passed, timed_out, vacuous, wrong

SUBJECT = "exec:./a.out --flag"


def read(tmp_path: Path, text: str) -> ExpectedFailures:
    """Read a file with this text."""
    path = tmp_path / "known.txt"
    path.write_bytes(text.encode())
    return read_expected(path)


def marked(outcomes: Sequence[PropertyResult], expected: ExpectedFailures) -> tuple[list[PropertyResult], tuple[str, ...]]:
    """Mark the expected failures among outcomes; also return a note for each stale entry."""
    settled = [expected.marked(outcome) for outcome in outcomes]
    return settled, expected.stale(settled)


def test_entries_and_comments(tmp_path: Path) -> None:
    """A line has a property and optionally a comment; blank lines are ignored."""
    known = read(tmp_path, "\ufeff# all\r\n\r\npatterns  # a bug\r\n  long_runs\r\n")
    place = f"{tmp_path}/known.txt: line"
    assert known.places == {"patterns": f"{place} 3", "long_runs": f"{place} 4"}


def test_not_utf8(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused with its first wrong byte."""
    (tmp_path / "known.txt").write_bytes(b"patterns\n\xff\n")
    with pytest.raises(UsageError, match=r"known\.txt: expected UTF-8, not the byte 0xff"):
        read_expected(tmp_path / "known.txt")


def test_failures_are_marked(tmp_path: Path) -> None:
    """A listed property that fails or times out is expected; an unlisted one is not."""
    outcomes, stale = marked([wrong("a"), timed_out("b"), wrong("c")], read(tmp_path, "a\nb\n"))
    assert [outcome.expected for outcome in outcomes] == [True, True, False]
    assert stale == ()


def test_faults_are_never_expected(tmp_path: Path) -> None:
    """Faults of crosscover, and properties that judged nothing or did not run, are never expected failures."""
    outcomes, stale = marked([fault("a"), vacuous("b"), not_run("c")], read(tmp_path, "a\nb\nc\n"))
    assert not any(outcome.expected for outcome in outcomes)
    assert stale == ()


def test_stale_entries(tmp_path: Path) -> None:
    """An entry whose property passes is stale, and is named with file and line."""
    outcomes, stale = marked([passed("a"), wrong("b")], read(tmp_path, "b\na\n"))
    assert stale == (f"{tmp_path}/known.txt: line 2: a unexpectedly passes; remove this entry",)
    assert outcomes[0].status is Status.PASSED


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("long_runs because", "no property is named 'long_runs because'"),
        ("paterns", "no property is named 'paterns' (did you mean patterns?)"),
        ("long_runs", f"the property long_runs does not apply to {SUBJECT}"),
    ],
)
def test_unknown_properties(name: str, message: str, tmp_path: Path) -> None:
    """A property that does not exist or apply is an error at its line; a similar name is suggested."""
    with pytest.raises(UsageError, match=re.escape(f"known.txt: line 1: {message}")):
        read(tmp_path, f"{name}\n").check(["patterns", "full_grids"], SUBJECT)


def test_names_of_all_properties() -> None:
    """The names that are read from the source of the properties are those of the collected ones."""
    names = [judged.name for judged, _ in ordered_properties()]
    assert sorted(names) == sorted(property_names())
