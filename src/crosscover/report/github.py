"""A run on GitHub Actions: an annotation for each cause of failure, and the summary of the job.

Annotations are lines on the standard output; the environment names the file of the summary.
"""

import os
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import TextIO

from crosscover.exit_code import ExitCode, print_error
from crosscover.output import escape

from .events import Event, Footer, Header, PropertyFinished, RunFinished, RunStarted
from .grade import Grade, grade_of
from .summary import closing_lines, group_failures
from .terminal import TerminalWriter

SUMMARY = "GITHUB_STEP_SUMMARY"

SUMMARY_LIMIT = 900_000
"""Maximum length in characters; GitHub drops a summary of more than 1 MiB."""


class GithubWriter:
    """Writes annotations to the stream, and the summary if the environment names a file for it."""

    def __init__(self, stream: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self._summary = environment.get(SUMMARY)

    def __call__(self, event: Event, /) -> None:
        """Write all at the end; a summary that cannot be written is no error of the run."""
        if not isinstance(event, RunFinished):
            return
        for line in annotations(event.header, event.footer):
            self._stream.write(f"{line}\n")
        self._stream.flush()
        if self._summary:
            try:
                with Path(self._summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
                    file.write(job_summary(event.header, event.footer))
            except OSError as error:
                print_error(f"no job summary: {error}")


def annotations(header: Header, footer: Footer) -> Iterator[str]:
    """Yield the annotations: one for each cause and each note."""
    place = _place(header.subject)
    for group in group_failures(footer.outcomes):
        title = f"crosscover: {group.outcome.name}"
        failure = group.outcome.failure
        lines = [failure.reason if failure else "", group.outcome.statement]
        if group.same_cause:
            lines.append(f"For the same cause: {', '.join(group.same_cause)}.")
        if failure and failure.counterexample:
            lines.append(str(failure.counterexample.puzzle))
        if failure and failure.saved_as:
            lines.append(f"crosscover replay {failure.saved_as}")
        yield f"::error {place}title={_property(title)}::{_data(chr(10).join(filter(None, lines)))}"
    grade = grade_of(footer)
    if grade is Grade.SLOW or grade.exit_code is ExitCode.NOT_DECIDED:
        level = "warning" if grade is Grade.SLOW else "error"
        title = _property(f"crosscover: {grade.value}")
        yield f"::{level} title={title}::{_data(next(closing_lines(header, footer)))}"
    for note in footer.notes:
        yield f"::error title={_property('crosscover: expected failures')}::{_data(note)}"
    if footer.exit_code is ExitCode.NOT_STARTED:
        yield f"::error title={_property('crosscover: not started')}::{_data(chr(10).join(footer.remarks))}"
    elif not footer.complete:
        yield f"::error title={_property('crosscover: not complete')}::The run was cut short."


def job_summary(header: Header, footer: Footer) -> str:
    """Return the summary of the job in Markdown: the report as text, in a code block."""
    text = StringIO()
    writer = TerminalWriter(text)
    writer(RunStarted(header, tuple(outcome.name for outcome in footer.outcomes)))
    for outcome in footer.outcomes:
        writer(PropertyFinished(outcome))
    writer(RunFinished(header, footer))
    shown = text.getvalue()
    if len(shown) > SUMMARY_LIMIT:
        shown = f"{shown[:SUMMARY_LIMIT]} ...\nThe rest is not shown.\n"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", shown)), default=0))
    return f"{fence}text\n{shown}{fence}\n"


def _place(subject: str) -> str:
    """Return the file of annotations, if the subject is in a file of the repository."""
    kind, file, *_ = f"{subject}:".split(":")
    if kind == "python" and file.endswith(".py") and not Path(file).is_absolute():
        return f"file={_property(file)},"
    return ""


def _data(text: str) -> str:
    return escape(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
