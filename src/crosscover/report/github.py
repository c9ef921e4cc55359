"""Reports a run on GitHub Actions: an annotation for each cause of failure, and the job summary.

Annotations are lines on stdout; an environment variable names the summary file.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from crosscover.errors import ExitCode, print_error
from crosscover.output import escape
from crosscover.result import CheckResult, Grade

from .events import Event
from .text import check_text, failure_text, setup_text

SUMMARY = "GITHUB_STEP_SUMMARY"

SUMMARY_LIMIT = 900_000
"""Maximum length in characters; GitHub drops summaries of more than 1 MiB."""


class GithubWriter:
    """Writes annotations to the stream, and the job summary if the environment names its file."""

    def __init__(self, stream: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self._summary = environment.get(SUMMARY)

    def __call__(self, event: Event, /) -> None:
        """Write everything at the end; failing to write the summary is no error of the run."""
        if not isinstance(event, CheckResult):
            return
        for line in annotations(event):
            self._stream.write(f"{line}\n")
        self._stream.flush()
        if self._summary:
            try:
                with Path(self._summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
                    file.write(job_summary(event))
            except OSError as error:
                print_error(f"no job summary: {error}")


def annotations(result: CheckResult) -> Iterator[str]:
    """Yield the annotations: one for each cause, the first with all circumstances, and one if there is no verdict."""
    place = _place(result.setup.subject)
    for number, failure in enumerate(result.failures):
        text = failure_text(failure, brief=True, repeat=result.repeat).plain
        text = "\n".join((text, *(() if number else result.circumstances)))
        yield f"::error {place}title={_property(f'crosscover: {failure.property_name}')}::{_data(text)}"
    if result.failures or (result.exit_code == ExitCode.GOOD and result.grade is not Grade.SLOW):
        return
    level = "warning" if result.grade is Grade.SLOW else "error"
    lines = filter(None, (result.sentence, result.not_covered, result.to_cover, *result.notes))
    yield f"::{level} title={_property(f'crosscover: {result.grade.word}')}::{_data(chr(10).join(lines))}"


def job_summary(result: CheckResult) -> str:
    """Return the job summary in Markdown: the text report in a code block."""
    shown = f"{setup_text(result.setup, verbose=True)}\n\n{check_text(result)}\n"
    if len(shown) > SUMMARY_LIMIT:
        shown = f"{shown[:SUMMARY_LIMIT]} ...\nThe rest is not shown.\n"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", shown)), default=0))
    return f"{fence}text\n{shown}{fence}\n"


def _place(subject: str) -> str:
    kind, file, *_ = f"{subject}:".split(":")
    if kind == "python" and file.endswith(".py") and not Path(file).is_absolute():
        return f"file={_property(file)},"
    return ""


def _data(text: str) -> str:
    return escape(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
