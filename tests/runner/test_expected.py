"""Files of expected failures."""

import re
from pathlib import Path

import pytest

from crosscover.errors import UsageError
from crosscover.properties import all_properties
from crosscover.runner.expected import read_expected
from tests.report.samples import fault, left_open, not_run, passed, timed_out, vacuous, wrong


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of expected failures."""
    return tmp_path / "known.txt"


def test_entries_and_comments(file: Path) -> None:
    """A line has a property and optionally a reason and a comment; other bytes than UTF-8 are refused."""
    file.write_bytes("\ufeff# all\r\n\r\npatterns  # a bug\r\n  long_runs: https://a.b/c#d # e\r\n".encode())
    assert read_expected(file).entries == {
        "patterns": (f"{file}: line 3", ""),
        "long_runs": (f"{file}: line 4", "https://a.b/c#d"),
    }
    file.write_bytes(b"patterns\n\xff\n")
    with pytest.raises(UsageError, match=r"known\.txt: expected UTF-8, not the byte 0xff"):
        read_expected(file)


def test_failures_that_are_expected(file: Path) -> None:
    """A listed property that is wrong or times out is an expected failure, one that passes is stale, others neither."""
    file.write_text("a\nb\nd: a bug\ne\nf\ng\n")
    known = read_expected(file)
    results = [wrong("a"), timed_out("b"), wrong("c"), passed("d"), fault("e"), vacuous("f"), not_run("g")]
    assert [one.reported.name for one in results if known.includes(one.reported)] == ["a", "b"]
    assert known.stale(results) == (f"{file}: line 3: d (a bug) unexpectedly passes; remove this entry",)


def test_passing_on_too_little(file: Path) -> None:
    """An entry is not stale if its property passed on a single puzzle, or without covering its facets."""
    file.write_text("few\nclashing_clues\n")
    assert read_expected(file).stale([passed("few", judged=1), left_open("clashing_clues")]) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("patterns:\n", "line 1: expected NAME or NAME: REASON, not 'patterns:'"),
        ("patterns:  # none\n", "line 1: expected NAME or NAME: REASON, not 'patterns:  # none'"),
        (": a bug\n", "line 1: expected NAME or NAME: REASON, not ': a bug'"),
        ("patterns: a\n\npatterns: b\n", "line 3: patterns is already listed in line 1"),
    ],
)
def test_malformed_entries(text: str, message: str, file: Path) -> None:
    """A reason may not be empty, and no property is listed twice."""
    file.write_text(text)
    with pytest.raises(UsageError, match=re.escape(f"known.txt: {message}") + "$"):
        read_expected(file)


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
