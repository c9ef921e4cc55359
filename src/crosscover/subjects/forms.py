"""The forms in which solvers take puzzles, as tables in the order of tries.

Usual forms come first: each try costs time, and a form that many solvers take ends most searches. A form that another
form's solvers would answer wrongly, but fully, comes after it.

To add a form, add a row, and a solver that needs it to the table of `tests/subjects/solvers/table.py`, which pins the
form that is found. `calls.py` holds the expressions that call a function.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from crosscover.contracts import contract_named
from crosscover.dialects import DIALECTS
from crosscover.exit_code import UsageError
from crosscover.options import PRINTED, Call

from .calls import Way, ranked_ways, way_of
from .functions import Function
from .programs import Program


@dataclass(frozen=True, slots=True)
class Form:
    """The argument of a function: the values of `--call` and `--empty`; without an `empty` cell, the usual one."""

    call: Call
    empty: str | None = None


ARGUMENTS = (
    Form(Call.TEXT),
    Form(Call.ROWS),
    Form(Call.BOARD),
    Form(Call.CELLS),
    # Other empty cells are rare, so they are tried only with the likeliest functions and the plain call.
    Form(Call.TEXT, "0"),
    Form(Call.TEXT, "-"),
    Form(Call.BOARD, "0"),
    Form(Call.BOARD, ""),
    Form(Call.ROWS, "None"),
    Form(Call.ROWS, "-1"),
    Form(Call.ROWS, ""),
    Form(Call.ROWS, "."),
    Form(Call.TEXT, "X"),
    Form(Call.TEXT, "_"),
    Form(Call.TEXT, "*"),
    Form(Call.BOARD, "X"),
    Form(Call.BOARD, "-"),
    Form(Call.BOARD, "None"),
    Form(Call.BOARD, " "),
)
"""The argument forms of functions."""

_STDIN_FILE = "/dev/stdin"


@dataclass(frozen=True, slots=True)
class Input:
    """The input of a program: its dialect, which may be for arguments, and the `words` that follow the command.

    Without words, a text is passed on stdin; words such as `/dev/stdin` pass it as a file. Each of the `empties` is
    tried, where None is the usual empty cell of the dialect.
    """

    dialect: str
    words: str = ""
    empties: tuple[str | None, ...] = (None, "0")


INPUTS = (
    # A line or a grid on stdin. A program that reads lines may end at an `end`, so poj3074 is before lines.
    Input("poj3074"),
    Input("lines"),
    Input("grid"),
    Input("rows"),
    Input("t-grids"),
    Input("poj2676"),
    Input("line"),
    # Arguments.
    Input("arg"),
    Input("args"),
    Input("numbers"),
    # A file. A program that reads stdin ignores its name, so stdin is tried before.
    Input("lines", words=_STDIN_FILE),
    Input("grid", words=_STDIN_FILE),
    Input("rows", words=_STDIN_FILE),
    Input("line", words=_STDIN_FILE),
    # Rare forms on stdin.
    Input("drawing"),
    Input("csv"),
    Input("jsonl"),
    Input("sudokunique"),
    Input("poj3076"),
)
"""The inputs of programs."""


def forms_of(solver: Function | Program) -> Iterator[Function | Program]:
    """Yield a solver in each form that its explicit options allow; a function's file must be loaded."""
    return _programs(solver) if isinstance(solver, Program) else _functions(solver)


def _functions(base: Function) -> Iterator[Function]:
    """Yield usual forms of the likeliest functions, then their unusual forms, then usual forms of other functions."""
    explicit, definitions = base.options.explicit, base.definitions or ()
    ranks = ranked_ways(definitions, base.language)
    if base.function:
        ranks = [[way_of(base.function, definitions, base.language)]]
    forms = [form for form in ARGUMENTS if "call" not in explicit or form.call is base.options.call]
    unusual = [form for form in forms if form.empty is not None and "empty" not in explicit]
    calls = [form.call for form in forms if form.empty is None]

    yield from _usual(base, ranks[0], calls)
    for way, form in product(ranks[0], unusual):
        yield base.calling(way.name or way.expression(), way.called, call=form.call, empty=form.empty)
    for ways in ranks[1:]:
        yield from _usual(base, ways, calls)


def _usual(base: Function, ways: Sequence[Way], calls: Sequence[Call]) -> Iterator[Function]:
    given = base.options
    for way, call in product(ways, calls):
        names = way.specifications(call, base.language, proper_only=given.contract.proper_only)
        for name, answers in product(names, (given.answers,) if given.answers else (None, PRINTED)):
            yield base.calling(name, way.called, call=call, answers=answers)


def _programs(base: Program) -> Iterator[Program]:
    """Yield a program with each input; if the user has set the dialect, with each way to pass it."""
    given = base.options
    inputs = [row for row in INPUTS if not (row.words and _STDIN_FILE in base.name)]
    if "dialect" in given.explicit:
        inputs = [Input(given.dialect, words) for words in dict.fromkeys(row.words for row in inputs)]
    for row in inputs:
        form, contract = DIALECTS[row.dialect], given.contract
        if form.shape not in (None, given.shape):
            continue
        if form.contract and "contract" not in given.explicit:
            contract = contract_named(form.contract)
        empties = [empty for empty in row.empties if empty != form.empty_characters[0]]
        for empty in (given.empty,) if "empty" in given.explicit else empties:
            with suppress(UsageError):  # it cannot express the contract, or be a stream
                options = replace(given, dialect=row.dialect, empty=empty, contract=contract)
                yield Program(f"{base.name} {row.words}".rstrip(), options)
