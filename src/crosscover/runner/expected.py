"""Failures that are known: the properties that a subject is expected to fail, so that only new failures stop a build.

A file names one property a line, perhaps with the subject that it is expected of; `#` begins a comment:

    patterns                                   # an open bug
    long_runs   exec:./solver --quick          # for this subject alone

An entry must not outlive its bug: where the property passes, the entry is stale, and that is an error.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from .model import Outcome, Status

KINDS = ("engine:", "python:", "exec:")

_COMMENT = re.compile(r"(?:^|\s)#.*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class KnownFailuresError(ValueError):
    """The file of known failures is wrong; the message names the place and what was expected there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A property that is expected to fail; of any subject where none is named. `place` is its file and line."""

    property: str
    subject: str | None
    place: str


@dataclass(frozen=True, slots=True)
class KnownFailures:
    """The entries of a file."""

    entries: tuple[Entry, ...] = ()

    def marked(self, outcome: Outcome, subject: str) -> Outcome:
        """The outcome, as a known failure where it is one: nobody expects a fault of crosscover."""
        failed = outcome.status in (Status.WRONG, Status.TIMED_OUT)
        return replace(outcome, known=True) if failed and self._of(outcome.name, subject) else outcome

    def stale(self, outcomes: Iterable[Outcome], subject: str) -> tuple[str, ...]:
        """A note for each entry whose property passes."""
        return tuple(
            f"{entry.place}: {entry.property} passes now; take it off the list"
            for outcome in outcomes
            if outcome.status is Status.PASSED
            for entry in self._of(outcome.name, subject)
        )

    def check(self, names: Iterable[str], subject: str) -> None:
        """Raise KnownFailuresError for an entry that names no property out of these."""
        there = set(names)
        for entry in self.entries:
            if entry.subject in (None, subject) and entry.property not in there:
                near = get_close_matches(entry.property, there, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise KnownFailuresError(f"{entry.place}: no property is named {entry.property!r}{hint}")

    def _of(self, name: str, subject: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.property == name and entry.subject in (None, subject)]


@dataclass(frozen=True, slots=True)
class Applied:
    """The outcomes with the known failures marked, and a note for each stale entry."""

    outcomes: tuple[Outcome, ...]
    stale: tuple[str, ...]


def apply(outcomes: Iterable[Outcome], known: KnownFailures, subject: str) -> Applied:
    """Hold the outcomes of a run against what is known of a subject."""
    marked = tuple(known.marked(outcome, subject) for outcome in outcomes)
    return Applied(marked, known.stale(marked, subject))


def read_known(path: Path) -> KnownFailures:
    """Read a file. Raises OSError, and KnownFailuresError naming line and column of what cannot be understood."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise KnownFailuresError(
            f"{path}: line {line}: expected UTF-8, not the byte {error.object[error.start]:#04x}"
        ) from None
    entries: dict[tuple[str, str | None], Entry] = {}
    for number, words in enumerate(text.split("\n"), 1):
        entry = _entry(_COMMENT.sub("", words), f"{path}: line {number}")
        if entry is None:
            continue
        earlier = entries.setdefault((entry.property, entry.subject), entry)
        if earlier is not entry:
            raise KnownFailuresError(f"{entry.place}: {entry.property} was named before, in {earlier.place}")
    return KnownFailures(tuple(entries.values()))


def _entry(text: str, place: str) -> Entry | None:
    start = len(text) - len(text.lstrip())
    words = text.split(maxsplit=1)
    match words:
        case []:
            return None
        case [name, *_] if not _NAME.fullmatch(name):
            raise KnownFailuresError(f"{place}, column {start + 1}: expected the name of a property, not {name!r}")
        case [name]:
            return Entry(name, None, place)
        case [name, rest]:
            subject = rest.strip()
            if not subject.startswith(KINDS):
                column = text.index(rest, start + len(name)) + 1
                expected = " or ".join(f"{kind}..." for kind in KINDS)
                raise KnownFailuresError(f"{place}, column {column}: expected {expected}, not {subject!r}")
            return Entry(name, subject, place)
        case _:
            raise AssertionError(words)
