"""The store of failing inputs, as plain text beside the project under test, to be tried again and to be looked at.

A folder for each input in `.crosscover/`, named after the batch, its form and the contract, so that the same input is
kept once whoever fails on it:

    input.txt        the input for the program, to the byte
    puzzles.txt      the puzzles, one a line
    failure.json     the property, the subject with its options, what was wrong, what is right
    test_replay.py   a pytest test that fails until the subject is right

People edit, merge and half delete such folders; whatever cannot be read is told by its name and passed over.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar, cast

from crosscover.harness.judging import Counterexample
from crosscover.reference import Grid
from crosscover.dialects import DIALECTS, Formatting, LineEnd, dialect
from crosscover.subjects.contract import Contract

from .files import write_whole
from .model import Header, Outcome
from .pasting import as_test
from .rebuilding import Plain, options_of

STORE = ".crosscover"
"""The store of a project, in its working directory."""

INPUT = "input.txt"
PUZZLES = "puzzles.txt"
RECORD = "failure.json"
TEST = "test_replay.py"
README = "README.txt"

README_TEXT = """\
Inputs on which a Sudoku solver was wrong, kept by crosscover. `crosscover check` tries them first;
`crosscover replay` lists them, and shows one of them again.

Commit this folder to keep them as regression tests, or put the line /.crosscover/ into .gitignore.
A folder can be deleted when it is of no more use.
"""

RETRY = "kept_failures"
"""The property that tries what is kept; an input that fails it goes on belonging to the property it was kept for."""

FORMAT = "crosscover-kept"
VERSION = 1

_ID_LENGTH = 10

Kind = TypeVar("Kind")


class UnknownIdError(ValueError):
    """No failure is kept under this name; the message says which names are near."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A failing input, with what is needed to ask the subject again. `options` are those of `rebuilding`."""

    id: str
    batch: tuple[Grid, ...]
    formatting: Formatting
    contract: Contract
    property: str
    statement: str
    subject: str
    options: Mapping[str, Plain]
    reason: str
    certified: bool = False


def keep(outcome: Outcome, header: Header, directory: Path = Path(STORE)) -> Outcome:
    """Keep the failing input of an outcome, and give back the outcome with the name under which it is kept.

    The outcome comes back as it is where there is no finding, and, with a word on why, where it cannot be written:
    what was found must not get lost for a full disk.
    """
    failure = outcome.failure
    if failure is None or failure.counterexample is None:
        return outcome
    counterexample = failure.counterexample
    kept = Kept(
        identity(counterexample.batch, counterexample.formatting, Contract(header.contract)),
        counterexample.batch,
        counterexample.formatting,
        Contract(header.contract),
        outcome.name,
        outcome.statement,
        header.subject,
        header.options,
        failure.reason,
        failure.certified,
    )
    if outcome.name == RETRY:
        kept = _as_before(kept, directory / kept.id)
    try:
        _write(kept, counterexample, header, directory)
    except OSError as error:
        detail = f"{failure.detail}\nThe input could not be kept in {directory}: {error}".strip()
        return replace(outcome, failure=replace(failure, detail=detail))
    return replace(outcome, failure=replace(failure, kept=kept.id))


def identity(batch: Sequence[Grid], formatting: Formatting, contract: Contract) -> str:
    """The name of an input: a digest of what is asked, and of nothing about who answers."""
    shape = batch[0].shape if batch else ""
    asked = [
        contract.value,
        str(shape),
        repr(formatting.empty),
        formatting.line_end.name,
        str(formatting.final_newline),
        *map(str, batch),
    ]
    return hashlib.sha256("\n".join(asked).encode()).hexdigest()[:_ID_LENGTH]


def load(directory: Path = Path(STORE), complain: Callable[[str], None] | None = None) -> list[Kept]:
    """Everything that is kept, shortest inputs first; `complain` is told of what cannot be read.

    Complaints go to the standard error if not said otherwise. Nothing is kept where there is no such directory.
    """
    told = complain or _to_stderr
    kept: list[Kept] = []
    try:
        folders = sorted(path for path in directory.iterdir() if path.is_dir()) if directory.is_dir() else []
    except OSError as error:
        told(f"{directory} cannot be read: {error}")
        return []
    for folder in folders:
        try:
            kept.append(_read(folder))
        except (OSError, ValueError, RecursionError) as error:
            told(f"{folder} is damaged and passed over: {_in_one_line(error)}")
    return sorted(kept, key=lambda one: (len(one.batch), one.id))


