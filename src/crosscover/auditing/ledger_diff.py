"""Compares what two ledgers say of the same puzzles, in whatever order their collections have these."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from .reading import read

FACTS = ("verdict", "solution", "second", "solutions", "expected", "disagreed", "complaint")
"""What is compared of a puzzle. The engines that decided it, and how they came there, may differ."""

OPTIONAL = ("canonical", "automorphisms", "minimal")
"""What is compared where both ledgers have it."""

QUERY = f"""
SELECT coalesce(puzzle, complaint) AS text, number, input.name || ':' || line AS place,
       {", ".join(f"puzzle.{name}" for name in (*FACTS, *OPTIONAL))}
FROM puzzle LEFT JOIN input USING (file)
ORDER BY text, expected, number
"""  # noqa: S608 - our own columns
"""Sorted on disk, so that a row of each ledger is in memory. A malformed row is known by what is wrong with it."""

FIRST_FACT = 3
"""Where the facts begin in a row of the query."""


class Difference(NamedTuple):
    """What two ledgers do not agree on about a puzzle: its places, a fact, and what each says; None where it lacks it.

    `fact` is `puzzle` where only one of them has it.
    """

    fact: str
    puzzle: str
    places: tuple[str | None, str | None]
    values: tuple[object, object]


def differences(a: sqlite3.Connection, b: sqlite3.Connection) -> Iterator[Difference]:
    """What two ledgers do not agree on, by puzzle; one that is there several times is compared once for each.

    A fact that one of them was not asked for is not compared, and numbers of solutions only as far as both counted.
    """
    limit = min(_count_limit(a), _count_limit(b))
    left, right = read(a, QUERY), read(b, QUERY)
    x, y = next(left, None), next(right, None)
    while x and y:
        if x[0] < y[0]:
            yield _only_in_a(x)
            x = next(left, None)
        elif y[0] < x[0]:
            yield _only_in_b(y)
            y = next(right, None)
        else:
            if x[FIRST_FACT:] != y[FIRST_FACT:]:
                yield from _compare(x, y, limit)
            x, y = next(left, None), next(right, None)
    yield from map(_only_in_a, chain([x] if x else [], left))
    yield from map(_only_in_b, chain([y] if y else [], right))


def _only_in_a(row: Sequence[Any]) -> Difference:
    return Difference("puzzle", row[0], (row[2], None), (row[0], None))


def _only_in_b(row: Sequence[Any]) -> Difference:
    return Difference("puzzle", row[0], (None, row[2]), (None, row[0]))


def _compare(x: Sequence[Any], y: Sequence[Any], limit: int) -> Iterator[Difference]:
    """How two rows of the same puzzle differ."""
    for name, one, other in zip((*FACTS, *OPTIONAL), x[FIRST_FACT:], y[FIRST_FACT:], strict=True):
        same = one == other
        if name == "solutions" and None not in (one, other):
            same = min(one, limit) == min(other, limit)
        if not same and (name in FACTS or None not in (one, other)):
            yield Difference(name, x[0], (x[2], y[2]), (one, other))


def circumstances(connection: sqlite3.Connection) -> dict[str, str]:
    """The settings of a ledger, its inputs, and the versions that were used: what may explain a difference."""
    found = dict(connection.execute("SELECT name, value FROM setting ORDER BY name"))
    inputs = connection.execute("SELECT name, substr(sha256, 1, 12) FROM input ORDER BY file")
    found["inputs"] = ", ".join(f"{name} (sha256 {digest}...)" if digest else name for name, digest in inputs)
    versions: dict[str, set[str]] = {}
    for (text,) in connection.execute("SELECT DISTINCT versions FROM run"):
        for package, version in json.loads(text).items():
            versions.setdefault(package, set()).add(version)
    return found | {package: ", ".join(sorted(versions[package])) for package in sorted(versions)}


def _count_limit(connection: sqlite3.Connection) -> int:
    """How far solutions were counted."""
    row = connection.execute("SELECT value FROM setting WHERE name = 'count'").fetchone()
    return int(json.loads(row[0])) if row else 2
