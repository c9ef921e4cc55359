"""Saved failures: the inputs on which subjects failed, as plain text beside the project, run first in later runs.

`.crosscover/` has a folder for each input, contract and subject:

    input.txt      the input of the program, to the byte
    puzzles.txt    the puzzles, one per line
    failure.json   the property, the subject with its options, the reason, and the expected answers

People edit, merge and partly delete such folders, so unreadable ones are named on stderr, and ignored.
"""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from crosscover.contracts import Contract
from crosscover.dialects import Formatting, dialect
from crosscover.exit_code import UsageError, print_error
from crosscover.harness.judging import Counterexample, SavedInput
from crosscover.harness.result import SAVED_FAILURES, Failure, PropertyResult
from crosscover.options import Options, options_from_plain
from crosscover.reference import Grid
from crosscover.report.events import Header
from crosscover.report.files import STORE, atomic_write

README = "README.txt"

README_TEXT = """\
Inputs on which Sudoku solvers were wrong, saved by crosscover. `crosscover check SUBJECT` first reruns those of its
subject and contract; `crosscover replay` lists all of them, and `crosscover replay ID` reruns one.

Commit this folder to keep them as regression tests, or put the line /.crosscover/ into .gitignore.
Delete a folder if you no longer need it.
"""

RECORD = "failure.json"
PUZZLES = "puzzles.txt"

FORMAT, VERSION = "crosscover-saved", 1

_ID_LENGTH = 10


class UnknownIdError(UsageError):
    """No failure is saved under this ID; the message suggests similar ones."""


@dataclass(frozen=True, slots=True)
class SavedFailure:
    """A failing input, with what is needed to rerun the subject; `saved_at` is a time in ISO 8601."""

    subject: str
    options: Options
    batch: tuple[Grid, ...]
    formatting: Formatting
    property_name: str
    statement: str
    reason: str
    certified: bool
    saved_at: str
    hash_seed: int | None = None

    @property
    def input(self) -> SavedInput:
        """The input as the harness repeats it."""
        return SavedInput(self.batch, self.formatting, self.hash_seed)

    @property
    def id(self) -> str:
        """A digest of the input, the contract and the subject."""
        return identity(self.subject, self.options.contract, self.batch, self.formatting)


def identity(subject: str, contract: Contract, batch: Sequence[Grid], formatting: Formatting) -> str:
    """The ID of a failing input."""
    parts = [subject, contract.name, repr(formatting.to_plain()), *(f"{grid.shape} {grid}" for grid in batch)]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:_ID_LENGTH]


def save(result: PropertyResult, header: Header, directory: Path = Path(STORE)) -> None:
    """Save the failing input of each cause of a result, and note the IDs in it.

    If an input cannot be written, the failure says why. An input that failed again still belongs to the property that
    found it.
    """
    if result.failure is not None:
        first, *others = (
            _saved_cause(one, result, header, directory) for one in (result.failure, *result.failure.others)
        )
        result.failure = replace(first, others=tuple(others))


def _saved_cause(failure: Failure, result: PropertyResult, header: Header, directory: Path) -> Failure:
    found = failure.counterexample
    if found is None or failure.saved_as:
        return replace(failure, others=())
    saved = SavedFailure(
        header.subject,
        header.options,
        found.batch,
        found.formatting,
        result.name,
        result.statement,
        failure.reason,
        failure.certified,
        datetime.now(UTC).isoformat(timespec="seconds"),
        found.transcript.hash_seed,
    )
    try:
        if result.name == SAVED_FAILURES:
            with suppress(OSError, ValueError):
                earlier = _read(directory / saved.id)
                saved = replace(saved, property_name=earlier.property_name, statement=earlier.statement)
        _write(saved, found, header, directory)
    except OSError as error:
        detail = f"{failure.detail}\nThe input could not be saved in {directory}: {error}".strip()
        return replace(failure, detail=detail, others=())
    return replace(failure, saved_as=saved.id, others=())


