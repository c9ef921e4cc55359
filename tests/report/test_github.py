"""What GitHub is told."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover.harness.outcome import Failure
from crosscover.report import github
from crosscover.report.github import GithubWriter, annotations, job_summary
from crosscover.subjects.subject import Answered

from .samples import HEADER, NASTY, PUZZLE, WRONG_ANSWER, counterexample, footer, passed, tell, wrong


def test_an_annotation_a_cause() -> None:
    """Each cause has one error, with its puzzle, on one line."""
    (line,) = annotations(HEADER, footer(passed(), wrong("patterns"), wrong("minimal")))
    assert line == (
        "::error title=crosscover%3A patterns::row 1 has 7 twice, at r1c5 and r1c9%0AWhat patterns says.%0A"
        f"For the same cause: minimal.%0A{PUZZLE}"
    )


def test_an_annotation_has_its_file() -> None:
    """Where the solver is a file of the repository, the error stands at the file."""
    (line,) = annotations(replace(HEADER, subject="python:src/my, solver.py:solve"), footer(wrong()))
    assert line.startswith("::error file=src/my%2C solver.py,title=")


def test_no_word_of_a_solver_is_a_command() -> None:
    """Line ends and escapes in what a solver says cannot end an annotation or begin another."""
    failure = Failure("bad\n::error::forged\r%0A::warning::x" + NASTY)
    (line,) = annotations(HEADER, footer(replace(wrong(), failure=failure)))
    assert "\n" not in line
    assert "\r" not in line
    assert "bad%0A::error::forged\\r%250A" in line


def test_what_else_is_an_error() -> None:
    """A stale expected failure and a run that was cut short have annotations."""
    lines = list(annotations(HEADER, footer(passed(), notes=("it passes now",), complete=False)))
    assert lines == [
        "::error title=crosscover%3A expected failures::it passes now",
        "::error title=crosscover%3A not complete::The run was cut short.",
    ]


def test_the_summary() -> None:
    """The summary has the result, the command, a row a property and a block a cause."""
    text = job_summary(HEADER, footer(passed(), wrong("patterns"), wrong("minimal_puzzles")))
    assert text.startswith("### WRONG: exec:./a.out --flag fails 2 of 3 properties")
    assert "`crosscover check 'exec:./a.out --flag' --seed 4711`" in text
    assert "| minimal\\_puzzles | wrong | 96 puzzles | What minimal\\_puzzles says. |" in text
    assert text.count("<details>") == text.count("</details>") == 1


def test_nothing_of_a_solver_is_markdown() -> None:
    """A solver cannot break out of the code block that shows its words."""
    failure = Failure("````\n</details><script>|", counterexample(Answered(WRONG_ANSWER)), detail="``````")
    text = job_summary(HEADER, footer(replace(wrong(), failure=failure)))
    assert "\n```````text\n" in text
    assert "<summary>patterns: \\`\\`\\`\\` &lt;/details>&lt;script>\\|</summary>" in text


def test_a_summary_that_would_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub drops a summary that is too long, so it is cut, and says so."""
    monkeypatch.setattr(github, "SUMMARY_LIMIT", 800)
    text = job_summary(HEADER, footer(wrong()))
    assert text.endswith("Further failures would not fit here.\n")


def test_the_summary_is_added_to_the_file(tmp_path: Path) -> None:
    """The summary is added to what other steps wrote, and the annotations go to the stream."""
    path = tmp_path / "summary.md"
    path.write_text("earlier\n")
    stream = io.StringIO()
    tell(GithubWriter(stream, {"GITHUB_STEP_SUMMARY": str(path)}), footer(wrong()))
    assert path.read_text().startswith("earlier\n### WRONG")
    assert stream.getvalue().startswith("::error ")


def test_a_summary_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A summary that cannot be written is reported and does no harm."""
    tell(GithubWriter(io.StringIO(), {"GITHUB_STEP_SUMMARY": str(tmp_path)}), footer(wrong()))
    assert "no job summary" in capsys.readouterr().err
