"""An audit in the terminal: its progress, the first complaints, and its summary."""

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from crosscover.exit_code import ExitCode, print_error
from crosscover.output import print_line
from crosscover.report.words import aligned, pluralize

from .audit_summary import VERDICT_PHRASES, AuditSummary
from .findings import Findings
from .judge_summary import JudgeSummary, judge_table
from .questions import Questions

Keep = Callable[[Findings], None]


@dataclass(slots=True)
class ReadPosition:
    """The position in a collection: the sizes of its files, None for a pipe, and the number and file being read."""

    sizes: Sequence[int | None]
    number: int = 0
    file: BinaryIO | None = None

    def note_opened(self, number: int, file: BinaryIO) -> None:
        """Note that reading the file of that number, from 0, begins."""
        self.number, self.file = number, file

    @property
    def share(self) -> float | None:
        """The share of the bytes that has been read, from 0 to 1; None if it is unknown."""
        sizes = [size for size in self.sizes if size is not None]
        if self.file is None or len(sizes) < len(self.sizes) or not any(sizes):
            return None
        here = sizes[self.number] if self.file.closed else os.lseek(self.file.fileno(), 0, os.SEEK_CUR)
        return (sum(sizes[: self.number]) + here) / sum(sizes)


@contextmanager
def progress_bar(keep: Keep, done: int, position: ReadPosition) -> Generator[Keep]:
    """Show the progress, pace, and number of wrong rows on stderr if it is a terminal.

    Yields the function to be called instead of `keep`. `done` puzzles were judged earlier.
    """
    if not sys.stderr.isatty():
        yield keep
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - only terminals need it, and each process would load it

    from crosscover.report.text import make_console  # noqa: PLC0415 - likewise

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[puzzles]:,} puzzles{task.fields[pace]}"),
        TimeRemainingColumn(),
        TextColumn("[bold red]{task.fields[wrong]}"),
    )
    puzzles, wrong = done, 0
    with Progress(*columns, console=make_console(sys.stderr), transient=True) as progress:
        bar = progress.add_task("", total=None, puzzles=done, pace="", wrong="")

        def keep_and_show(findings: Findings) -> None:
            nonlocal puzzles, wrong
            keep(findings)
            puzzles += len(findings.puzzle)
            wrong += sum(row.code == ExitCode.WRONG for row in findings.puzzle)
            share, seconds = position.share, progress.tasks[0].elapsed
            progress.update(
                bar,
                completed=share or 0,
                total=None if share is None else 1,
                puzzles=puzzles,
                pace=f", {(puzzles - done) / seconds:,.0f}/s" if seconds else "",
                wrong=f"{wrong:,} {ExitCode.WRONG.word}" if wrong else "",
            )

        yield keep_and_show


def print_complaints(summary: AuditSummary, hint: str) -> None:
    """Print the first complaints of each kind on stderr, wrong rows first; `hint` tells how to see the others."""
    for code, complaints in summary.first_complaints.items():
        for complaint in complaints:
            print_error(complaint.text, complaint.place)
        if more := summary.counts.complaints[code] - len(complaints):
            print_error(f"{pluralize(more, 'more rows')}: {code.word}; {hint}")


def print_summary(summary: AuditSummary, questions: Questions, seconds: float, judged: int, stream: TextIO) -> None:
    """Print the counts, facts and judges; this run took `seconds` for the puzzles that it `judged` itself."""
    counts = summary.counts
    verdicts = ", ".join(f"{counts.verdicts[word]:,} {word}" for word in VERDICT_PHRASES if word in counts.verdicts)
    details = [f"{name} abstained from {times:,}" for name, times in counts.abstained.items()]
    details += [f"{summary.set_aside:,} set aside"] if summary.set_aside else []
    details += [f"{counts.puzzles - judged:,} of them before"] if judged < counts.puzzles else []
    pace = f", {judged / seconds:,.0f} puzzles/s" if seconds >= 1 and judged else ""
    judges = ", ".join(questions.engines) + (verdicts and f": {verdicts}")
    total = pluralize(counts.puzzles, "puzzles")
    print_line("; ".join([f"{total} judged by {judges}", *details, f"{seconds:.1f} s{pace}"]), stream)
    if summary.first_duplicate is not None and summary.duplicates:
        place, first = summary.first_duplicate
        are = "is a duplicate" if summary.duplicates == 1 else "are duplicates"
        print_line(f"{pluralize(summary.duplicates, 'puzzles')} {are} of an earlier one: {place} is {first}", stream)
    for line in (*fact_sentences(summary, questions), *_describe_judges(summary.judges)):
        print_line(line, stream)


def fact_sentences(summary: AuditSummary, asked: Questions) -> Iterator[str]:
    """The facts in words, in one line or more for each."""
    facts = summary.facts
    if capped := facts.get("at_limit"):
        yield f"{pluralize(capped, 'puzzles')} with {asked.count:,} solutions or more"
    elif most := facts.get("most_solutions"):
        yield f"at most {pluralize(most, 'solutions')}"
    if asked.minimal:
        proper, minimal, other = (facts[name] for name in ("proper", "minimal", "not_minimal"))
        unknown = f", {proper - minimal - other:,} not known" if minimal + other < proper else ""
        yield f"{minimal:,} of {pluralize(proper, 'proper puzzles')} minimal, {other:,} not{unknown}"
    if asked.certify and facts["decided"]:
        lacking = facts["uncertified"]
        reason = f"; {pluralize(lacking, 'puzzles')} without a certificate: {summary.uncertified}" if lacking else ""
        yield f"{facts['certified']:,} of {pluralize(facts['decided'], 'verdicts')} certified{reason}"
    if "classes" in facts:
        yield f"{facts['classes']:,} essentially different among {pluralize(facts['with_form'], 'puzzles')}"
    for place, first in summary.isomorphs:
        yield f"  {place} is an isomorph of {first}"


def _describe_judges(judges: Sequence[JudgeSummary]) -> Iterator[str]:
    """A table and examples; nothing if engines alone judged and all were right."""
    if not any(judge.examples or judge.seconds is not None for judge in judges):
        return
    yield ""
    yield from aligned(judge_table(judges), "<>")
    for judge in judges:
        for example in judge.examples:
            yield ""
            yield f"{judge.name}, {example.place}: {example.fault}"
            yield f"  puzzle    {example.puzzle}"
            yield f"  received  {example.received or 'nothing'}"
            yield f"  expected  {example.expected}"
            if example.complaint:
                yield f"  {example.complaint}"
