"""The expressions that call the definitions of a file, and their order."""

import pytest

from crosscover.options import PYTHON, Call, Options
from crosscover.subjects.calls import Definition, Rank, rank, ranked_ways, way_of
from crosscover.subjects.languages import LANGUAGES

SOLVE = Definition("solve", "method", 1, 1)
SET_BOARD = Definition("set_board", "method", 1, 1)
RUN_SOLVER = Definition("solve", "method", 0, 0)
GRID = Definition("grid", "list", length=9)


def expressions(*definitions: Definition, language: str = PYTHON, call: Call = Call.TEXT) -> list[str]:
    """Return the functions of specifications for all ways to call solvers."""
    chosen = LANGUAGES[language]
    [ways] = ranked_ways(definitions, chosen)
    return [name for way in ways for name in way.specifications(call, chosen, Options())]


@pytest.mark.parametrize(
    ("definitions", "expected"),
    [
        ([Definition("solve", "function", 1, 2)], ["solve"]),
        ([Definition("solve", "function", 3, 3)], ["solve(puzzle, 0, 0)"]),
        ([Definition("solve", "function", 5, 5)], []),
        ([Definition("solve", "function", 0, 0), GRID], ["(grid.__setitem__(slice(None), puzzle), solve(), grid)[1:]"]),
        ([Definition("Solver", "class", 0, 0, methods=(SOLVE,))], ["Solver.solve"]),
        (
            [Definition("Solver", "class", 1, 1, methods=(RUN_SOLVER, SET_BOARD))],
            ["Solver(puzzle).solve()", "((s := Solver(puzzle)).solve(), s)"],
        ),
    ],
)
def test_ways_to_call_a_definition(definitions: list[Definition], expected: list[str]) -> None:
    """The arguments that a definition takes decide which expressions call it."""
    assert expressions(*definitions) == expected


def test_a_setter_before_the_solver() -> None:
    """If the constructor takes no puzzle, another method receives it before a method without arguments solves."""
    owner = Definition("Game", "class", 0, 0, methods=(RUN_SOLVER, SET_BOARD))
    last = [way.expression() for ways in ranked_ways([owner], LANGUAGES["js"]) for way in ways]
    assert last == ["(s = new Game(), s.set_board(puzzle), { result: s.solve(), s })"]


def test_variants_of_a_method_call_it_on_an_object() -> None:
    """A generator, or a method that takes arrays or nine strings, is called on a new object like any other method."""
    owner = Definition("Solver", "class", 0, 0, methods=(SOLVE,))
    assert expressions(owner, call=Call.ROWS) == [
        "Solver.solve",
        "[puzzle, *Solver().solve(puzzle)][-1]",
        "Solver().solve(numpy.array(puzzle))",
        "[Solver().solve(array := numpy.array(puzzle)), array]",
    ]
    assert expressions(owner, language="js", call=Call.BOARD)[1:] == [
        "new Solver().solve(puzzle.map((row) => row.join('')))"
    ]


def test_a_global_list_of_nine_strings() -> None:
    """A list of the file is also set to the variants of the argument."""
    solve = Definition("solve", "function", 0, 0)
    assert expressions(solve, GRID, call=Call.BOARD)[1:] == [
        "(grid.__setitem__(slice(None), [''.join(row) for row in puzzle]), solve(), grid)[1:]"
    ]


def test_an_expression_of_the_user_has_variants() -> None:
    """The argument of an expression is the word `puzzle`."""
    way = way_of("solve(puzzle, puzzles)", (), LANGUAGES[PYTHON])
    assert way.expression("numpy.array(puzzle)") == "solve(numpy.array(puzzle), puzzles)"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("solveSudoku", Rank.SOLVES),
        ("Solution.solve_it", Rank.SOLVES),
        ("fake_solve", Rank.SOLVES_SOMEHOW),
        ("complete", Rank.UNKNOWN),
        ("is_valid", Rank.HELPER),
        ("solve_cell", Rank.HELPER),
    ],
)
def test_ranks_of_names(name: str, expected: Rank) -> None:
    """The name of a function tells solvers from helpers."""
    assert rank(name) is expected
