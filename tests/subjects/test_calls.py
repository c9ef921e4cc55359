"""The expressions that call the definitions of a file, and their order."""

from dataclasses import replace

import pytest

from crosscover.options import PYTHON, Call, Options
from crosscover.subjects.calls import Definition, Rank, rank, ranked_ways, surely_solves, way_of
from crosscover.subjects.languages import LANGUAGES

IGNORE = LANGUAGES[PYTHON].arguments["ignore"]
SOLVE = Definition("solve", "method", 1, 1)
SET_BOARD = Definition("set_board", "method", 1, 1)
RUN_SOLVER = Definition("solve", "method", 0, 0)
GRID = Definition("grid", "list", length=9)


BOARD = Definition("Board", "class", 2, 2, parameters=("size", "grid"))


def expressions(*definitions: Definition, language: str = PYTHON, call: Call = Call.TEXT) -> list[str]:
    """Return the functions of specifications for all ways to call solvers."""
    chosen = LANGUAGES[language]
    ways, *_ = ranked_ways(definitions, chosen)
    return [name for way in ways for name, _ in way.specifications(call, chosen, Options())]


@pytest.mark.parametrize(
    ("definitions", "expected"),
    [
        ([Definition("solve", "function", 1, 2)], ["solve"]),
        ([Definition("solve", "function", 3, 3)], ["solve(puzzle, 0, 0)"]),
        ([Definition("solve", "function", 5, 5)], []),
        ([Definition("solve", "function", 2, 2, parameters=("n", "board"))], ["solve(9, puzzle)"]),
        (
            [Definition("solve", "function", 1, 1, parameters=("grid",), keywords=("on_step",))],
            [f"solve(puzzle, on_step={IGNORE})"],
        ),
        ([Definition("solve", "function", 2, 2, parameters=("cells", "symbols"))], ["solve(puzzle, '123456789')"]),
        (
            [Definition("solve", "function", 2, 2, parameters=("row", "col")), GRID],
            ["(grid.__setitem__(slice(None), puzzle), solve(0, 0), grid)[1:]", "solve(puzzle, 0)"],
        ),
        ([Definition("Solver", "class", 1, 1)], ["Solver(puzzle)"]),
        (
            [Definition("Sudoku", "class", 0, 3, parameters=("width", "height", "board"), methods=(RUN_SOLVER,))],
            [
                "Sudoku(3, 3, puzzle).solve()",
                "((s := Sudoku(3, 3, puzzle)).solve(), s)",
            ],
        ),
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


@pytest.mark.parametrize(
    ("called", "others", "is_sure"),
    [
        ("solve", ["search"], True),
        ("complete", ["is_valid"], True),
        ("complete", ["anneal"], False),
        ("solve_randomly", ["anneal"], True),
        ("solve_randomly", ["solve_exactly"], False),
        ("fill_rows", [], False),
    ],
)
def test_a_function_that_surely_solves(called: str, others: list[str], is_sure: bool) -> None:
    """Its name says more than all others; the name of a helper says nothing."""
    assert surely_solves(called, [Definition(name, "function", 1, 1) for name in (called, *others)]) == is_sure


@pytest.mark.parametrize(("parameter", "is_sure"), [("row", True), ("use_boxes", True), ("rules", False)])
def test_an_unknown_argument(parameter: str, is_sure: bool) -> None:
    """Wrong answers prove nothing if an argument is a guess."""
    method = Definition("solve", "method", 1, 1, parameters=(parameter,))
    owner = Definition("Board", "class", 1, 1, parameters=("grid",), methods=(method,))
    function = Definition("solve", "function", 2, 2, parameters=("grid", parameter))
    assert surely_solves("solve", [function]) == is_sure
    assert surely_solves("Board.solve", [owner])
    assert surely_solves("Board.solve", [replace(owner, least=2, parameters=("grid", parameter))]) == is_sure


def rare(*definitions: Definition) -> list[str]:
    """Return the rare ways to call Python solvers."""
    return [way.template for way in ranked_ways(definitions, LANGUAGES[PYTHON])[0] if way.is_rare]


def test_objects_around_the_puzzle() -> None:
    """An object that holds the puzzle is the argument of a function, of a method, and of a constructor."""
    assert rare(Definition("solve", "function", 1, 1), BOARD) == ["(solve(s := Board({side}, {puzzle})), s)"]
    assert rare(Definition("Solver", "class", 0, 0, methods=(SOLVE,)), BOARD) == [
        "(Solver().solve(s := Board({side}, {puzzle})), s)"
    ]
    assert rare(Definition("Solver", "class", 1, 1, methods=(RUN_SOLVER,)), BOARD) == [
        "((s := Solver(Board({side}, {puzzle}))).solve(), s)"
    ]


def test_a_board_in_a_class() -> None:
    """An attribute whose name states that it holds the puzzle is set on an object that takes none."""
    owner = Definition("Game", "class", 0, 0, attributes=("window", "board"), methods=(RUN_SOLVER,))
    assert rare(owner) == ["(s := Game(), setattr(s, 'board', {puzzle}), s.solve(), s)[2:]"]


def test_an_object_and_its_method_take_the_puzzle() -> None:
    """A method that solves gets the puzzle if its object has received it, too."""
    owner = Definition("Solver", "class", 1, 1, methods=(SOLVE,))
    assert expressions(owner) == ["Solver(puzzle).solve(puzzle)", "((s := Solver(puzzle)).solve(puzzle), s)"]


def test_static_constructors() -> None:
    """A static method or a function whose name states that it makes an object is tried, too; no other one is."""
    methods = [Definition(name, "static", 1, 1) for name in ("fromString", "from_text", "towards")]
    owner = Definition("Board", "class", 5, 5, methods=(RUN_SOLVER, *methods))
    assert rare(owner) == [f"((s := Board.{name}({{puzzle}})).solve(), s)" for name in ("fromString", "from_text")]
    assert rare(Definition("parse_grid", "function", 1, 1), Definition("solve", "function", 1, 1)) == [
        "(solve(s := parse_grid({puzzle})), s)"
    ]


@pytest.mark.parametrize("name", ["make_solved_board", "to_answer", "get_answer", "is_solvable"])
def test_a_function_that_solves_makes_no_object(name: str) -> None:
    """A function whose name states that it solves does not prepare the object of another one."""
    assert rare(Definition(name, "function", 1, 1), Definition("solve", "function", 1, 1)) == []


def test_a_constructor_is_a_solver_if_nothing_else_is() -> None:
    """A class called Solver solves in its constructor, unless a method may solve; a class Sudoku may be a board."""
    helper = Definition("is_valid", "method", 0, 0)
    function = Definition("fill", "function", 1, 1)
    solver = Definition("SudokuSolver", "class", 1, 1, methods=(helper,))
    assert expressions(solver, function) == ["SudokuSolver(puzzle)"]
    board = Definition("Sudoku", "class", 1, 1, methods=(helper,))
    assert "fill" in [way.called for way in ranked_ways([board, function], LANGUAGES[PYTHON])[0]]
    runs = Definition("SudokuSolver", "class", 1, 1, methods=(Definition("run", "method", 0, 0),))
    assert expressions(runs)[0] == "SudokuSolver(puzzle).run()"


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
        ("solve_text", Rank.SOLVES),
        ("fake_solve", Rank.SOLVES_SOMEHOW),
        ("backtrackSolve", Rank.SOLVES_SOMEHOW),
        ("complete", Rank.UNKNOWN),
        ("solved", Rank.UNKNOWN),
        ("make_solved_board", Rank.UNKNOWN),
        ("to_answer", Rank.UNKNOWN),
        ("is_valid", Rank.HELPER),
        ("is_solvable", Rank.HELPER),
        ("hasSolution", Rank.HELPER),
        ("can_solve", Rank.HELPER),
        ("check_solution", Rank.HELPER),
        ("get_answer", Rank.HELPER),
        ("square", Rank.HELPER),
        ("solve_cell", Rank.HELPER),
        ("solveRow", Rank.HELPER),
    ],
)
def test_ranks_of_names(name: str, expected: Rank) -> None:
    """The name of a function tells solvers from helpers."""
    assert rank(name) is expected
