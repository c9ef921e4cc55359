"""The forms in which solvers take puzzles, as tables in the order of tries.

Each try costs time, and the first right form ends a search, so the forms that most solvers take come first.

To add a form, add a row to a table, and a solver that needs it to `tests/subjects/solvers/table.py`, which pins the
form that is found. `calls.py` holds the expressions that call a function.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from crosscover.contracts import contract_named
from crosscover.dialects import DIALECTS
from crosscover.errors import UsageError
from crosscover.options import PRINTED, Call, Options

from .calls import Way, likeliest, ranked_ways, way_of
from .functions import Function
from .process_subject import Solver
from .programs import Program

CALLS = (Call.TEXT, Call.ROWS, Call.BOARD, Call.CELLS)
"""The arguments of functions, with the usual empty cell."""

EMPTY_CELLS: Mapping[Call, Sequence[str]] = {
    Call.TEXT: ("0", "-", "X", "_", "*"),
    Call.BOARD: ("0", "", "X", "-", "None", " "),
    Call.ROWS: ("None", "-1", "", "."),
}
"""Rare empty cells."""

_BOARDS = ((Call.ROWS, None), (Call.TEXT, None), (Call.TEXT, "0"), (Call.TEXT, " "))
"""Arguments and empty cells of compiled functions: numbers or characters, whose worker chooses the type."""

_STDIN_FILE = "/dev/stdin"


@dataclass(frozen=True, slots=True)
class InputForm:
    """The input of a program: its dialect, the `words` that follow the command, and empty cells to try.

    Without words, the program receives the puzzles on stdin, or as arguments if the dialect is for arguments. Words
    such as `/dev/stdin` pass them as a file. Without empty cells, the dialect's usual one is tried, and 0.
    """

    dialect: str
    words: str = ""
    empties: str = ""


_OTHER_EMPTY_CELLS = "-_*x?"

INPUTS = (
    # Lines or grids on stdin.
    InputForm("poj3074"),
    InputForm("lines"),
    InputForm("grid"),
    InputForm("rows"),
    InputForm("t-grids"),
    InputForm("poj2676"),
    InputForm("line"),
    # Arguments.
    InputForm("arg"),
    InputForm("args"),
    InputForm("numbers"),
    # A file: most programs that read stdin ignore its name, so stdin comes first.
    InputForm("lines", words=_STDIN_FILE),
    InputForm("grid", words=_STDIN_FILE),
    InputForm("rows", words=_STDIN_FILE),
    InputForm("line", words=_STDIN_FILE),
    # Rare forms on stdin.
    InputForm("drawing"),
    InputForm("csv"),
    InputForm("jsonl"),
    InputForm("sudokunique"),
    InputForm("poj3076"),
)

RARE_INPUTS = (
    InputForm("commas", words=_STDIN_FILE),
    InputForm("json-arg"),
    InputForm("rows", empties=_OTHER_EMPTY_CELLS),
    InputForm("rows", words=_STDIN_FILE, empties=_OTHER_EMPTY_CELLS),
    InputForm("grid", empties="._"),
    InputForm("grid", words=_STDIN_FILE, empties="._*-"),
    InputForm("commas"),
    InputForm("json"),
    InputForm("json", words=_STDIN_FILE),
    InputForm("menu"),
    InputForm("menu", empties="."),
    InputForm("line", empties=_OTHER_EMPTY_CELLS),
    InputForm("arg", empties=_OTHER_EMPTY_CELLS),
    InputForm("numbers", words=_STDIN_FILE),
)
"""Forms that are tried after the forms of all functions and programs."""

_OPTION = re.compile(r"(?<![\w-])(--?[A-Za-z][\w-]*)[ =](?:<[\w ]+>|[A-Z][A-Z_]+\b)")
"""An option with a value, as usage messages name it: `-f FILE`, `--puzzle=<puzzle>`."""

_FILE = re.compile("file|path|input", re.IGNORECASE)

_COMMAND = re.compile(r"[{,]solve[},]|^ +solve\b", re.MULTILINE)
"""A command named `solve` in a usage message."""

_MAX_OPTIONS = 4
"""Maximum number of options of a program that are tried."""


def forms_of(solver: Solver) -> Iterator[Solver]:
    """Yield a solver in the usual forms that its explicit options allow; a function's file must be loaded."""
    if isinstance(solver, Program):
        yield from _inputs(solver, INPUTS)
    elif solver.is_compiled:
        yield from _compiled(solver)
    else:
        ways, *_ = _ranked_ways(solver)
        yield from _usual(solver, ways)


