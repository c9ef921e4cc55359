"""A run on GitHub Actions: an annotation for each cause of failure, and the summary of the job.

Annotations are lines on the standard output; the environment names the file of the summary.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from crosscover.exit_code import ExitCode, print_error
from crosscover.harness.outcome import Outcome
from crosscover.output import escape, unescaped

from .display import format_failure
from .events import Event, Footer, Header, RunFinished
from .grade import Grade, grade_of, shortcomings
from .summary import FailureGroup, closing_lines, group_failures, repeat_command
from .words import describe_bound, performance_facts, pluralize

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
            unescaped(self._stream).write(f"{line}\n")
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
    """Return the summary of the job in Markdown."""
    first, *others = closing_lines(header, footer)
    repeat = repeat_command(header, footer.rounds)
    lines = [f"### {_inline(first)}", "", *(f"{_inline(line)}  " for line in others)]
    lines += [f"Repeat it with {_code(repeat)}.", ""]
    lines += [
        "| property | | judged | errors rarer than | |",
        "| --- | --- | ---: | ---: | --- |",
        *map(_row, footer.outcomes),
        "",
    ]
    if footer.performance is not None:
        facts = performance_facts(footer.performance).items()
        lines += ["| performance | in processor time |", "| --- | --- |"]
        lines += [*(f"| {name} | {_inline(fact)} |" for name, fact in facts), ""]
    text = escape("\n".join(lines)) + "\n"
    for group in group_failures(footer.outcomes):
        more = escape(_details(group, repeat))
        if len(text) + len(more) > SUMMARY_LIMIT:
            return text + "Further failures are not shown.\n"
        text += more
    return text


def _row(outcome: Outcome) -> str:
    judged, bound = pluralize(outcome.judged, outcome.unit), describe_bound(outcome.rarer_than)
    words = "<br>".join(map(_inline, (outcome.statement, *shortcomings(outcome))))
    return f"| {_inline(outcome.name)} | {outcome.word} | {judged} | {bound} | {words} |"


def _details(group: FailureGroup, repeat: str) -> str:
    text = format_failure(group.outcome, group.same_cause, repeat)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    title = f"{_inline(group.outcome.name)}: {_inline(group.outcome.failure.reason if group.outcome.failure else '')}"
    return f"<details><summary>{title}</summary>\n\n{fence}text\n{text}\n{fence}\n\n</details>\n\n"


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


def _inline(text: str) -> str:
    """Return text on one line, escaped for Markdown and HTML."""
    one_line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_\[\]|~#])", r"\\\1", one_line)


def _code(text: str) -> str:
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"
