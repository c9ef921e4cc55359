"""The summary of an audit, for people."""

from collections.abc import Sequence
from typing import TextIO

from crosscover.auditing.findings import Verdict
from crosscover.auditing.summary import Summary
from crosscover.exit_code import ExitCode, print_error
from crosscover.report.plural import pluralize
from crosscover.report.words import escape_unprintable

WORDS = (Verdict.UNIQUE, Verdict.SEVERAL, Verdict.NONE, Verdict.UNDECIDED, Verdict.INVALID)
"""The verdicts in the order in which they are told."""

ENOUGH_FOR_A_TABLE = 20
"""Of fewer puzzles nobody wants to know how many have how many clues."""

KINDS = {
    ExitCode.WRONG: "are wrong",
    ExitCode.FAULT: "could not be decided",
    ExitCode.USAGE: "are malformed",
}


def print_complaints(summary: Summary, where_all: str) -> None:
    """Say what is the matter with which rows on the standard error, what is wrong first.

    Only the first of each kind are told one by one; `where_all` says where the others are found.
    """
    for code, complaints in summary.first_complaints.items():
        for complaint in complaints:
            print_error(complaint.text, escape_unprintable(complaint.place))
        if more := summary.complaints[code] - len(complaints):
            print_error(f"{pluralize(more, 'more rows')} {KINDS[code]}; {where_all}")


def print_summary(summary: Summary, engines: Sequence[str], seconds: float, judged: int, stream: TextIO) -> None:
    """Write how many puzzles there are of each kind; this run took so many seconds for those that it judged itself."""
    counts = ", ".join(f"{summary.verdicts[word]:,} {word}" for word in WORDS if word in summary.verdicts)
    late = "".join(f"; {name} abstained from {times:,}" for name, times in summary.abstained.items())
    aside = f"; {summary.set_aside:,} set aside" if summary.set_aside else ""
    before = f"; {summary.puzzles - judged:,} of them before" if judged < summary.puzzles else ""
    pace = f", {judged / seconds:,.0f} puzzles/s" if seconds >= 1 and judged else ""
    judges = ", ".join(engines) + (counts and f": {counts}")
    total = pluralize(summary.puzzles, "puzzles")
    print(f"{total} judged by {judges}{late}{aside}{before}; {seconds:.1f} s{pace}", file=stream)
    if summary.first_duplicate is not None and summary.duplicates:
        first = f"{summary.first_duplicate.place} is {summary.first_duplicate.first}"
        is_or_are = "is a duplicate" if summary.duplicates == 1 else "are duplicates"
        print(
            f"{pluralize(summary.duplicates, 'puzzles')} {is_or_are} of an earlier one: {escape_unprintable(first)}",
            file=stream,
        )
    if len(summary.clues) > 1 and summary.puzzles >= ENOUGH_FOR_A_TABLE:
        _print_clues(summary, stream)


def _print_clues(summary: Summary, stream: TextIO) -> None:
    words = [word for word in WORDS if word in summary.verdicts and word != Verdict.INVALID]
    rows = [["clues", *words]]
    for given, verdicts in summary.clues.items():
        rows.append([str(given), *(f"{verdicts[word]:,}" if word in verdicts else "" for word in words)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip(), file=stream)