def _compiled(base: Function) -> Iterator[Function]:
    """Yield the likeliest compiled functions."""
    given = base.options
    forms = [form for form in _BOARDS if form[0] in _calls(given)] or [(given.call, None)]
    names = [base.function] if base.function else likeliest(each.name for each in base.definitions or ())
    for answers, name, (call, empty) in product(_answers(given), names, forms):
        filled = given.empty if "empty" in given.explicit else empty
        yield base.calling(name, name.partition("@")[0], call=call, empty=filled, answers=answers)


def rare_forms_of(
    solver: Solver, usage: Callable[[], str], unchanged: Container[tuple[str, Call]] = ()
) -> Iterator[Solver]:
    """Yield rare calls, other empty cells and rare arguments of the likeliest functions, then other functions.

    Other empty cells come first for calls that left the puzzle `unchanged`: these functions saw no empty cell. For a
    program, yield rare inputs, and those that its usage message names, which `usage` returns.
    """
    if isinstance(solver, Program):
        yield from _inputs(solver, RARE_INPUTS)
        yield from _inputs(solver, inputs_of_usage(usage()))
    if isinstance(solver, Program) or solver.is_compiled:
        return
    ways, *others = _ranked_ways(solver)
    empties: dict[bool, list[Function]] = {True: [], False: []}
    if "empty" not in solver.options.explicit:
        for way, call in product([way for way in ways if not way.is_rare], _calls(solver.options)):
            plain, *_ = specifications = [*way.specifications(call, solver.language, solver.options)]
            for (name, held), empty in product(specifications, EMPTY_CELLS.get(call, ())):
                other = solver.calling(name, way.called, held, call=call, empty=empty)
                is_unchanged = (other.name, call) in unchanged
                if is_unchanged or ((name, held) == plain and not way.has_object):
                    empties[is_unchanged].append(other)
    yield from empties[True]
    yield from _usual(solver, [way for way in ways if way.is_rare], is_rare=True)
    yield from empties[False]
    yield from _usual(solver, [way for way in ways if not way.is_rare], is_rare=True)
    for further in others:
        yield from _usual(solver, further)


def _ranked_ways(base: Function) -> list[list[Way]]:
    """Return the ways to call the function of a specification, the class that it names, or all that a file defines."""
    definitions = base.definitions or ()
    named = [each for each in definitions if each.kind == "class" and each.name == base.function]
    if base.function and not named:
        return [[way_of(base.function, definitions, base.language)]]
    return ranked_ways(named or definitions, base.language)


def _calls(given: Options) -> Sequence[Call]:
    return (given.call,) if "call" in given.explicit else CALLS


def _answers(given: Options) -> Sequence[str | None]:
    return (given.answers,) if given.answers else (None, PRINTED)


def _usual(base: Function, ways: Sequence[Way], *, is_rare: bool = False) -> Iterator[Function]:
    given = base.options
    for way, call in product(ways, _calls(given)):
        specifications = way.specifications(call, base.language, given, is_rare=is_rare)
        every = (given.answers,) if is_rare or not way.prints else _answers(given)
        for (name, held), answers in product(specifications, every):
            yield base.calling(name, way.called, held, call=call, answers=answers)


def inputs_of_usage(usage: str) -> Iterator[InputForm]:
    """Yield the inputs that a usage message names: options with a file or a puzzle as value, or a command `solve`."""
    command = "solve " if _COMMAND.search(usage) else ""
    options = list(dict.fromkeys(_OPTION.findall(usage)))[:_MAX_OPTIONS]
    if command:
        yield from (InputForm("arg", words=command), InputForm("lines", words=command))
        yield from (InputForm(name, words=f"{command}{_STDIN_FILE}") for name in ("lines", "rows", "grid"))
    for option in options:
        place = usage.find(option)
        if _FILE.search(usage[place : place + len(option) + 10]):
            yield from (
                InputForm(name, words=f"{command}{option} {_STDIN_FILE}") for name in ("line", "rows", "grid", "commas")
            )
        else:
            yield InputForm("arg", words=f"{command}{option}")


def _inputs(base: Program, inputs: Iterable[InputForm]) -> Iterator[Program]:
    given = base.options
    rows = [row for row in inputs if not (row.words and _STDIN_FILE in base.name)]
    if "dialect" in given.explicit:
        rows = [InputForm(given.dialect, words) for words in dict.fromkeys(row.words for row in rows)]
    for row in rows:
        form = DIALECTS[row.dialect]
        contract = given.contract
        if form.shape not in (None, given.shape):
            continue
        if form.contract and "contract" not in given.explicit:
            contract = contract_named(form.contract)
        empties = row.empties or ((None,) if form.empty_characters[0] == "0" else (None, "0"))  # None is the usual one
        for empty in (given.empty,) if "empty" in given.explicit else empties:
            with suppress(UsageError):  # it cannot express the contract, or be a stream
                options = replace(given, dialect=row.dialect, empty=empty, contract=contract)
                yield Program(f"{base.name} {row.words}".rstrip(), options)
