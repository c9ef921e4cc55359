"""An audit in the terminal: the first complaints, and its summary."""

from collections.abc import Iterator, Mapping
from typing import Any

from crosscover.errors import print_error
from crosscover.report.words import aligned, describe_versions, list_some, pluralize

from .findings import ABSTAINED, Input
from .summary import RIGHT, AuditSummary


def print_complaints(summary: AuditSummary, hint: str) -> None:
    """Print the first complaints of each kind to stderr, wrong rows first; `hint` states where to find the rest."""
    for word, rows in summary.complaints.items():
        first = [row for row in summary.first_complaints if row.fault == word]
        for row in first:
            print_error(row.text, row.place)
        if more := rows - len(first):
            print_error(f"{pluralize(more, 'more rows')}: {word}; {hint}")


def summary_lines(summary: AuditSummary, about_run: str = "") -> Iterator[str]:
    """Yield counts, facts and judges; the first line ends with `about_run`."""
    verdicts = summary.verdicts
    counts = ", ".join(f"{number:,} {verdict}" for verdict, number in verdicts.items() if number)
    places = dict.fromkeys(each["puzzle_in"] for each in summary.inputs)
    origin = f" from {list_some(list(places))}" if all(places) else ""
    judged = f"{pluralize(summary.puzzles, 'puzzles')}{origin} judged by {describe_engines(summary.settings)}"
    abstentions = ((name, summary.judges[name].get(ABSTAINED)) for name in summary.settings["engines"])
    details = (f"{name} abstained from {times:,}" for name, times in abstentions if times)
    labels = pluralize(summary.labels, "labels") if summary.labels else ""
    parts = (f"{judged}: {counts}" if counts else judged, *details, describe_compared(summary), labels, about_run)
    yield "; ".join(filter(None, parts))
    yield from fact_sentences(summary)
    if summary.settings["judge"] or summary.examples:
        yield from ("", *aligned(judge_table(summary), "<>"))
    for row in summary.examples:
        yield from ("", f"{row.judge}, {row.place}: {row.fault}", f"  puzzle    {row.puzzle}")
        yield from (f"  received  {row.received or 'nothing'}", f"  expected  {row.expected}")
        if row.text:
            yield f"  {row.text}"


def describe_engines(settings: Mapping[str, Any]) -> str:
    """Return the engines in words, with the share of the puzzles that sampled engines judge."""
    sampled: dict[str, int] = settings["sampled"]
    engines = ", ".join(name for name in settings["engines"] if name not in sampled)
    if not sampled:
        return engines
    return f"{engines} (every {max(sampled.values())}th also by {', '.join(sampled)})"


def describe_compared(summary: AuditSummary) -> str:
    """Describe which given solutions were compared: how many, unless all were, and their columns."""
    counts = [
        f"compared with {place}" if number == summary.puzzles else f"{number:,} compared with {place}"
        for place, number in summary.compared.items()
    ]
    return list_some(counts) if counts else "no column of solutions"


def fact_sentences(summary: AuditSummary) -> Iterator[str]:
    """Yield duplicates and facts in words, at least one line each."""
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


def judge_table(summary: AuditSummary) -> list[list[str]]:
    """Return a header, and a row for each judge: its number of puzzles, and its counts by result."""
    words = {word for counts in summary.judges.values() for word in counts} | {RIGHT}
    columns = sorted(words, key=lambda word: (word != RIGHT, word == ABSTAINED, word))
    table = [["judge", "puzzles", *columns]]
    for name, counts in summary.judges.items():
        numbers = [sum(counts.values()), *(counts.get(column, 0) for column in columns)]
        table.append([name, *(f"{number:,}" for number in numbers)])
    return table


def overview_lines(summary: AuditSummary) -> Iterator[str]:
    """Yield the inputs, settings, runs and totals of a ledger."""
    for each in summary.inputs:
        yield f"input     {Input(each['name'], each['bytes'], each['sha256'])}"
    yield f"settings  {describe_settings(summary)}"
    for each in summary.runs:
        ended = f"complete at {each['ended']}" if each["ended"] else "not complete"
        yield f"run       {each['started']}: {ended}; {describe_versions(each['versions'])}"
    yield ""
    yield from summary_lines(summary, "" if summary.complete else "not complete")
    for word, rows in summary.complaints.items():
        yield f"{pluralize(rows, 'rows')}: {word}"


def describe_settings(summary: AuditSummary) -> str:
    """Return the settings that were given, in words."""
    settings = summary.settings | {"engines": describe_engines(summary.settings), "sampled": None}
    given = ((name, value) for name, value in settings.items() if value)
    texts = (f"{name} {value if isinstance(value, str | int) else ', '.join(value)}" for name, value in given)
    return "; ".join(texts)
