"""Saved failures: the inputs on which subjects failed, as plain text beside the project, tried first in the next run.

A folder for each input and subject in `.crosscover/`, named after the batch, its formatting, the contract and the
subject, so that a project with several solvers knows of each what it failed on, and saves the same failure once:

    input.txt        the input for the program, to the byte
    puzzles.txt      the puzzles, one a line
    failure.json     the property, the subject with its options, what was wrong, what is right
    test_replay.py   a pytest test that fails until the subject is right

People edit, merge and half delete such folders; whatever cannot be read is named and left out.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar, cast

from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS, Formatting, Spacing, dialect
from crosscover.exit_code import UsageError
from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import SAVED_FAILURES, Outcome
from crosscover.options import Options, Plain, options_from_plain
from crosscover.reference import Grid
from crosscover.report.events import Header
from crosscover.report.files import STORE, atomic_write
from crosscover.report.pytest_source import render_pytest

README = "README.txt"

README_TEXT = """\
Inputs on which Sudoku solvers were wrong, saved by crosscover. `crosscover check SUBJECT` first tries those of its
subject and contract; `crosscover replay` lists all of them, and `crosscover replay ID` asks one of them again.

Commit this folder to keep them as regression tests, or put the line /.crosscover/ into .gitignore.
A folder can be deleted when it is of no more use.
"""

RECORD = "failure.json"
PUZZLES = "puzzles.txt"

FORMAT = "crosscover-kept"
VERSION = 3
"""Version 2 does not say when it was saved, and names its folder after the input alone, whoever failed on it.

