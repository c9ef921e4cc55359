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

from .calls import Rank, Way, rank, ranked_ways, way_of
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
    # Other empty cells are rare, so only the likeliest functions are tried with them.
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

COMPILED_ARGUMENTS = (
    ArgumentForm(Call.ROWS),
    ArgumentForm(Call.TEXT),
    ArgumentForm(Call.TEXT, "0"),
    ArgumentForm(Call.TEXT, " "),
)
"""The boards of compiled functions: numbers or characters, whose worker chooses the type."""

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
    """Yield a solver in each form that its explicit options allow; a function's file must be loaded."""
    if isinstance(solver, Program):
        return _programs(solver)
    return _compiled(solver) if solver.is_compiled else _functions(solver)


def _compiled(base: Function) -> Iterator[Function]:
    """Yield the likeliest compiled functions: solvers, or else all but helpers; `solve@2` is a way to call `solve`."""
    explicit = base.options.explicit
    forms = list(COMPILED_ARGUMENTS)
    if "call" in explicit:
        forms = [form for form in forms if form.call is base.options.call] or [ArgumentForm(base.options.call)]
    names = [definition.name for definition in base.definitions or ()]
    ranks = {name: rank(name.partition("@")[0]) for name in names}
    solvers = [name for name in names if ranks[name] is Rank.SOLVES]
    solvers = solvers or [name for name in names if ranks[name] is Rank.SOLVES_SOMEHOW]
    likeliest = [base.function] if base.function else solvers or [name for name in names if ranks[name] is Rank.UNKNOWN]
    answers = (base.options.answers,) if base.options.answers else (None, PRINTED)
    for printed, name, form in product(answers, likeliest, forms):
        empty = base.options.empty if "empty" in explicit else form.empty
        yield base.calling(name, name.partition("@")[0], call=form.call, empty=empty, answers=printed)


def _functions(base: Function) -> Iterator[Function]:
    """Yield usual forms of the likeliest functions, then their unusual forms, then usual forms of other functions."""
    explicit = base.options.explicit
    definitions = base.definitions or ()
    if base.function:
        ranks = [[way_of(base.function, definitions, base.language)]]
    else:
        ranks = ranked_ways(definitions, base.language)
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
