"""Saved failures: inputs that subjects failed, which later runs judge first.

`.crosscover/` contains one folder per combination of input, contract and subject:

    input.txt      the exact input of the program
    failure.json   the setup of the run and its failure, as in a JSON report

People edit, merge and partly delete these folders. Unreadable folders are reported on stderr and ignored.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from crosscover.dialects import DIALECTS, Formatting
from crosscover.errors import UsageError, print_error
from crosscover.harness.judging import SavedInput
from crosscover.option_values import did_you_mean
from crosscover.options import Options, options_from_plain
from crosscover.reference import Grid, Shape
from crosscover.report.files import STORE, atomic_write
from crosscover.result import Failure, Setup, encode

README = "README.txt"

README_TEXT = """\
Inputs that Sudoku solvers failed, saved by crosscover. `crosscover check SUBJECT` first reruns the inputs of this
subject and contract; `crosscover replay` lists all inputs, and `crosscover replay ID` reruns one.

Commit this folder to keep them as regression tests, or put the line /.crosscover/ into .gitignore.
Delete a folder if you no longer need it.
"""

RECORD = "failure.json"

VERSION = 2

_ID_LENGTH = 10


class SavedFailure(msgspec.Struct, frozen=True):
    """A failing input with everything needed to rerun the subject; `saved_at` is an ISO 8601 timestamp."""

    setup: Setup
    failure: Failure
    saved_at: str
    format: Literal["crosscover-saved"] = "crosscover-saved"
    version: Literal[2] = 2

    @property
    def options(self) -> Options:
        """The options of the subject; raises ValueError for an invalid option."""
        return options_from_plain(self.setup.options, self.setup.explicit)

    @property
    def id(self) -> str:
        """A digest of the input, the contract and the subject."""
        shape, formatting = self.failure.shape, dict(self.failure.formatting)
        puzzles = (f"{shape} {puzzle}" for puzzle in self.failure.puzzles)
        searches = [repr(search) for search in self.failure.searches]
        parts = [self.setup.subject, self.setup.contract, repr(formatting), *puzzles, *searches]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:_ID_LENGTH]


def input_of(failure: Failure) -> SavedInput:
    """Return the input of a failure; raises ValueError if it is malformed."""
    shape = Shape.parse(failure.shape)
    puzzles = tuple(Grid.parse(text, shape) for text in failure.puzzles)
    repeats = failure.repeats if failure.is_flaky else 1
    return SavedInput(puzzles, Formatting.from_plain(failure.formatting), failure.hash_seed, repeats)


def save(failure: Failure, setup: Setup, directory: Path, *, keeps: bool = False) -> Failure:
    """Save a failure that can be repeated, and return it with its ID; with `keeps`, a saved input keeps its record.

    If the input cannot be written, the failure states the reason.
    """
    if failure.saved_as or not (failure.formatting or failure.searches):
        return failure
    saved = SavedFailure(setup, failure, datetime.now(UTC).isoformat(timespec="seconds"))
    try:
        folder = directory / saved.id
        if not keeps or not (folder / RECORD).exists():
            folder.mkdir(parents=True, exist_ok=True)
            if not (directory / README).exists():
                atomic_write(directory / README, README_TEXT)
            atomic_write(folder / "input.txt", input_text(saved))
            atomic_write(folder / RECORD, encode(saved))  # last, so every folder with a record is complete
    except OSError as error:
        detail = f"{failure.detail}\nThe input could not be saved in {directory}: {error}".strip()
        return replace(failure, detail=detail)
    return replace(failure, saved_as=saved.id)


def load(directory: Path = Path(STORE)) -> list[SavedFailure]:
    """Return all saved failures, shortest inputs first; reports unreadable folders on stderr."""
    saved: list[SavedFailure] = []
    for folder in sorted(path for path in directory.glob("*") if path.is_dir()):
        try:
            saved.append(_read(folder))
        except (OSError, ValueError, RecursionError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            print_error(f"{folder} is damaged and was ignored: {reason}")
    return sorted(saved, key=lambda one: (len(one.failure.puzzles), one.id))


def find(name: str, saved: Sequence[SavedFailure]) -> SavedFailure:
    """Return the saved failure with this ID, or with a unique prefix of an ID; raises UsageError."""
    matching = [one for one in saved if one.id == name] or [one for one in saved if name and one.id.startswith(name)]
    match matching:
        case [one]:
            return one
        case []:
            hint = did_you_mean(name, [one.id for one in saved]) or "; `crosscover replay` lists all saved failures"
            raise UsageError(f"no failure is saved as {name!r}{hint}")
        case several:
            raise UsageError(f"{name!r} is the beginning of {', '.join(one.id for one in several)}")


def input_text(saved: SavedFailure) -> str:
    """Return the input that a program fails, or the puzzles that a function fails, one per line, or its searches.

    If the dialect allows only one puzzle per run, the input contains only the failing puzzle.
    """
    if saved.failure.searches:
        return saved.failure.detail.rpartition("\n")[0] + "\n"  # without the Python expression
    batch, formatting, *_ = input_of(saved.failure)
    form, place = saved.options.text_form, saved.failure.failing_index or 0
    if saved.failure.input and form.batch_limit == 1 and len(batch) > 1:
        return form.write([batch[place]], form.allowed(formatting))
    return saved.failure.input or DIALECTS["lines"].write(batch, Formatting())


def _read(folder: Path) -> SavedFailure:
    """Read a folder; raises OSError, and ValueError if it is damaged or its name differs from the ID of its content."""
    match plain := json.loads((folder / RECORD).read_bytes()):
        case {"format": "crosscover-saved", "version": int(version)} if version != VERSION:
            raise ValueError(f"{RECORD} has version {version}, not {VERSION}; check the solver again")
        case _:
            saved = msgspec.convert(plain, SavedFailure)
    if not (saved.failure.puzzles or saved.failure.searches) or folder.name != saved.id:
        raise ValueError(f"{RECORD} does not belong to this ID")
    _ = saved.options, saved.failure.searches or input_of(saved.failure)
    return saved