Version 1 also has `sentence` for `statement`, `form` for `formatting`, and does not say which options were set.
"""

_ID_LENGTH = 10

Kind = TypeVar("Kind")


class UnknownIdError(UsageError):
    """No failure is saved under this ID; the message says which are near."""


@dataclass(frozen=True, slots=True)
class SavedFailure:
    """A failing input, with what is needed to ask the subject again.

    `saved_at` is the time as ISO 8601 has it, empty where it is not known.
    """

    id: str
    batch: tuple[Grid, ...]
    formatting: Formatting
    property: str
    statement: str
    subject: str
    options: Options
    reason: str
    certified: bool = False
    saved_at: str = ""

    def is_of(self, subject: str, contract: Contract) -> bool:
        """Whether it is this subject that failed, under this contract."""
        return self.subject == subject and self.options.contract is contract


def save(outcome: Outcome, header: Header, directory: Path = Path(STORE)) -> Outcome:
    """Save the failing input of an outcome; the outcome with the ID under which it is saved.

    The outcome comes back as it is where there is no counterexample, and, with a word on why, where it cannot be
    written: what was found must not get lost for a full disk. An input that was tried again belongs to the property
    that it was first saved for. Each cause of a failure is saved.
    """
    if outcome.failure is None:
        return outcome
    first, *others = (_save_cause(one, header, directory).failure or outcome.failure for one in outcome.by_cause())
    return replace(outcome, failure=replace(first, others=tuple(others)))


def _save_cause(outcome: Outcome, header: Header, directory: Path) -> Outcome:
    failure = outcome.failure
    if failure is None or failure.counterexample is None:
        return outcome
    found = failure.counterexample
    saved = SavedFailure(
        _folder_name(found, header, directory),
        found.batch,
        found.formatting,
        outcome.name,
        outcome.statement,
        header.subject,
        header.options,
        failure.reason,
        failure.certified,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )
    try:
        if outcome.name == SAVED_FAILURES:
            with suppress(OSError, ValueError, RecursionError):
                earlier = _read(directory / saved.id)
                saved = replace(saved, property=earlier.property, statement=earlier.statement)
        _write(saved, found, header, directory)
    except OSError as error:
        detail = f"{failure.detail}\nThe input could not be saved in {directory}: {error}".strip()
        return replace(outcome, failure=replace(failure, detail=detail))
    return replace(outcome, failure=replace(failure, saved_as=saved.id))


def _folder_name(found: Counterexample, header: Header, directory: Path) -> str:
    """The ID of a failure; one that an earlier version has saved of this subject keeps the ID that it has."""
    contract = header.options.contract
    earlier = identity(found.batch, found.formatting, contract)
    with suppress(OSError, ValueError, RecursionError):
        if _read(directory / earlier).subject == header.subject:
            return earlier
    return identity(found.batch, found.formatting, contract, header.subject)


def identity(batch: Sequence[Grid], formatting: Formatting, contract: Contract, subject: str = "") -> str:
    """The ID of a failure: a digest of what is asked of whom; without a subject as it was up to version 2."""
    asked = [
        *([subject] if subject else []),
        contract.name,
        str(batch[0].shape if batch else ""),
        repr(formatting.empty),
        formatting.line_end.name,
        str(formatting.final_newline),
        *([formatting.spacing.name] if formatting.spacing is not Spacing.SINGLE else []),  # as IDs were before it
        *map(str, batch),
    ]
    return hashlib.sha256("\n".join(asked).encode("utf-8", "backslashreplace")).hexdigest()[:_ID_LENGTH]


def load(directory: Path = Path(STORE)) -> list[SavedFailure]:
    """Everything that is saved, shortest inputs first; the standard error says what cannot be read.

    Nothing is saved where there is no such directory.
    """
    saved: list[SavedFailure] = []
    try:
        folders = sorted(path for path in directory.iterdir() if path.is_dir()) if directory.is_dir() else []
    except OSError as error:
        print(f"crosscover: {directory} cannot be read: {error}", file=sys.stderr)
        return []
    for folder in folders:
        try:
            saved.append(_read(folder))
        except (OSError, ValueError, RecursionError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            print(f"crosscover: {folder} is damaged and was left out: {reason}", file=sys.stderr)
    return sorted(saved, key=lambda one: (len(one.batch), one.id))


def find(name: str, saved: Sequence[SavedFailure]) -> SavedFailure:
    """What is saved under an ID or the beginning of one; UnknownIdError where that is none or several."""
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
    """What to feed the program to see it fail: what it was sent, or the puzzles line by line where it was a call.

    Where the dialect takes one puzzle a run, the input is that of the puzzle that failed.
    """
    sent = found.transcript.sent
    if sent and options.dialect in DIALECTS and len(found.batch) > 1:
        spoken = dialect(options.dialect)
        if spoken.batch_limit == 1:
            return spoken.write([found.batch[found.failing_index or 0]], spoken.allowed(found.formatting))
    return sent or dialect("lines").write(found.batch, Formatting())


def _write(saved: SavedFailure, found: Counterexample, header: Header, directory: Path) -> None:
    """The record comes last: a folder that has one has everything."""
    folder = directory / saved.id
    folder.mkdir(parents=True, exist_ok=True)
    if not (directory / README).exists():
        atomic_write(directory / README, README_TEXT)
    atomic_write(folder / "input.txt", input_text(found, saved.options))
    atomic_write(folder / PUZZLES, "".join(f"{puzzle}\n" for puzzle in saved.batch))
    test = render_pytest(
        saved.id,
        saved.batch,
        formatting=saved.formatting,
        statement=saved.statement,
        subject=saved.subject,
        options=saved.options,
    )
    atomic_write(folder / "test_replay.py", test)
    record = {
        "format": FORMAT,
        "version": VERSION,
        "id": saved.id,
        "property": saved.property,
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
        "seed": header.seed,
        "command": list(header.command),
    }
    atomic_write(folder / RECORD, json.dumps(record, indent=2) + "\n")


def _read(folder: Path) -> SavedFailure:
    """Raises OSError and ValueError; an ID that does not fit the content shows that something was lost or changed."""
    record = cast("object", json.loads((folder / RECORD).read_text(encoding="utf-8")))
    if not isinstance(record, dict):
        raise ValueError(f"{RECORD} is no JSON object")
    fields = cast("dict[str, object]", record)
    if fields.get("format") != FORMAT or fields.get("version") not in (1, 2, VERSION):
        raise ValueError(f"{RECORD} is not of the format {FORMAT}, version 1, 2 or {VERSION}")
    statement, formatting = ("sentence", "form") if fields["version"] == 1 else ("statement", "formatting")
    plain = cast("dict[str, Plain]", _field(fields, "options", dict))
    explicit = None if fields["version"] == 1 else cast("list[str]", _field(fields, "explicit_options", list))
    options = options_from_plain(plain, map(str, explicit or ()))
    saved = SavedFailure(
        folder.name,
        tuple(Grid.parse(text, options.shape) for text in (folder / PUZZLES).read_text(encoding="utf-8").split()),
        Formatting.from_plain(cast("dict[str, object]", _field(fields, formatting, dict))),
        _field(fields, "property", str),
        _field(fields, statement, str),
        _field(fields, "subject", str),
        options,
        _field(fields, "reason", str),
        fields.get("certified") is True,
        _field(fields, "saved_at", str) if fields["version"] == VERSION else "",
    )
    asked = saved.batch, saved.formatting, saved.options.contract
    if not saved.batch or folder.name not in (identity(*asked), identity(*asked, saved.subject)):
        raise ValueError(f"{PUZZLES} and {RECORD} do not belong to this ID")
    return saved


def _field(fields: Mapping[str, object], name: str, kind: type[Kind]) -> Kind:
    value = fields.get(name)
    if not isinstance(value, kind):
        raise ValueError(f"{RECORD} has no {name!r}")
    return value
