"""The store of saved failures."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.harness.result import PropertyResult
from crosscover.options import CHECK, Options
from crosscover.report.events import Header
from crosscover.responses import Answered, Failed, Fault
from crosscover.runner.opening import saved_batches
from crosscover.runner.saved import UnknownIdError, find, identity, load, save
from crosscover.runner.settings import read_settings
from tests.report.samples import HEADER, PUZZLE, SOLUTION, WRONG_ANSWER, counterexample, fault, several_causes, wrong

FORM = Formatting("0", LineEnd.CRLF, final_newline=False)
SPACED = replace(FORM, spacing=Spacing.TAB)


def saved_id(result: PropertyResult, directory: Path, header: Header = HEADER) -> str:
    """Save the failure of a result and return its ID."""
    save(result, header, directory)
    assert result.failure is not None
    return result.failure.saved_as


def test_round_trip(tmp_path: Path) -> None:
    """A saved failure is read with its formatting, contract, property and subject options."""
    options = Options(contract=contracts.ANY, dialect="lines", time_limit=1.5)
    header = replace(HEADER, options=options)
    found = replace(counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER)), formatting=SPACED)
    name = saved_id(wrong("forms", found), tmp_path, header)
    (saved,) = load(tmp_path)
    assert (saved.id, saved.batch, saved.formatting) == (name, found.batch, SPACED)
    assert (saved.property_name, saved.statement, saved.reason) == ("forms", "What forms says.", found.reason)
    assert (saved.subject, saved.options) == (HEADER.subject, options)


def test_id_depends_on_input_and_subject(tmp_path: Path) -> None:
    """The ID of a failure depends on input, subject and contract, not on property or answer."""
    first = saved_id(wrong("a"), tmp_path)
    other = counterexample(Failed(Fault.CRASHED, "gone"))
    assert saved_id(wrong("b", other), tmp_path, replace(HEADER, seed=1)) == first
    names = {
        first,
        saved_id(wrong("b", other), tmp_path, replace(HEADER, subject="engine:dlx")),
        identity(HEADER.subject, contracts.COUNT, (PUZZLE,), Formatting()),
        identity(HEADER.subject, contracts.PROPER, (PUZZLE,), FORM),
        identity(HEADER.subject, contracts.PROPER, (PUZZLE,), SPACED),
        identity(HEADER.subject, contracts.PROPER, (PUZZLE, PUZZLE), Formatting()),
    }
    assert len(names) == 6
    assert identity("engine:dlx", contracts.PROPER, (PUZZLE,), Formatting()) == "19e0f6db93"  # people commit them
    assert {one.subject for one in load(tmp_path)} == {HEADER.subject, "engine:dlx"}


@pytest.mark.parametrize("strict", [False, True])
def test_a_form_that_need_not_be_read_is_not_repeated(strict: bool, tmp_path: Path) -> None:
    """A failure of an unusual form is repeated only if the forms are strict, and others in any case."""
    saved_id(wrong("a"), tmp_path)
    saved_id(wrong("forms", counterexample(Answered(WRONG_ANSWER), formatting=FORM)), tmp_path)
    given = {"strict_forms": strict, "contract": "proper", "dialect": "lines"}
    settings = replace(read_settings(HEADER.subject, given, CHECK), store=tmp_path)
    assert {one.formatting for one in saved_batches(settings)} == ({Formatting(), FORM} if strict else {Formatting()})


def test_every_cause_is_saved(tmp_path: Path) -> None:
    """A property that failed for two causes has two saved failures with different IDs."""
    result = several_causes()
    first = saved_id(result, tmp_path)
    assert result.failure is not None
    [other] = result.failure.others
    assert {saved.id for saved in load(tmp_path)} == {first, other.saved_as}


def test_input_of_a_program(tmp_path: Path) -> None:
    """The input is saved byte by byte, including line ends, and the puzzles one per line."""
    found = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER), formatting=FORM)
    folder = tmp_path / saved_id(wrong("forms", found), tmp_path)
    line = str(PUZZLE).replace(".", "0")
    assert (folder / "input.txt").read_bytes() == f"{line}\r\n{line}".encode()
    assert (folder / "puzzles.txt").read_text() == f"{PUZZLE}\n{PUZZLE}\n"


def test_input_of_a_function_and_of_one_puzzle(tmp_path: Path) -> None:
    """The arguments of a function are saved as lines; of a program for one puzzle per run only the failing puzzle."""
    found = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER))
    function = replace(found, transcript=replace(found.transcript, sent=""))
    folder = tmp_path / saved_id(wrong("f", function), tmp_path)
    assert (folder / "input.txt").read_text() == f"{PUZZLE}\n{PUZZLE}\n"
    header = replace(HEADER, options=Options(dialect="grid"))
    folder = tmp_path / "grid" / saved_id(wrong("g", found), tmp_path / "grid", header)
    assert len((folder / "input.txt").read_text().splitlines()) == 9


def test_unwritable_store(tmp_path: Path) -> None:
    """If the store cannot be written, the failure is kept with the reason; one without a batch is not saved."""
    (tmp_path / "store").write_text("a file")
    other = fault()
    save(other, HEADER, tmp_path / "store")
    assert other == fault()
    result = wrong()
    assert saved_id(result, tmp_path / "store") == ""
    assert result.failure is not None
    assert "The input could not be saved" in result.failure.detail


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("failure.json", b"[]"),
        ("failure.json", b"\xff\xfe"),
        ("failure.json", b'{"format": "crosscover-saved", "version": 99}'),
        ("failure.json", b'{"format": "crosscover-saved", "version": 1}'),
        ("puzzles.txt", b"not a puzzle\n"),
        ("puzzles.txt", str(SOLUTION).encode()),
        ("puzzles.txt", None),
        ("options", {"contract": "all"}),
        ("options", {"time_limit": -1}),
        ("formatting", {"empty": 1, "line_end": "LF"}),
        ("reason", 7),
    ],
)
def test_damaged_entries(file: str, content: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An entry with a damaged or missing file, or a field of the wrong type, is named on one line; others are read."""
    folder = tmp_path / saved_id(wrong("a"), tmp_path)
    good = saved_id(wrong("b", counterexample(Answered(WRONG_ANSWER), formatting=FORM)), tmp_path)
    if content is None:
        (folder / file).unlink()
    elif isinstance(content, bytes):
        (folder / file).write_bytes(content)
    else:
        record = json.loads((folder / "failure.json").read_text())
        (folder / "failure.json").write_text(json.dumps({**record, file: content}))
    assert [saved.id for saved in load(tmp_path)] == [good]
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith(f"crosscover: {folder} is damaged and was left out: ")


def test_order_and_names(tmp_path: Path) -> None:
    """Short inputs come first; a failure that occurs again still belongs to its property; names may be abbreviated."""
    saved_id(wrong("long", counterexample(*[Answered(SOLUTION)] * 20, Answered(WRONG_ANSWER))), tmp_path)
    name = saved_id(wrong("short"), tmp_path)
    saved_id(wrong("saved_failures"), tmp_path)
    first, second = load(tmp_path)
    assert (first.property_name, first.statement, second.property_name) == ("short", "What short says.", "long")
    assert find(name, [first]) is find(name[:4], [first]) is first
    for unknown, message in ((f"{name[:-1]}?", f"near it: {name}"), (name[:1], "is the beginning of")):
        with pytest.raises(UnknownIdError, match=message):
            find(unknown, [first, first])
