"""The forms in which solvers take puzzles, as tables in the order of tries.

Each try costs time, and the first right form ends a search, so the forms that most solvers take come first.

To add a form, add a row to a table, and a solver that needs it to `tests/subjects/solvers/table.py`, which pins the
form that is found. `calls.py` holds the expressions that call a function.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from crosscover.contracts import contract_named
from crosscover.dialects import DIALECTS
from crosscover.errors import UsageError
from crosscover.options import PRINTED, Call

from .calls import Way, ranked_ways, way_of
from .functions import Function
from .process_subject import Solver
from .programs import Program


@dataclass(frozen=True, slots=True)
class ArgumentForm:
    """The argument of a function: the values of `--call` and `--empty`, which is None for the usual empty cell."""

    call: Call
    empty: str | None = None


ARGUMENTS = (
    ArgumentForm(Call.TEXT),
    ArgumentForm(Call.ROWS),
    ArgumentForm(Call.BOARD),
    ArgumentForm(Call.CELLS),
    # Other empty cells are rare.
    ArgumentForm(Call.TEXT, "0"),
    ArgumentForm(Call.TEXT, "-"),
    ArgumentForm(Call.BOARD, "0"),
    ArgumentForm(Call.BOARD, ""),
    ArgumentForm(Call.ROWS, "None"),
    ArgumentForm(Call.ROWS, "-1"),
    ArgumentForm(Call.ROWS, ""),
    ArgumentForm(Call.ROWS, "."),
    ArgumentForm(Call.TEXT, "X"),
    ArgumentForm(Call.TEXT, "_"),
    ArgumentForm(Call.TEXT, "*"),
    ArgumentForm(Call.BOARD, "X"),
    ArgumentForm(Call.BOARD, "-"),
    ArgumentForm(Call.BOARD, "None"),
    ArgumentForm(Call.BOARD, " "),
)

_STDIN_FILE = "/dev/stdin"


@dataclass(frozen=True, slots=True)
class InputForm:
    """The input of a program: its dialect, and the `words` that follow the command.

    Without words, the program receives the puzzles on stdin, or as arguments if the dialect is for arguments. Words
    such as `/dev/stdin` pass them as a file.
    """

    dialect: str
    words: str = ""


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


def forms_of(solver: Solver) -> Iterator[Solver]:
    """Yield a solver in the usual forms that its explicit options allow; a function's file must be loaded."""
    if isinstance(solver, Program):
        yield from _programs(solver)
    else:
        ways, *_ = _ranked_ways(solver)
        yield from _usual(solver, ways)


def rare_forms_of(solver: Solver) -> Iterator[Solver]:
    """Yield rare calls, other empty cells and rare arguments of the likeliest functions, then other functions."""
    if isinstance(solver, Program):
        return
    ways, *others = _ranked_ways(solver)
    yield from _usual(solver, [way for way in ways if way.is_rare], is_rare=True)
    plain = [way for way in ways if not (way.is_rare or way.has_object)]
    for way, form in product(plain, _arguments(solver)):
        if form.empty is not None and "empty" not in solver.options.explicit:
            (name, _), *_ = way.specifications(form.call, solver.language, solver.options)
            yield solver.calling(name, way.called, call=form.call, empty=form.empty)
    yield from _usual(solver, [way for way in ways if not way.is_rare], is_rare=True)
    for rank in others:
        yield from _usual(solver, rank)


def _ranked_ways(base: Function) -> list[list[Way]]:
    definitions = base.definitions or ()
    if base.function:
        return [[way_of(base.function, definitions, base.language)]]
    return ranked_ways(definitions, base.language)


def _arguments(base: Function) -> list[ArgumentForm]:
    options = base.options
    return [form for form in ARGUMENTS if "call" not in options.explicit or form.call is options.call]


def _usual(base: Function, ways: Sequence[Way], *, is_rare: bool = False) -> Iterator[Function]:
    given = base.options
    calls = [form.call for form in _arguments(base) if form.empty is None]
    for way, call in product(ways, calls):
        specifications = way.specifications(call, base.language, given, is_rare=is_rare)
        answers_forms = (given.answers,) if given.answers or is_rare or not way.prints else (None, PRINTED)
        for (name, held), answers in product(specifications, answers_forms):
            yield base.calling(name, way.called, held, call=call, answers=answers)


def _programs(base: Program) -> Iterator[Program]:
    given = base.options
    inputs = [row for row in INPUTS if not (row.words and _STDIN_FILE in base.name)]
    if "dialect" in given.explicit:
        inputs = [InputForm(given.dialect, words) for words in dict.fromkeys(row.words for row in inputs)]
    for row in inputs:
        form = DIALECTS[row.dialect]
        contract = given.contract
        if form.shape not in (None, given.shape):
            continue
        if form.contract and "contract" not in given.explicit:
            contract = contract_named(form.contract)
        empties = (None,) if form.empty_characters[0] == "0" else (None, "0")  # None is the usual empty cell
        for empty in (given.empty,) if "empty" in given.explicit else empties:
            with suppress(UsageError):  # it cannot express the contract, or be a stream
                options = replace(given, dialect=row.dialect, empty=empty, contract=contract)
                yield Program(f"{base.name} {row.words}".rstrip(), options)
