"""Merges ledgers into one, as if a single audit had judged all inputs.

Ledgers of the same inputs are shards of one collection, and all of its shards are needed. Ledgers of other inputs are
joined in the given order. Rows are renumbered accordingly.
"""

import json
from collections.abc import Hashable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import pairwise
from operator import add
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import crosscover
from crosscover.exit_code import UsageError
from crosscover.report.files import move_new, refuse_shared_files
from crosscover.sqlite_files import refuse_foreign_side_files

from .audit_inputs import Input, Shard
from .findings import Findings
from .ledger import Ledger
from .ledger_opening import LedgerConnection, open_ledger
from .ledger_reading import is_complete, stored_inputs, stored_settings

ROWS_AT_ONCE = 100
"""Rows that are copied at a time; certificates may have megabytes."""

SHARD = "shard"
"""The setting that differs between the ledgers of shards."""


@dataclass(frozen=True, slots=True)
class LedgerPart:
    """A ledger to be merged, which is open; `last` is the highest number of its rows, 0 without rows."""

    path: Path
    connection: LedgerConnection
    inputs: tuple[Input, ...]
    settings: dict[str, object]
    complete: bool
    last: int

    @classmethod
    def of(cls, path: Path, connection: LedgerConnection) -> "LedgerPart":
        """Read the description of a ledger."""
        (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM puzzle").fetchone()
        inputs, settings = tuple(stored_inputs(connection)), stored_settings(connection)
        return cls(path, connection, inputs, settings, is_complete(connection), last)

    @property
    def shard(self) -> Shard:
        """The shard of its inputs."""
        return Shard.parse(str(self.settings.get(SHARD, Shard())))

    @property
    def collection(self) -> Hashable:
        """A value that ledgers of the same inputs share, independent of the names of the files."""
        known = tuple(each.sha256 for each in self.inputs)
        return self.path if None in known else known


def merge(out: Path, paths: Sequence[Path], *, incomplete: bool = False) -> int:
    """Merge ledgers into the new ledger `out` in one step, and return the number of its rows.

    With `incomplete`, rows or shards of the last inputs may be missing; an audit of all inputs can continue from there.
    Raises UsageError for ledgers that do not belong together.
    """
    if out.exists() or out.is_symlink():
        raise _exists(out)
    refuse_shared_files([], paths, out)
    refuse_foreign_side_files(out, out, is_new=True)
    with ExitStack() as opened:  # each is checked once, and read as it is then
        parts = [LedgerPart.of(path, opened.enter_context(open_ledger(path))) for path in paths]
        return _merge(out, parts, opened, incomplete=incomplete)


def _merge(out: Path, parts: Sequence[LedgerPart], opened: ExitStack, *, incomplete: bool) -> int:
    groups = _groups(parts)
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
                    rows += _copy(part.connection, ledger, number, file)
                number += max(part.last for part in group)
                file += len(group[0].inputs)
            ledger.commit()
            if ledger.execute("SELECT count(*) FROM puzzle").fetchone() != (rows,):
                raise UsageError("the ledgers overlap: a row is in two of them")
            if not missing:
                with ledger.run(f"merge of {len(parts)} ledgers", {"crosscover": crosscover.__version__}):
                    ledger.find_relations()
        opened.close()  # raises UsageError if an audit has begun to write one of them
        try:
            move_new(made, out)
        except FileExistsError:
            raise _exists(out) from None
    return rows


def _exists(out: Path) -> UsageError:
    return UsageError(f"{out} exists; a merge creates a new ledger")


def _groups(parts: Sequence[LedgerPart]) -> list[list[LedgerPart]]:
    """The ledgers by collection, in the order of their first occurrence."""
    groups: dict[Hashable, list[LedgerPart]] = {}
    for part in parts:
        groups.setdefault(part.collection, []).append(part)
    return [sorted(group, key=lambda part: part.shard.index) for group in groups.values()]


def _check(groups: Sequence[Sequence[LedgerPart]]) -> None:
    """Raise UsageError for ledgers with other settings, and for rows in two of them."""
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


def _missing(groups: Sequence[Sequence[LedgerPart]], *, incomplete: bool) -> bool:
    """Whether rows are missing at the end; raises UsageError if they may not be missing."""
    for group in groups:
        shard = group[0].shard
        there = {part.shard.index for part in group}
        absent = [str(Shard(index, shard.count)) for index in range(1, shard.count + 1) if index not in there]
        reasons = [f"{part.path} is not complete" for part in group if not part.complete]
        if absent:
            reasons.append(f"the shards {', '.join(absent)} are missing beside {group[0].path}")
        if reasons and not incomplete:
            raise UsageError(f"{reasons[0]}; --incomplete merges the others")
        if reasons and group is not groups[-1]:
            raise UsageError(f"{reasons[0]}, so the rows after it have no numbers yet; name it last")
        if reasons:
            return True
    return False


def _copy(connection: LedgerConnection, ledger: Ledger, number: int, file: int) -> int:
    """Copy the rows of a ledger, adding to their numbers; return the number of puzzles."""
    copied = 0
    with connection.explaining_errors():
        for table, _ in Findings().tables():
            added = (number, file) if table == "puzzle" else (number,)
            # Isomorphs are found, and certified, when all rows are there.
            condition = "claim <> 'isomorphic'" if table == "certificate" else "TRUE"
            query = f"SELECT * FROM {table} WHERE {condition} ORDER BY number"  # noqa: S608 - our own table
            cursor = connection.execute(query)
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                found: list[Any] = [(*map(add, row, added), *row[len(added) :]) for row in rows]
                ledger.keep(Findings(**{table: found}))
                copied += len(rows) * (table == "puzzle")
        runs = "SELECT started, ended, replace(outcome, 'complete', 'part'), executor, versions FROM run ORDER BY run"
        ledger.add_runs(connection.execute(runs))
    return copied