def load(directory: Path = Path(STORE)) -> list[SavedFailure]:
    """All saved failures, shortest inputs first; unreadable ones are named on stderr."""
    saved: list[SavedFailure] = []
    try:
        folders = sorted(path for path in directory.iterdir() if path.is_dir()) if directory.is_dir() else []
    except OSError as error:
        print_error(f"{directory} cannot be read: {error}")
        return []
    for folder in folders:
        try:
            saved.append(_read(folder))
        except (OSError, ValueError, RecursionError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            print_error(f"{folder} is damaged and was left out: {reason}")
    return sorted(saved, key=lambda one: (len(one.batch), one.id))


def find(name: str, saved: Sequence[SavedFailure]) -> SavedFailure:
    """The saved failure with this ID, or with an ID that begins like this; raises UnknownIdError if it is not one."""
    matching = [one for one in saved if one.id == name] or [one for one in saved if name and one.id.startswith(name)]
    match matching:
        case [one]:
            return one
        case []:
            near = get_close_matches(name, [one.id for one in saved], cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else "; `crosscover replay` lists what there is"
            raise UnknownIdError(f"no failure is saved as {name!r}{hint}")
        case several:
            raise UnknownIdError(f"{name!r} is the beginning of {', '.join(one.id for one in several)}")


def input_text(found: Counterexample, options: Options) -> str:
    """The input on which a program fails, or the puzzles of a function, one per line.

    If the dialect takes one puzzle per run, only that of the failing puzzle.
    """
    sent = found.transcript.sent
    form = options.text_form
    if sent and form.batch_limit == 1 and len(found.batch) > 1:
        return form.write([found.puzzle], form.allowed(found.formatting))
    return sent or dialect("lines").write(found.batch, Formatting())


def _write(saved: SavedFailure, found: Counterexample, header: Header, directory: Path) -> None:
    """Write the record last, so that a folder with a record is complete."""
    folder = directory / saved.id
    folder.mkdir(parents=True, exist_ok=True)
    if not (directory / README).exists():
        atomic_write(directory / README, README_TEXT)
    atomic_write(folder / "input.txt", input_text(found, saved.options))
    atomic_write(folder / PUZZLES, "".join(f"{puzzle}\n" for puzzle in saved.batch))
    record = {
        "format": FORMAT,
        "version": VERSION,
        "id": saved.id,
        "property": saved.property_name,
        "statement": saved.statement,
        "subject": saved.subject,
        "options": saved.options.to_plain(),
        "explicit_options": sorted(saved.options.explicit),
        "formatting": saved.formatting.to_plain(),
        "failing_index": found.failing_index,
        "cause": found.cause,
        "right_alone": found.right_alone,
        "reason": saved.reason,
        "expected_answers": list(found.expected_answers),
        "certified": saved.certified,
        "saved_at": saved.saved_at,
        "hash_seed": saved.hash_seed,
        "seed": header.seed,
        "command": list(header.command),
    }
    atomic_write(folder / RECORD, json.dumps(record, indent=2) + "\n")


def _read(folder: Path) -> SavedFailure:
    """Read a folder; raises OSError, and ValueError if it is damaged, or if its name is not the ID of its content."""
    record: object = json.loads((folder / RECORD).read_text("utf-8"))
    puzzles = (folder / PUZZLES).read_text("utf-8").split()
    match record:
        case {"format": str(name), "version": int(version)} if (name, version) != (FORMAT, VERSION):
            raise ValueError(f"{RECORD} is not of the format {FORMAT}, version {VERSION}")
        case {
            "options": dict(),
            "explicit_options": list(),
            "formatting": dict(),
            "property": str(),
            "statement": str(),
            "subject": str(),
            "reason": str(),
            "certified": bool(),
            "saved_at": str(),
        }:
            fields = cast("dict[str, Any]", record)
        case _:
            raise ValueError(f"{RECORD} lacks a field, or has one of the wrong type")
    options = options_from_plain(fields["options"], map(str, fields["explicit_options"]))
    saved = SavedFailure(
        fields["subject"],
        options,
        tuple(Grid.parse(text, options.shape) for text in puzzles),
        Formatting.from_plain(fields["formatting"]),
        fields["property"],
        fields["statement"],
        fields["reason"],
        fields["certified"],
        fields["saved_at"],
        fields.get("hash_seed"),
    )
    if not saved.batch or folder.name != saved.id:
        raise ValueError(f"{PUZZLES} and {RECORD} do not belong to this ID")
    return saved
