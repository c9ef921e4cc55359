"""Expected failures: the properties that a subject is known to fail, so that only new failures stop a build.

A file has one property per line, optionally with the only subject that is expected to fail; `#` starts a comment:

    patterns                                   # an open bug
    long_runs   exec:./solver --quick          # for this subject alone

If the property passes, its entry is stale, which is an error.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.harness.outcome import Outcome, Status
from crosscover.spelling import did_you_mean
from crosscover.subjects.specification import PREFIXES

from .order import property_names

_COMMENT = re.compile(r"(?:^|\s)#.*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ExpectedFailure:
    """A property that is expected to fail, for one subject or, without one, for all; `place` is its file and line."""

    property: str
    subject: str | None
    place: str


@dataclass(frozen=True, slots=True)
class ExpectedFailures:
    """The entries of a file."""

    entries: tuple[ExpectedFailure, ...] = ()

    def marked(self, outcome: Outcome, subject: str) -> Outcome:
        """The outcome, marked as expected if it is an expected failure of the subject."""
        return replace(outcome, expected=True) if outcome.has_failed and self._of(outcome.name, subject) else outcome

    def stale(self, outcomes: Iterable[Outcome], subject: str) -> tuple[str, ...]:
        """A note for each entry whose property passes."""
        return tuple(
            f"{entry.place}: {entry.property} unexpectedly passes; remove this entry"
            for outcome in outcomes
            if outcome.status is Status.PASSED
            for entry in self._of(outcome.name, subject)
        )

    def check(self, names: Collection[str], subject: str) -> None:
        """Raise UsageError for an entry of the subject that names none of these properties, which apply to it."""
        for entry in self.entries:
            if entry.subject in (None, subject) and entry.property not in names:
                if entry.property in property_names():
                    raise UsageError(f"{entry.place}: the property {entry.property} does not apply to {subject}")
                hint = did_you_mean(entry.property, names)
                raise UsageError(f"{entry.place}: no property is named {entry.property!r}{hint}")

    def _of(self, name: str, subject: str) -> list[ExpectedFailure]:
        return [entry for entry in self.entries if entry.property == name and entry.subject in (None, subject)]


def read_expected(path: Path) -> ExpectedFailures:
    """Read a file; raises OSError, and UsageError with the line and column of an error."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UsageError(
            f"{path}: line {line}: expected UTF-8, not the byte {error.object[error.start]:#04x}"
        ) from None
    entries: dict[tuple[str, str | None], ExpectedFailure] = {}
    for number, words in enumerate(text.split("\n"), 1):
        entry = _entry(_COMMENT.sub("", words), f"{path}: line {number}")
        if entry is None:
            continue
        earlier = entries.setdefault((entry.property, entry.subject), entry)
        if earlier is not entry:
            raise UsageError(f"{entry.place}: {entry.property} is already in {earlier.place}")
    return ExpectedFailures(tuple(entries.values()))


def _entry(text: str, place: str) -> ExpectedFailure | None:
    start = len(text) - len(text.lstrip())
    match text.split(maxsplit=1):
        case [name, *_] if not _NAME.fullmatch(name):
            raise UsageError(f"{place}, column {start + 1}: expected the name of a property, not {name!r}")
        case [name]:
            return ExpectedFailure(name, None, place)
        case [name, rest]:
            subject = rest.strip()
            if not subject.startswith(PREFIXES):
                column = text.index(rest, start + len(name)) + 1
                expected = " or ".join(f"{kind}..." for kind in PREFIXES)
                raise UsageError(f"{place}, column {column}: expected {expected}, not {subject!r}")
            return ExpectedFailure(name, subject, place)
        case _:
            return None
