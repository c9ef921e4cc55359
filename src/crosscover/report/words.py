"""Words for every report: numbers with nouns, tables, versions, and measured performance."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from crosscover.harness.performance import Performance, Rate, significant
from crosscover.subjects.source_coverage import FileCoverage

UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
"""Units of time in seconds, the longest first."""

MAX_PARTS = 20
"""Number of unreached parts of a file that are listed in words."""


def pluralize(number: int, plural: str) -> str:
    """Return a number with its noun, given as a plural in -s: `1 puzzle`, `1,200 puzzles`, `1 property`."""
    if number != 1:
        return f"{number:,} {plural}"
    return f"1 {plural.removesuffix('ies')}y" if plural.endswith("ies") else f"1 {plural.removesuffix('s')}"


def list_some(names: Sequence[str], most: int = 3) -> str:
    """Return the first names and the number of the others: `a, b, c (12 more)`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" ({more:,} more)" if more > 0 else "")


def aligned(rows: Sequence[Sequence[str]], alignments: str) -> Iterator[str]:
    """Yield rows as lines with aligned columns, each to the left (`<`) or to the right (`>`); the last one repeats.

    >>> list(aligned([("a", "1"), ("bcd", "10")], "<>"))
    ['a     1', 'bcd  10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    directions = alignments + alignments[-1] * len(widths)
    for row in rows:
        cells = zip(row, directions, widths, strict=False)
        yield "  ".join(f"{text:{direction}{width}}" for text, direction, width in cells).rstrip()


def describe_bound(rarer_than: int | None) -> str:
    """Return the bound on the frequency of errors, `1 in 350`; empty if there is none."""
    return "" if rarer_than is None else f"1 in {rarer_than:,}"


def describe_versions(versions: Mapping[str, str]) -> str:
    """Return the versions of packages in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def describe_run(started: str, seconds: float, machine: Mapping[str, str]) -> dict[str, str]:
    """Return date, duration and machine of a run by name, as far as they are known."""
    facts = {
        "date": started.replace("T", " ").removesuffix("+00:00") + " UTC" if started else "",
        "duration": f"{seconds:.1f} s",
        "machine": describe_versions(machine),
    }
    return {name: fact for name, fact in facts.items() if fact}


def performance_facts(performance: Performance) -> dict[str, str]:
    """Return facts by name; what was not measured comes last."""
    facts = {rate.kind: _rate(rate) for rate in performance.rates}
    return facts | other_performance_facts(performance)


def other_performance_facts(performance: Performance) -> dict[str, str]:
    """Return the facts that are no speed, by name."""
    facts: dict[str, str] = {}
    if performance.start is not None:
        facts["start"] = f"{describe_seconds(performance.start)} a run, which is not included above"
    if performance.growth is not None:
        growth = performance.growth
        no_memory = "memory cannot be separated from that of crosscover"
        memory = growth.memory or (no_memory if growth.memory_exponent is None else "none of memory")
        time = growth.time or f"none of time in runs of up to {pluralize(growth.puzzles, 'puzzles')}"
        facts["growth"] = f"{time}; {memory}"
    if performance.spreads:
        ratios = (
            f"{'at least ' * spread.is_bound}{factor(spread.ratio)} the median of {spread.images} ({spread.kind}; "
            f"reference {factor(spread.reference_ratio)})"
            for spread in performance.spreads
        )
        facts["images"] = f"the slowest symmetric image of a puzzle takes {', '.join(ratios)}"
    if performance.worst_case is not None:
        worst = performance.worst_case
        facts["worst case"] = f"{factor(worst.ratio)} a plain backtracking search at its pace: {worst.puzzle}"
    if performance.unmeasured:
        facts["not measured"] = "; ".join(performance.unmeasured)
    return facts


def unreached_facts(files: Iterable[FileCoverage]) -> Iterator[tuple[str, str]]:
    """Yield facts with the files that they are about: functions that never ran, other lines, and branches."""
    files = tuple(files)
    for file in files:
        for function in file.functions:
            lines = range(function.first, function.last + 1)
            where = f"{'lines' if len(lines) > 1 else 'line'} {_range(lines)}"
            yield display_path(file.path), f"{function.name} never ran ({where})"
    for file in files:
        name = display_path(file.path)
        inside = [range(function.first, function.last + 1) for function in file.functions]
        others = [part for part in file.unreached_ranges() if not any(part[0] in whole for whole in inside)]
        if others:
            yield name, f"lines not reached: {list_some([*map(_range, others)], MAX_PARTS)}"
        if file.branches:
            taken = [f"{branch.line} {branch.part}" for branch in file.branches]
            yield name, f"branches not taken: {list_some(taken, MAX_PARTS)}"
        if not file.unreached and not file.branches:
            yield name, f"everything reached ({pluralize(len(file.lines), 'lines')} of code)"


def display_path(path: str) -> str:
    """Return a path from the working directory, if it is there."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path


def _range(lines: range) -> str:
    return f"{lines[0]}" if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"


def speed(rate: Rate) -> str:
    """Return the number of puzzles of a kind per second, or its upper bound."""
    number = f"{significant(1 / rate.seconds)} puzzles/s" if rate.seconds else "too fast to measure"
    return f"less than {number}" if rate.is_bound else number


def _rate(rate: Rate) -> str:
    slower = factor(rate.slowdown)
    if rate.is_bound:
        return f"more than {describe_seconds(rate.seconds)} a puzzle, at least {slower} the reference's time"
    return f"{speed(rate)}, {slower} the reference's time (from {pluralize(rate.puzzles, 'puzzles')})"


def factor(ratio: float) -> str:
    """Return a factor with two significant digits, `1.6 x`."""
    return f"{significant(ratio)} x"


def describe_seconds(seconds: float) -> str:
    """Return a time with two significant digits, in seconds, milliseconds or microseconds."""
    unit = next((unit for unit in UNITS if seconds >= 0.999 * UNITS[unit]), "µs")
    return f"{significant(seconds / UNITS[unit])} {unit}"
