"""Expected failures: properties that a solver is known to fail, so only new failures break a build.

A file lists one property per line, `NAME` or `NAME: REASON`; `#` at the start or after a blank starts a comment. If a
listed property passes, its entry is stale, which is an error.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from crosscover.errors import UsageError
from crosscover.harness.property_result import PropertyResult
from crosscover.option_values import did_you_mean
from crosscover.properties.registry import REGISTRY
from crosscover.result import CheckedProperty, Status

COMMENT = re.compile(r"(?:^|\s)#.*")
"""A comment; the address of an issue may contain `#`."""


class ExpectedFailure(NamedTuple):
    """An entry: its file and line, and the reason, empty if there is none."""

    place: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExpectedFailures:
    """The entry of each listed property."""

    entries: Mapping[str, ExpectedFailure] = field(default_factory=dict[str, ExpectedFailure])

    def includes(self, prop: CheckedProperty) -> bool:
        """Return whether a property failed and is listed."""
        return prop.status.has_failed and prop.name in self.entries

    def mark(self, prop: CheckedProperty) -> None:
        """State in the result of a property whether its failure is expected, and why."""
        prop.expected = self.includes(prop)
        prop.expected_reason = self.entries[prop.name].reason if prop.expected else ""

    def stale(self, results: Iterable[PropertyResult]) -> tuple[str, ...]:
        """Return a note for each entry whose property passes and judged enough to trust it."""
        notes: list[str] = []
        for result in results:
            prop = result.report()
            is_trusted = not result.reads_only and not prop.is_thin and not any(gap.decisive for gap in prop.gaps)
            if prop.status is Status.PASSED and prop.name in self.entries and is_trusted:
                place, reason = self.entries[prop.name]
                name = f"{prop.name} ({reason})" if reason else prop.name
                notes.append(f"{place}: {name} unexpectedly passes; remove this entry")
        return tuple(notes)

    def check(self, names: Collection[str], subject: str) -> None:
        """Raise UsageError for an entry that is not in `names`, the properties that apply to the subject."""
        for name, entry in self.entries.items():
            if name not in names and name in REGISTRY:
                raise UsageError(f"{entry.place}: the property {name} does not apply to {subject}")
            if name not in names:
                raise UsageError(f"{entry.place}: no property is named {name!r}{did_you_mean(name, names)}")


def read_expected(path: Path) -> ExpectedFailures:
    """Read a file of expected failures.

    Raises OSError, and UsageError for an entry without the reason that it announces, for a property that is listed
    twice, and for a file that is not UTF-8.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: expected UTF-8, not the byte {error.object[error.start]:#04x}") from None
    entries: dict[str, ExpectedFailure] = {}
    for number, line in enumerate(lines, 1):
        name, colon, reason = (part.strip() for part in COMMENT.sub("", line).partition(":"))
        place = f"{path}: line {number}"
        if colon and not (name and reason):
            raise UsageError(f"{place}: expected NAME or NAME: REASON, not {line.strip()!r}")
        if name in entries:
            raise UsageError(f"{place}: {name} is already listed in {entries[name].place.removeprefix(f'{path}: ')}")
        if name:
            entries[name] = ExpectedFailure(place, reason)
    return ExpectedFailures(entries)