def find(name: str, kept: Sequence[Kept]) -> Kept:
    """What is kept under a name or under the beginning of one; UnknownIdError where that is none or several."""
    matching = [one for one in kept if one.id == name] or [one for one in kept if name and one.id.startswith(name)]
    match matching:
        case [one]:
            return one
        case []:
            near = get_close_matches(name, [one.id for one in kept], cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else "; `crosscover replay` lists what there is"
            raise UnknownIdError(f"no failure is kept as {name!r}{hint}")
        case several:
            raise UnknownIdError(f"{name!r} is the beginning of {', '.join(one.id for one in several)}")


def _as_before(kept: Kept, folder: Path) -> Kept:
    try:
        earlier = _read(folder)
    except (OSError, ValueError, RecursionError):
        return kept
    return replace(kept, property=earlier.property, statement=earlier.statement)


def _write(kept: Kept, counterexample: Counterexample, header: Header, directory: Path) -> None:
    """The record comes last: a folder that has one has everything."""
    folder = directory / kept.id
    folder.mkdir(parents=True, exist_ok=True)
    if not (directory / README).exists():
        write_whole(directory / README, README_TEXT)
    text = as_test(
        kept.id, kept.subject, kept.batch, formatting=kept.formatting, statement=kept.statement, options=kept.options
    )
    write_whole(folder / INPUT, input_text(counterexample, header.options))
    write_whole(folder / PUZZLES, "".join(f"{puzzle}\n" for puzzle in kept.batch))
    write_whole(folder / TEST, text)
    record = {
        "format": FORMAT,
        "version": VERSION,
        "id": kept.id,
        "property": kept.property,
        "sentence": kept.statement,
        "subject": kept.subject,
        "contract": kept.contract.value,
        "options": dict(kept.options),
        "form": {
            "empty": kept.formatting.empty,
            "line_end": kept.formatting.line_end.name,
            "final_newline": kept.formatting.final_newline,
        },
        "guilty": counterexample.failing_index,
        "cause": counterexample.cause,
        "reason": kept.reason,
        "expected": list(counterexample.expected),
        "certified": kept.certified,
        "seed": header.seed,
        "command": list(header.command),
    }
    write_whole(folder / RECORD, json.dumps(record, indent=2) + "\n")


def input_text(counterexample: Counterexample, options: Mapping[str, Plain]) -> str:
    """What to feed the program to see it fail: what it was sent, or the puzzles line by line where it was a call.

    Where the dialect takes one puzzle a run, the input is that of the guilty one.
    """
    sent = counterexample.transcript.sent
    name = options.get("dialect")
    if sent and isinstance(name, str) and name in DIALECTS and len(counterexample.batch) > 1:
        spoken = dialect(name)
        if spoken.batch_limit == 1:
            formatting = (
                counterexample.formatting
                if counterexample.formatting.empty in (None, *spoken.empties)
                else replace(counterexample.formatting, empty=None)
            )
            return spoken.write([counterexample.batch[counterexample.failing_index or 0]], formatting)
    return sent or dialect("lines").write(counterexample.batch, Formatting())


def _read(folder: Path) -> Kept:
    """Raises OSError and ValueError; a name that does not fit the content shows that something was lost or changed."""
    record = cast("object", json.loads((folder / RECORD).read_text(encoding="utf-8")))
    if not isinstance(record, dict):
        raise ValueError(f"{RECORD} is no JSON object")
    fields = cast("dict[str, object]", record)
    if (fields.get("format"), fields.get("version")) != (FORMAT, VERSION):
        raise ValueError(f"{RECORD} is not of the format {FORMAT} version {VERSION}")
    formatting = cast("dict[str, object]", _field(fields, "form", dict))
    options = cast("dict[str, Plain]", _field(fields, "options", dict))
    options_of(options)  # raises ValueError where no subject could be made with them
    batch = tuple(map(Grid.parse, (folder / PUZZLES).read_text(encoding="utf-8").split()))
    kept = Kept(
        folder.name,
        batch,
        Formatting(
            None if formatting.get("empty") is None else _field(formatting, "empty", str),
            _line_end(formatting.get("line_end")),
            formatting.get("final_newline") is not False,
        ),
        Contract(_field(fields, "contract", str)),
        _field(fields, "property", str),
        _field(fields, "sentence", str),
        _field(fields, "subject", str),
        options,
        _field(fields, "reason", str),
        fields.get("certified") is True,
    )
    if not batch or identity(batch, kept.formatting, kept.contract) != folder.name:
        raise ValueError(f"{PUZZLES} and {RECORD} do not belong to this name")
    return kept


def _field(fields: Mapping[str, object], name: str, kind: type[Kind]) -> Kind:
    value = fields.get(name)
    if not isinstance(value, kind):
        raise ValueError(f"{RECORD} has no {name!r}")
    return value


def _line_end(name: object) -> LineEnd:
    for end in LineEnd:
        if end.name == name:
            return end
    raise ValueError(f"{RECORD} has the line end {name!r}; expected LF or CRLF")


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _to_stderr(complaint: str) -> None:
    print(f"crosscover: {complaint}", file=sys.stderr)
