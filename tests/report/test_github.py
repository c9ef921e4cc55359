"""Annotations and summaries for GitHub."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover.exit_code import ExitCode
from crosscover.harness.result import Failure
from crosscover.report import github
from crosscover.report.github import GithubWriter, annotations, job_summary
from crosscover.responses import Answered

from .samples import HEADER, NASTY, PUZZLE, WRONG_ANSWER, counterexample, footer, left_open, passed, tell, wrong


def test_one_annotation_per_cause() -> None:
    """Each cause has one error on one line, with its puzzle."""
    (line,) = annotations(HEADER, footer(passed(), wrong("patterns"), wrong("minimal")))
    assert line == (
        "::error title=crosscover%3A patterns::row 1 has 7 twice, at r1c5 and r1c9%0AWhat patterns says.%0A"
        f"For the same cause: minimal.%0A{PUZZLE}"
    )


def test_an_annotation_has_its_file() -> None:
    """If the solver is a file of the repository, the error is attached to it."""
    (line,) = annotations(replace(HEADER, subject="python:src/my, solver.py:solve"), footer(wrong()))
    assert line.startswith("::error file=src/my%2C solver.py,title=")


def test_output_of_a_solver_is_not_a_command() -> None:
    """Line ends and escapes in a solver's output cannot end an annotation or begin another."""
    failure = Failure("bad\n::error::forged\r%0A::warning::x" + NASTY)
    (line,) = annotations(HEADER, footer(replace(wrong(), failure=failure)))
    assert "\n" not in line
    assert "\r" not in line
    assert "bad%0A:\\u003aerror::forged\\r%250A" in line


def test_other_annotations() -> None:
    """Stale expected failures and incomplete runs have annotations."""
    lines = list(annotations(HEADER, footer(passed(), notes=("it passes now",), complete=False)))
    assert lines == [
        "::error title=crosscover%3A expected failures::it passes now",
        "::error title=crosscover%3A not complete::The run was cut short.",
    ]


def test_a_solver_that_was_too_slow() -> None:
    """A run that did not ask everything has an error, and the summary names what was not asked."""
    end = footer(left_open(), exit_code=ExitCode.GOOD)
    [line] = annotations(HEADER, end)
    assert line.startswith("::error title=crosscover%3A not decided::NOT DECIDED: exec")
    assert (
        "\n                  not asked: a clash in row 1, a clash in row 2, a clash in row 3 (6 more)\n"
        in job_summary(HEADER, end)
    )


def test_the_summary() -> None:
    """The summary is the report as text, in a code block."""
    text = job_summary(HEADER, footer(passed(), wrong("patterns"), wrong("minimal_puzzles")))
    assert text.startswith("```text\nseed      4711\n")
    assert "WRONG: exec:./a.out --flag fails 2 of 3 properties" in text
    assert text.endswith("\n```\n")


def test_output_of_a_solver_is_not_markdown() -> None:
    """A solver's output cannot end the code block that shows it."""
    failure = Failure("````\n</details><script>|", counterexample(Answered(WRONG_ANSWER)), detail="``````")
    text = job_summary(HEADER, footer(replace(wrong(), failure=failure)))
    assert text.startswith("```````text\n")
    assert text.endswith("\n```````\n")


def test_a_summary_that_would_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long summary is truncated with a note, since GitHub drops those that are too long."""
    monkeypatch.setattr(github, "SUMMARY_LIMIT", 800)
    text = job_summary(HEADER, footer(wrong()))
    assert text.endswith("\nThe rest is not shown.\n```\n")


def test_the_summary_is_added_to_the_file(tmp_path: Path) -> None:
    """The summary is appended to those of other steps, and the annotations go to the stream."""
    path = tmp_path / "summary.md"
    path.write_text("earlier\n")
    stream = io.StringIO()
    tell(GithubWriter(stream, {"GITHUB_STEP_SUMMARY": str(path)}), footer(wrong()))
    assert path.read_text().startswith("earlier\n```text\nseed")
    assert stream.getvalue().startswith("::error ")


def test_a_summary_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A summary that cannot be written is reported and does not fail the run."""
    tell(GithubWriter(io.StringIO(), {"GITHUB_STEP_SUMMARY": str(tmp_path)}), footer(wrong()))
    assert "no job summary" in capsys.readouterr().err
