"""Files of expected failures."""

import re
from pathlib import Path

import pytest

from crosscover.exit_code import UsageError
from crosscover.runner.expected import ExpectedFailures, read_expected
from tests.report.samples import fault, not_run, passed, timed_out, vacuous, wrong

SUBJECT = "exec:./a.out --flag"


def read(tmp_path: Path, text: str) -> ExpectedFailures:
    """Read a file with this text."""
    (tmp_path / "known.txt").write_bytes(text.encode())
    return read_expected(tmp_path / "known.txt")


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


def test_failures_that_are_expected(tmp_path: Path) -> None:
    """A listed property that is wrong or times out is an expected failure, and one that passes is stale."""
    known = read(tmp_path, "a\nb\nd\n")
    results = [wrong("a"), timed_out("b"), wrong("c"), passed("d")]
    assert [known.includes(one) for one in results] == [True, True, False, False]
    assert known.stale(results) == (f"{tmp_path}/known.txt: line 3: d unexpectedly passes; remove this entry",)


def test_faults_are_never_expected(tmp_path: Path) -> None:
    """Faults of crosscover, and properties that judged nothing or did not run, are neither expected nor stale."""
    known, results = read(tmp_path, "a\nb\nc\n"), [fault("a"), vacuous("b"), not_run("c")]
    assert not any(map(known.includes, results))
    assert known.stale(results) == ()


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
    import crosscover.properties.test_solver  # noqa: F401, PLC0415 - registers long_runs

    with pytest.raises(UsageError, match=re.escape(f"known.txt: line 1: {message}")):
        read(tmp_path, f"{name}\n").check(["patterns", "full_grids"], SUBJECT)
