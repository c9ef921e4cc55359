"""Files of expected failures."""

import re
from pathlib import Path

import pytest

from crosscover.errors import UsageError
from crosscover.properties import all_properties
from crosscover.runner.expected import read_expected
from tests.report.samples import fault, not_run, passed, timed_out, vacuous, wrong


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of expected failures."""
    return tmp_path / "known.txt"


def test_entries_and_comments(file: Path) -> None:
    """A line has a property and optionally a comment; blank lines are ignored, and other bytes than UTF-8 refused."""
    file.write_bytes("\ufeff# all\r\n\r\npatterns  # a bug\r\n  long_runs\r\n".encode())
    assert read_expected(file).places == {"patterns": f"{file}: line 3", "long_runs": f"{file}: line 4"}
    file.write_bytes(b"patterns\n\xff\n")
    with pytest.raises(UsageError, match=r"known\.txt: expected UTF-8, not the byte 0xff"):
        read_expected(file)


def test_failures_that_are_expected(file: Path) -> None:
    """A listed property that is wrong or times out is an expected failure, one that passes is stale, others neither."""
    file.write_text("a\nb\nd\ne\nf\ng\n")
    known = read_expected(file)
    results = [wrong("a"), timed_out("b"), wrong("c"), passed("d"), fault("e"), vacuous("f"), not_run("g")]
    assert [one.reported.name for one in results if known.includes(one.reported)] == ["a", "b"]
    assert known.stale(results) == (f"{file}: line 3: d unexpectedly passes; remove this entry",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("long_runs because", "no property is named 'long_runs because'"),
        ("paterns", "no property is named 'paterns' (did you mean patterns?)"),
        ("long_runs", "the property long_runs does not apply to exec:./a.out"),
    ],
)
def test_unknown_properties(name: str, message: str, file: Path) -> None:
    """A property that does not exist or apply is an error at its line; a similar name is suggested."""
    assert all_properties()
    file.write_text(f"{name}\n")
    with pytest.raises(UsageError, match=re.escape(f"known.txt: line 1: {message}")):
        read_expected(file).check(["patterns", "full_grids"], "exec:./a.out")
