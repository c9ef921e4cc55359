"""An audit in the terminal: its progress, the first complaints, and its summary."""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager

from crosscover.exit_code import ExitCode, print_error
from crosscover.report.words import aligned, describe_versions, pluralize

from .audit_summary import ABSTAINED, RIGHT, VERDICT_PHRASES, AuditSummary, JudgeSummary
from .collection import Collection, Input
from .findings import Findings

Keep = Callable[[Findings], None]


@contextmanager
def progress_bar(keep: Keep, done: int, collection: Collection) -> Generator[Keep]:
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
            share, seconds = collection.share_read, progress.tasks[0].elapsed
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
    for each in summary.complaints:
        for row in each.first:
            print_error(row.complaint, row.place)
        if more := each.rows - len(each.first):
            print_error(f"{pluralize(more, 'more rows')}: {each.word}; {hint}")


def summary_lines(summary: AuditSummary, judged: int, seconds: float) -> Iterator[str]:
    """The counts, facts and judges; this run took `seconds` for the puzzles that it `judged` itself."""
    verdicts = ", ".join(
        f"{number:,} {verdict}" for verdict in VERDICT_PHRASES if (number := summary.verdicts[verdict])
    )
    details = [f"{name} abstained from {times:,}" for name, times in abstentions(summary)]
    details += [f"{summary.puzzles - judged:,} of them before"] if judged < summary.puzzles else []
    pace = f", {judged / seconds:,.0f} puzzles/s" if seconds >= 1 and judged else ""
    judges = ", ".join(summary.settings["engines"]) + (verdicts and f": {verdicts}")
    yield "; ".join([f"{pluralize(summary.puzzles, 'puzzles')} judged by {judges}", *details, f"{seconds:.1f} s{pace}"])
    yield from fact_sentences(summary)
    if summary.settings["judge"] or any(judge.examples for judge in summary.judges):
        yield from ("", *aligned(judge_table(summary.judges), "<>"))
        for judge in summary.judges:
            for example in judge.examples:
                yield from ("", f"{judge.judge}, {example.place}: {example.fault}")
                yield f"  puzzle    {example.puzzle}"
                yield f"  received  {example.received or 'nothing'}"
                yield f"  expected  {example.expected}"
                yield from [f"  {example.complaint}"] if example.complaint else []


def abstentions(summary: AuditSummary) -> Iterator[tuple[str, int]]:
    """The engines that abstained, and how often."""
    for judge in summary.judges:
        if judge.judge in summary.settings["engines"] and (times := judge.counts.get(ABSTAINED)):
            yield judge.judge, times


def fact_sentences(summary: AuditSummary) -> Iterator[str]:
    """The duplicates and facts in words, in one line or more for each."""
    facts, asked = summary.facts, summary.settings
    if summary.first_duplicate is not None:
        place, first = summary.first_duplicate
        are = "is a duplicate" if summary.duplicates == 1 else "are duplicates"
        yield f"{pluralize(summary.duplicates, 'puzzles')} {are} of an earlier one: {place} is {first}"
    if capped := facts.get("at_limit"):
        yield f"{pluralize(capped, 'puzzles')} with {asked['count']:,} solutions or more"
    elif most := facts.get("most_solutions"):
        yield f"at most {pluralize(most, 'solutions')}"
    if asked["minimal"]:
        proper, minimal, other = (facts[name] for name in ("proper", "minimal", "not_minimal"))
        unknown = f", {proper - minimal - other:,} not known" if minimal + other < proper else ""
        yield f"{minimal:,} of {pluralize(proper, 'proper puzzles')} minimal, {other:,} not{unknown}"
    if asked["certify"] and facts["decided"]:
        lacking = facts["uncertified"]
        reason = f"; {pluralize(lacking, 'puzzles')} without a certificate: {summary.uncertified}" if lacking else ""
        yield f"{facts['certified']:,} of {pluralize(facts['decided'], 'verdicts')} certified{reason}"
    if asked["isomorphs"]:
        yield f"{facts['classes']:,} essentially different among {pluralize(facts['with_form'], 'puzzles')}"
        yield from (f"  {place} is an isomorph of {first}" for place, first in summary.isomorphs)


def judge_table(judges: Sequence[JudgeSummary]) -> list[list[str]]:
    """A header and a line for each judge: the puzzles, and the counts by result."""
    faults = {word: 0 for judge in judges for word in judge.counts if word not in {RIGHT, ABSTAINED}}
    words = [RIGHT, *sorted(faults), *([ABSTAINED] if any(ABSTAINED in judge.counts for judge in judges) else [])]
    table = [["judge", "asked", *words]]
    for judge in judges:
        table.append([judge.judge, f"{judge.asked:,}", *(f"{judge.counts.get(word, 0):,}" for word in words)])
    return table


def overview_lines(summary: AuditSummary) -> Iterator[tuple[str, str]]:
    """The lines of `crosscover ledger info`, each with its name."""
    for each in summary.inputs:
        yield "input", str(Input(**each))
    yield "settings", "; ".join(f"{name} {text}" for name, text in describe_settings(summary).items())
    for each in summary.runs:
        ended = f"complete at {each['ended']}" if each["ended"] else "interrupted"
        yield "run", f"{each['started']}: {ended}; {describe_versions(each['versions'])}"
    yield "puzzles", f"{summary.puzzles:,}, {'complete' if summary.complete else 'not complete'}"
    verdicts = (f"{number:,} {verdict}" for verdict, number in summary.verdicts.items() if number)
    yield "verdicts", ", ".join(verdicts) or "none"
    for group in summary.complaints:
        yield "complaints", f"{group.rows:,} {group.word}"
    for engine, number in abstentions(summary):
        yield "abstained", f"{engine}: {number:,}"
    for sentence in fact_sentences(summary):
        yield "facts", sentence.strip()


def describe_settings(summary: AuditSummary) -> dict[str, str]:
    """The settings that are given, in words."""
    given = {name: value for name, value in summary.settings.items() if value}
    return {
        name: "yes" if value is True else ", ".join(value) if isinstance(value, (list, dict)) else str(value)
        for name, value in given.items()
    }
