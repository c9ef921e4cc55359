"""An audit in the terminal: its progress, the first complaints, and its summary."""

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from crosscover.exit_code import ExitCode, print_error
from crosscover.output import print_line
from crosscover.report.words import aligned, pluralize

from .audit_summary import VERDICT_PHRASES, AuditSummary
from .findings import Findings, RowVerdict
from .judge_summary import JudgeSummary, judge_table
from .questions import Questions

ENOUGH_FOR_A_TABLE = 20
"""Minimum number of puzzles for a table of verdicts by clues."""

Keep = Callable[[Findings], None]


class ReadPosition:
    """The share of the bytes of a collection's files that has been read; unknown if a file is a pipe."""

    def __init__(self, sizes: Sequence[int | None]) -> None:
        self._sizes = [size or 0 for size in sizes]
        self._known = None not in sizes and any(self._sizes)
        self._number = 0
        self._file: BinaryIO | None = None

    def note_opened(self, number: int, file: BinaryIO) -> None:
        """Note that reading the file of that number, from 0, begins."""
        self._number = number
        self._file = file

    @property
    def share(self) -> float | None:
        """The share from 0 to 1; None if it is unknown."""
        if not self._known:
            return None
        here = 0
        if self._file is not None:
            closed = self._file.closed
            here = self._sizes[self._number] if closed else os.lseek(self._file.fileno(), 0, os.SEEK_CUR)
        return (sum(self._sizes[: self._number]) + here) / sum(self._sizes)


@contextmanager
def progress_bar(keep: Keep, done: int, position: ReadPosition) -> Generator[Keep]:
    """Show the progress, pace, and number of wrong rows on stderr if it is a terminal.

    Yields the function to be called instead of `keep`. `done` puzzles were judged earlier.
    """
    if not sys.stderr.isatty():
        yield keep
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - only terminals need it, and each process would load it

    from crosscover.report.display import make_console  # noqa: PLC0415 - likewise

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
    if len(counts.clues) > 1 and counts.puzzles >= ENOUGH_FOR_A_TABLE:
        words = [word for word in VERDICT_PHRASES if word in counts.verdicts and word != RowVerdict.INVALID]
        table = [["clues", *words]]
        for given, by_verdict in counts.clues.items():
            table.append([str(given), *(f"{by_verdict[word]:,}" if word in by_verdict else "" for word in words)])
        for line in aligned(table, ">"):
            print_line(line, stream)
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
    for place, first, symmetry in summary.isomorphs:
        yield f"  {symmetry} makes {place} into {first}"


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
            yield f"  {example.complaint}"
