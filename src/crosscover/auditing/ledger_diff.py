"""The differences between two ledgers in the results for the same puzzles, in any order."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from heapq import merge
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from crosscover.report.words import pluralize

from .ledger_export import tsv_line
from .ledger_opening import LedgerConnection, open_ledger
from .ledger_reading import circumstances_to_json, read, stored_inputs, stored_settings

SHOWN_DIFFERENCES = 5
"""Maximum number of differences of each kind in a summary."""

FACTS = ("verdict", "solution", "second", "solutions", "expected", "disagreed", "complaint")
"""The columns that are compared. The engines that decided, and their search nodes, may differ."""

OPTIONAL = ("canonical", "automorphisms", "minimal")
"""The columns that are compared if both ledgers have them."""

QUERY = f"""
SELECT coalesce(puzzle, complaint) AS text, number, input.name || ':' || line AS place,
       {", ".join(f"puzzle.{name}" for name in (*FACTS, *OPTIONAL))}
FROM puzzle LEFT JOIN input USING (file)
ORDER BY text, expected, number
"""  # noqa: S608 - our own columns
"""Sorted on disk, so that one row of each ledger is in memory. A malformed row is identified by its complaint."""

FIRST_FACT = 3
"""Index of the first fact in a row of the query."""


class Difference(NamedTuple):
    """A fact about a puzzle that differs: the places and values in both ledgers, None if one lacks it.

    `fact` is `puzzle` if only one ledger has the puzzle.
    """

    fact: str
    puzzle: str
    places: tuple[str | None, str | None]
    values: tuple[object, object]


def differences(a: LedgerConnection, b: LedgerConnection) -> Iterator[Difference]:
    """The differences between two ledgers, by puzzle; repeated puzzles are compared one by one.

    A fact is compared if both ledgers have it, and numbers of solutions up to the lower limit.
    """
    limit = min(stored_settings(ledger).get("count", 2) for ledger in (a, b))
    rows = merge(((0, row) for row in read(a, QUERY)), ((1, row) for row in read(b, QUERY)), key=_text)
    for _, group in groupby(rows, key=_text):
        sides: tuple[list[Sequence[Any]], list[Sequence[Any]]] = [], []
        for side, row in group:
            sides[side].append(row)
        for x, y in zip_longest(*sides):
            if x is None:
                yield Difference("puzzle", y[0], (None, y[2]), (None, y[0]))
            elif y is None:
                yield Difference("puzzle", x[0], (x[2], None), (x[0], None))
            elif x[FIRST_FACT:] != y[FIRST_FACT:]:
                yield from _compare(x, y, limit)


def _text(row: tuple[int, Sequence[Any]]) -> str:
    return str(row[1][0])


def _compare(x: Sequence[Any], y: Sequence[Any], limit: int) -> Iterator[Difference]:
    for name, one, other in zip((*FACTS, *OPTIONAL), x[FIRST_FACT:], y[FIRST_FACT:], strict=True):
        same = one == other
        if name == "solutions" and None not in (one, other):
            same = min(one, limit) == min(other, limit)
        if not same and (name in FACTS or None not in (one, other)):
            yield Difference(name, x[0], (x[2], y[2]), (one, other))


def circumstances(connection: sqlite3.Connection) -> dict[str, str]:
    """The settings, inputs and versions of a ledger, which may explain a difference."""
    found = circumstances_to_json(connection)
    inputs = (
        f"{one.name} (sha256 {one.sha256[:12]}...)" if one.sha256 else one.name for one in stored_inputs(connection)
    )
    versions = sorted({pair for run in found["runs"] for pair in run["versions"].items()})
    return {
        **{name: json.dumps(value) for name, value in found["settings"].items()},
        "inputs": ", ".join(inputs),
        **{name: ", ".join(version for _, version in group) for name, group in groupby(versions, itemgetter(0))},
    }


def write_differences(a: Path, b: Path, file: TextIO, summary: list[str]) -> Iterator[Difference]:
    """Write the differences between two ledgers to a file as tab-separated values; yield each before it is written.

    Adds the lines of a summary to a list, for the caller to print once the file is complete.
    """
    with ExitStack() as stack:
        left, right = (stack.enter_context(open_ledger(path)) for path in (a, b))
        ours, theirs = circumstances(left), circumstances(right)
        for name in dict.fromkeys([*ours, *theirs]):
            one, other = ours.get(name, "none"), theirs.get(name, "none")
            if one != other:
                summary.append(f"{name}: {one} in {a}, {other} in {b}")
        tally: Counter[str] = Counter()
        file.write(tsv_line(("fact", "puzzle", "place_a", "place_b", "a", "b")))
        for each in differences(left, right):
            yield each
            tally[each.fact] += 1
            file.write(tsv_line((each.fact, each.puzzle, *each.places, *each.values)))
            if tally[each.fact] <= SHOWN_DIFFERENCES:
                summary.append(_describe(each, a, b))
    counts = ", ".join(f"{pluralize(number, 'differences')} of {fact}" for fact, number in tally.items())
    summary.append(counts or "the same puzzles with the same results")


def _describe(each: Difference, a: Path, b: Path) -> str:
    if each.fact == "puzzle":
        return f"{each.puzzle}: only in {a if each.places[0] else b}, {each.places[0] or each.places[1]}"
    values = (
        f"{'none' if value is None else value} ({place})" for value, place in zip(each.values, each.places, strict=True)
    )
    return f"{each.puzzle}: {each.fact} {', '.join(values)}"
