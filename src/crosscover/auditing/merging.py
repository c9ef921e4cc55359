"""Makes one ledger of several, as if one audit had gone over all of their inputs.

Ledgers of the same inputs are shards of one collection, and together are to be all of them; ledgers of other inputs
come after one another, in the order in which they are given. The numbers of the rows become those of the whole.
"""

import json
from collections.abc import Hashable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import crosscover
from crosscover.exit_code import UsageError

from .findings import Findings
from .inputs import Input
from .ledger import Ledger
from .reading import is_complete, open_ledger
from .shards import Shard

ROWS_AT_ONCE = 5_000
"""How many rows are copied at once."""

SHARD = "shard"
"""The setting in which the ledgers of shards differ."""


@dataclass(frozen=True, slots=True)
class Part:
    """A ledger that is to be merged; `last` is the greatest number of its rows, 0 where it has none."""

    path: Path
    inputs: tuple[Input, ...]
    settings: dict[str, object]
    complete: bool
    last: int

    @classmethod
    def of(cls, path: Path) -> "Part":
        """Read what a ledger is of; raises UsageError."""
        with open_ledger(path) as connection:
            inputs = connection.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")
            settings = connection.execute("SELECT name, value FROM setting ORDER BY name")
            (last,) = connection.execute("SELECT max(number) FROM puzzle").fetchone()
            return cls(
                path,
                tuple(Input(*row) for row in inputs),
                {name: json.loads(value) for name, value in settings},
                is_complete(connection),
                last or 0,
            )

    @property
    def shard(self) -> Shard:
        """Which part of its inputs it is."""
        return Shard.parse(str(self.settings.get(SHARD, Shard())))

    @property
    def collection(self) -> Hashable:
        """What ledgers of the same inputs have in common, wherever these were and whatever their names."""
        known = tuple(each.sha256 for each in self.inputs)
        return self.path if None in known else known


def merge(out: Path, paths: Sequence[Path], *, incomplete: bool = False) -> int:
    """Make the ledger `out` of others, and return the number of its rows.

    With `incomplete` the last inputs may not have been gone over to their end, or may lack shards; an audit of all
    inputs goes on from there. Raises UsageError where the ledgers do not belong together, which names them and the
    reason. `out` is there whole or not at all.
    """
    if out.exists():
        raise UsageError(f"{out} exists; a merge makes a new ledger")
    groups = _groups([Part.of(path) for path in paths])
    _check(groups)
    missing = _missing(groups, incomplete=incomplete)
    inputs = [each for group in groups for each in group[0].inputs]
    settings = groups[0][0].settings | {SHARD: str(Shard())}
    try:
        folder = TemporaryDirectory(prefix=f".{out.name[:50]}.", dir=out.parent)
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror}") from None
    with folder as name:
        made = Path(name) / out.name
        with closing(Ledger(made, inputs, settings)) as ledger:
            number = file = rows = 0
            for group in groups:
                for part in group:
                    rows += _copy(part.path, ledger, number, file)
                number += max(part.last for part in group)
                file += len(group[0].inputs)
            ledger.commit()
            if ledger.execute("SELECT count(*) FROM puzzle").fetchone() != (rows,):
                raise UsageError("the ledgers overlap: a row is in two of them")
            if not missing:
                with ledger.run(f"merge of {len(paths)} ledgers", {"crosscover": crosscover.__version__}):
                    ledger.find_relations()
        made.rename(out)
    return rows


def _groups(parts: Sequence[Part]) -> list[list[Part]]:
    """The ledgers by their collections, in the order in which these come first."""
    groups: dict[Hashable, list[Part]] = {}
    for part in parts:
        groups.setdefault(part.collection, []).append(part)
    return [sorted(group, key=lambda part: part.shard.index) for group in groups.values()]


def _check(groups: Sequence[Sequence[Part]]) -> None:
    """Raise UsageError for ledgers that were asked something else, and for rows that are in two of them."""
    first = groups[0][0]
    whose: dict[str, Path] = {}
    for group in groups:
        for part in group:
            for name in sorted((first.settings.keys() | part.settings.keys()) - {SHARD}):
                ours, theirs = (json.dumps(each.settings.get(name)) for each in (first, part))
                if ours != theirs:
                    raise UsageError(f"{name} is {ours} in {first.path}, and {theirs} in {part.path}")
        for part, other in pairwise(group):
            if part.shard.count != other.shard.count or part.shard == other.shard:
                raise UsageError(
                    f"{part.path} and {other.path} are of the same inputs, shards {part.shard} and {other.shard}"
                )
        for each in group[0].inputs:
            if each.sha256 is not None and whose.setdefault(each.sha256, group[0].path) != group[0].path:
                raise UsageError(f"{whose[each.sha256]} and {group[0].path} share the input {each.name}, among others")


def _missing(groups: Sequence[Sequence[Part]], *, incomplete: bool) -> bool:
    """Whether rows are missing at the end; raises UsageError where they are not allowed to be."""
    for group in groups:
        shard = group[0].shard
        there = {part.shard.index for part in group}
        absent = [str(Shard(index, shard.count)) for index in range(1, shard.count + 1) if index not in there]
        reasons = [f"{part.path} is not complete" for part in group if not part.complete]
        if absent:
            reasons.append(f"of the shards that {group[0].path} belongs to, {', '.join(absent)} are not given")
        if reasons and not incomplete:
            raise UsageError(f"{reasons[0]}; --incomplete merges what there is")
        if reasons and group is not groups[-1]:
            raise UsageError(f"{reasons[0]}, so that the rows after it have no numbers yet; give it last")
        if reasons:
            return True
    return False


def _copy(path: Path, ledger: Ledger, number: int, file: int) -> int:
    """Copy what a ledger holds, its numbers raised by these; return how many puzzles that are."""
    copied = 0
    with open_ledger(path) as connection:
        for table, _ in Findings().tables():
            cursor = connection.execute(f"SELECT * FROM {table} ORDER BY number")  # noqa: S608 - our own table
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                if table == "puzzle":
                    copied += len(rows)
                    found: list[Any] = [(row[0] + number, row[1] + file, *row[2:]) for row in rows]
                else:
                    found = [(row[0] + number, *row[1:]) for row in rows]
                ledger.keep(Findings(**{table: found}))
        ledger.commit()
        for run in connection.execute("SELECT started, ended, outcome, executor, versions FROM run ORDER BY run"):
            ledger.execute(
                "INSERT INTO run (started, ended, outcome, executor, versions)"
                " VALUES (?, ?, replace(?, 'complete', 'part'), ?, ?)",
                run,
            )
    return copied
