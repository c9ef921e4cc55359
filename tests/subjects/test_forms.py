"""The tables of forms, and the forms that the options of a user allow."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from crosscover.dialects import DIALECTS
from crosscover.options import Call, Options
from crosscover.subjects.calls import Definition
from crosscover.subjects.forms import EMPTY_CELLS, INPUTS, RARE_INPUTS, forms_of, inputs_of_usage, rare_forms_of
from crosscover.subjects.functions import Function
from crosscover.subjects.process_subject import Solver
from crosscover.subjects.programs import Program

WITH_LIST = (Definition("board", "list", length=9), Definition("solve", "function", 0, 0))
FILE = (Definition("solve", "function", 1, 1), Definition("is_valid", "function", 1, 1))


def functions(
    forms: Callable[[Solver], Iterator[Solver]] = forms_of, **options: object
) -> list[tuple[str, Call, str | None]]:
    """Return the name, the argument and the empty cell of each form of the functions of a file."""
    base = Function("python:mine.py", Options(**options), FILE)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - checked where it fails
    return [(form.name, form.options.call, form.options.empty) for form in forms(base)]


def programs(command: str, **options: object) -> list[tuple[str, str, str | None]]:
    """Return the command, the dialect and the empty cell of each form of a program."""
    base = Program(f"exec:{command}", Options(**options))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - checked where it fails
    return [(form.name, form.options.dialect, form.options.empty) for form in forms_of(base)]


RARE_FORMS = partial(rare_forms_of, usage=str)


def test_each_form_is_a_row() -> None:
    """No row is repeated, and each names a dialect."""
    assert all(len(set(empties)) == len(empties) for empties in EMPTY_CELLS.values())
    inputs = (*INPUTS, *RARE_INPUTS)
    assert len(set(inputs)) == len(inputs)
    assert {row.dialect for row in inputs} <= set(DIALECTS)


@pytest.mark.parametrize(
    ("usage", "words"),
    [
        ("usage: a.py [-h] [-f FILE] [--verbose]", ["-f /dev/stdin"] * 4),
        ("usage: a.py [-h] --puzzle PUZZLE", ["--puzzle"]),
        ("Options:\n  --grid=<grid>  the puzzle\n  -i <input>", ["--grid", *["-i /dev/stdin"] * 4]),
        ("usage: a.py [-h] {solve,generate} ...", ["solve", "solve", *["solve /dev/stdin"] * 3]),
        ("Welcome to the SOLVER - enter A PUZZLE", []),
    ],
)
def test_inputs_of_a_usage_message(usage: str, words: list[str]) -> None:
    """Options whose value is a file get the input, and others get the puzzle; a command `solve` comes before them."""
    assert [row.words.strip() for row in inputs_of_usage(usage)] == words


def test_other_empty_cells_are_rare() -> None:
    """Usual forms have the usual empty cell; each other row of the table is a rare form of the likeliest function."""
    assert {empty for _, _, empty in functions()} == {None}
    rows = {(call, empty) for call, empties in EMPTY_CELLS.items() for empty in empties}
    rare = [(name, call, empty) for name, call, empty in functions(RARE_FORMS) if empty is not None]
    assert set(rare) == {("python:mine.py:solve", *row) for row in rows}
    given = functions(RARE_FORMS, call=Call.CELLS, empty="-1")
    expressions = ("solve(tuple(puzzle))", "solve(numpy.array(puzzle))")
    assert set(given) == {(f"python:mine.py:{each}", Call.CELLS, "-1") for each in expressions}


def test_other_empty_cells_of_a_blind_function() -> None:
    """A call that left the puzzle as it was sees no empty cell; it comes first with other empty cells."""
    usual = functions()[1]
    forms = functions(partial(RARE_FORMS, unchanged={usual[:2]}))
    rows = EMPTY_CELLS[usual[1]]
    assert forms[: len(rows)] == [(*usual[:2], empty) for empty in rows]


def test_a_list_of_the_file_holds_one_puzzle() -> None:
    """A function that uses a list of the file gets one puzzle per run."""
    for place in ("python:a.py", "js:./a.js"):
        base = Function(place, Options(), WITH_LIST)
        assert base.batch_limit is None
        assert {form.batch_limit for form in forms_of(base)} == {1}


def test_a_given_call_is_kept() -> None:
    """Only the argument form that the user has given is tried, with each of its empty cells."""
    forms = functions(call=Call.CELLS, empty="-1")
    assert set(forms) == {("python:mine.py:solve", Call.CELLS, "-1")}


@pytest.mark.parametrize("command", ["cat", "cat /dev/stdin"])
def test_a_given_dialect_is_passed_in_each_way(command: str) -> None:
    """A dialect that the user has given is passed on stdin and as a file, unless the command names the file."""
    assert programs(command, dialect="grid", empty="*") == [
        (name, "grid", "*") for name in dict.fromkeys((f"exec:{command}", "exec:cat /dev/stdin"))
    ]


def test_the_usual_empty_cell_is_not_repeated() -> None:
    """A dialect whose empty cell is 0 is tried once, any other with its empty cell and with 0."""
    forms = programs("cat")
    assert [empty for name, dialect, empty in forms if (name, dialect) == ("exec:cat", "grid")] == [None]
    assert [empty for name, dialect, empty in forms if (name, dialect) == ("exec:cat", "rows")] == [None, "0"]
