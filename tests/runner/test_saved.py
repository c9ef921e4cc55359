"""The store of saved failures."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_struct

from crosscover import contracts
from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.errors import UsageError
from crosscover.harness.property_result import PropertyResult
from crosscover.options import CHECK, Options
from crosscover.responses import Answered, Failed, Fault
from crosscover.result import Failure, Setup, Status
from crosscover.runner.expected import ExpectedFailure, ExpectedFailures
from crosscover.runner.opening import possible_features, saved_batches
from crosscover.runner.saved import SavedFailure, find, input_of, load, save
from crosscover.runner.settings import read_settings
from tests.report.samples import PUZZLE, SETUP, SOLUTION, WRONG_ANSWER, counterexample, fault, several_causes, wrong

FORM = Formatting("0", LineEnd.CRLF, final_newline=False)
SPACED = replace(FORM, spacing=Spacing.TAB)


def saved_id(result: PropertyResult, directory: Path, setup: Setup = SETUP) -> str:
    """Save the failure of a result and return its ID."""
    assert result.failure is not None
    return save(result.failure, setup, directory, keeps=result.is_given).saved_as


def with_options(options: Options) -> Setup:
    """A setup with these options of the solver."""
    contract, explicit = options.contract.name, tuple(options.explicit)
    return replace_struct(SETUP, contract=contract, options=options.to_plain(), explicit=explicit)


def test_round_trip(tmp_path: Path) -> None:
    """A saved failure is read with its formatting, contract, property and subject options."""
    options = Options(contract=contracts.ANY, dialect="lines", time_limit=1.5)
    setup = with_options(options)
    found = replace(counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER)), formatting=SPACED)
    name = saved_id(wrong("forms", found), tmp_path, setup)
    (saved,) = load(tmp_path)
    failure = saved.failure
    assert (saved.id, *input_of(saved.failure)[:2]) == (name, found.batch, SPACED)
    assert (failure.property_name, failure.statement, failure.reason) == ("forms", "What forms says.", found.reason)
    assert (saved.setup.subject, saved.options) == (SETUP.subject, options)


def test_inputs_of_expected_failures_are_left_out(tmp_path: Path) -> None:
    """The property that is expected to fail judges them itself."""
    saved_id(wrong("forms"), tmp_path, with_options(Options()))
    settings = replace(read_settings(SETUP.subject, {}, CHECK), store=tmp_path)
    assert len(saved_batches(settings)) == 1
    assert not saved_batches(settings, ExpectedFailures({"forms": ExpectedFailure("known.txt: line 1")}))


def test_id_depends_on_input_and_subject(tmp_path: Path) -> None:
    """The ID of a failure depends on input, subject and contract, not on property or answer."""
    first = saved_id(wrong("a"), tmp_path)
    other = counterexample(Failed(Fault.CRASHED, "gone"))
    assert saved_id(wrong("b", other), tmp_path, replace_struct(SETUP, seed=1)) == first
    proper, one, two = "proper", (str(PUZZLE),), (str(PUZZLE),) * 2
    names = {
        first,
        saved_id(wrong("b", other), tmp_path, replace_struct(SETUP, subject="engine:dlx")),
        identity("count", one),
        identity(proper, one, FORM),
        identity(proper, one, SPACED),
        identity(proper, two),
    }
    assert len(names) == 6
    assert identity(proper, one, subject="engine:dlx") == "19e0f6db93"  # people commit them
    assert {one.setup.subject for one in load(tmp_path)} == {SETUP.subject, "engine:dlx"}


def identity(
    contract: str, puzzles: tuple[str, ...], formatting: Formatting = Formatting(), subject: str = SETUP.subject
) -> str:
    """The ID of a saved failure."""
    failure = Failure("a", "", Status.WRONG, "", puzzles=puzzles, formatting=formatting.to_plain())
    return SavedFailure(replace_struct(SETUP, subject=subject, contract=contract), failure, "").id


@pytest.mark.parametrize("strict", [False, True])
def test_a_form_that_need_not_be_read_is_not_repeated(strict: bool, tmp_path: Path) -> None:
    """A failure of an unusual form is repeated only if the forms are strict, and others in any case."""
    saved_id(wrong("a"), tmp_path)
    saved_id(wrong("forms", counterexample(Answered(WRONG_ANSWER), formatting=FORM)), tmp_path)
    given = {"strict_forms": strict, "contract": "proper", "dialect": "lines"}
    settings = replace(read_settings(SETUP.subject, given, CHECK), store=tmp_path)
    assert {one.formatting for one in saved_batches(settings)} == ({Formatting(), FORM} if strict else {Formatting()})


@pytest.mark.parametrize(
    ("subject", "has_saved"),
    [("exec:./a.out --flag", True), ("exec:./a.out", True), ("exec:./b.out", False), ("engine:dlx", False)],
)
def test_saved_failures_of_a_solver(tmp_path: Path, subject: str, has_saved: bool) -> None:
    """Before the form of a solver is found, only failures of this solver, in any form, make a property of them."""
    saved_id(wrong(), tmp_path)
    settings = replace(read_settings(subject, {}, user=CHECK), store=tmp_path)
    assert {features.has_saved for features in possible_features(settings)} == {has_saved}


def test_every_cause_is_saved(tmp_path: Path) -> None:
    """A property that failed for two causes has two saved failures with different IDs."""
    names = {save(failure, SETUP, tmp_path).saved_as for failure in several_causes().failures.values()}
    assert len(names) == 2
    assert {saved.id for saved in load(tmp_path)} == names


def test_input_of_a_program(tmp_path: Path) -> None:
    """The input is saved byte by byte, including line ends."""
    found = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER), formatting=FORM)
    folder = tmp_path / saved_id(wrong("forms", found), tmp_path)
    line = str(PUZZLE).replace(".", "0")
    assert (folder / "input.txt").read_bytes() == f"{line}\r\n{line}".encode()


def test_input_of_a_function_and_of_one_puzzle(tmp_path: Path) -> None:
    """The arguments of a function are saved as lines; of a program for one puzzle per run only the failing puzzle."""
    found = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER))
    function = replace(found, transcript=replace(found.transcript, sent=""))
    folder = tmp_path / saved_id(wrong("f", function), tmp_path)
    assert (folder / "input.txt").read_text() == f"{PUZZLE}\n{PUZZLE}\n"
    setup = with_options(Options(dialect="grid"))
    folder = tmp_path / "grid" / saved_id(wrong("g", found), tmp_path / "grid", setup)
    assert len((folder / "input.txt").read_text().splitlines()) == 9


def test_unwritable_store(tmp_path: Path) -> None:
    """If the store cannot be written, the failure is kept with the reason; one without a batch is not saved."""
    (tmp_path / "store").write_text("a file")
    without_batch, failure = fault().failure, wrong().failure
    assert without_batch is not None
    assert save(without_batch, SETUP, tmp_path / "store") == without_batch
    assert failure is not None
    unsaved = save(failure, SETUP, tmp_path / "store")
    assert unsaved == replace_struct(failure, detail=unsaved.detail)
    assert "The input could not be saved" in unsaved.detail


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("failure.json", b"[]"),
        ("failure.json", b"\xff\xfe"),
        ("failure.json", b'{"format": "crosscover-saved", "version": 99}'),
        ("failure.json", b'{"format": "crosscover-saved", "version": 1}'),
        ("failure.json", None),
        ("setup", {"options": {"contract": "all"}}),
        ("setup", {"options": {"time_limit": -1}}),
        ("failure", {"formatting": {"empty": 1, "line_end": "LF"}}),
        ("failure", {"puzzles": ["not a puzzle"]}),
        ("failure", {"puzzles": [str(SOLUTION)]}),
        ("failure", {"reason": 7}),
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
    elif isinstance(content, dict):
        record = json.loads((folder / "failure.json").read_text())
        record[file] |= content
        (folder / "failure.json").write_text(json.dumps(record))
    assert [saved.id for saved in load(tmp_path)] == [good]
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith(f"crosscover: {folder} is damaged and was ignored: ")


def test_order_and_names(tmp_path: Path) -> None:
    """Short inputs come first; a failure that occurs again still belongs to its property; names may be abbreviated."""
    saved_id(wrong("long", counterexample(*[Answered(SOLUTION)] * 20, Answered(WRONG_ANSWER))), tmp_path)
    name = saved_id(wrong("short"), tmp_path)
    saved_id(replace(wrong("again"), is_given=True), tmp_path)
    first, second = load(tmp_path)
    names = first.failure.property_name, first.failure.statement, second.failure.property_name
    assert names == ("short", "What short says.", "long")
    assert find(name, [first]) is find(name[:4], [first]) is first
    for unknown, message in ((f"{name[:-1]}?", f"did you mean {name}?"), (name[:1], "is the beginning of")):
        with pytest.raises(UsageError, match=message):
            find(unknown, [first, first])
