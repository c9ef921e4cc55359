"""Peers: exact-cover and Sudoku solvers from PyPI, and programs, each in its fastest form."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

from crosscover.reference import CoverTable, Grid

from .solvers import Solve, Solver

PEER_PACKAGES = (
    "dlx",
    "dokusan",
    "exact-cover",
    "exact-cover-py",
    "miniexact",
    "py-sudoku",
    "rustoku",
    "sudokutools",
    "xcover",
)
TABLE = CoverTable()


def peers() -> Iterator[Solver]:
    """Yield the installed peers; print the names of missing peers."""
    for name, (make, proves) in PEERS.items():
        try:
            yield Solver(name, make(), proves)
        except ImportError as error:
            print(f"left out: {name}, {error}; install it by pip install 'crosscover[bench]'")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that reads puzzles, one per line, and prints their solutions.

    `proves` is true if it searches for a second solution.
    """

    name: str
    arguments: tuple[str, ...]
    proves: bool

    def solve(self, puzzles: Sequence[Grid]) -> list[Grid]:
        """Solve puzzles in one run."""
        text = "".join(f"{puzzle}\n" for puzzle in puzzles)
        command = [self.name, *self.arguments]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)  # noqa: S603 - a fixed command
        return [Grid.parse(solution) for solution in re.findall("[1-9]{81}", done.stdout)]


PROGRAMS = (
    Program("fast_solv_9r2", ("-s2",), proves=True),  # C, dancing links, by Ignacio Zelaya
    Program("kudoku", (), proves=True),  # C, exact cover by counters, by Attractive Chaos; finds all solutions
    Program("qqwing", ("--solve", "--one-line"), proves=False),  # C++, from Debian
    Program("tdoku", ("2",), proves=True),  # C++ with vector instructions, by Tom Dillon: its example/solve.c
)


def programs() -> list[Program]:
    """Return the programs on PATH."""
    return [program for program in PROGRAMS if shutil.which(program.name)]


def _matrix() -> Any:
    numpy: Any = import_module("numpy")
    matrix = numpy.zeros((len(TABLE.options), TABLE.items), dtype=bool)
    for option, items in enumerate(TABLE.options):
        matrix[option, list(items)] = True
    return matrix


def _exact_cover_py() -> Solve:
    """Numba; each clue keeps one row, which is faster than removing rows and columns."""
    library: Any = import_module("exact_cover_py")
    numpy: Any = import_module("numpy")
    matrix = _matrix()

    def solve(puzzle: Grid) -> list[Grid]:
        rows = numpy.flatnonzero(_possible(puzzle))
        return [TABLE.grid(map(int, rows[cover])) for cover in islice(library.exact_covers(matrix[rows]), 2)]

    return solve


def _xcover() -> Solve:
    """Numba, by dancing cells."""
    library: Any = import_module("xcover")
    numpy: Any = import_module("numpy")
    matrix = _matrix()

    def solve(puzzle: Grid) -> list[Grid]:
        rows = numpy.flatnonzero(_possible(puzzle))
        return [TABLE.grid(map(int, rows[cover])) for cover in islice(library.covers_bool(matrix[rows]), 2)]

    return solve


def _exact_cover() -> Solve:
    """C; fastest without the rows and columns of the clues."""
    library: Any = import_module("exact_cover")
    numpy: Any = import_module("numpy")
    matrix = _matrix()

    def solve(puzzle: Grid) -> list[Grid]:
        given = TABLE.given(puzzle)
        covered = matrix[given].any(0)
        rows = numpy.flatnonzero(~matrix[:, covered].any(1))
        covers = library.get_all_solutions(matrix[numpy.ix_(rows, numpy.flatnonzero(~covered))], 2)
        return [TABLE.grid([*given, *map(int, rows[list(cover)])]) for cover in covers]

    return solve


def _miniexact() -> Solve:
    """C, by dancing links; the problem is built for each puzzle through Python."""
    library: Any = import_module("miniexact")
    names = [str(item) for item in range(TABLE.items)]

    def solve(puzzle: Grid) -> list[Grid]:
        problem = library.miniexacts_x()
        items = [problem.primary(name) for name in names]
        options = [option for option, possible in enumerate(_possible(puzzle)) if possible]
        rows = {problem.add([items[item] for item in TABLE.options[option]]): option for option in options}
        found: list[Grid] = []
        while len(found) < 2 and problem.solve() == 10:  # satisfiable, as for SAT solvers
            found.append(TABLE.grid(rows[row] for row in problem.selected_options()))
        return found

    return solve


def _dlx() -> Solve:
    """Python; the links are built for each puzzle."""
    library: Any = import_module("dlx")
    columns = [(item, library.DLX.PRIMARY) for item in range(TABLE.items)]

    def solve(puzzle: Grid) -> list[Grid]:
        options = [option for option, possible in enumerate(_possible(puzzle)) if possible]
        links = library.DLX(columns, [TABLE.options[option] for option in options], options)
        return [TABLE.grid(links.N[row] for row in cover) for cover in islice(links.solve(), 2)]

    return solve


def _rustoku() -> Solve:
    """Rust, by bit masks; finds all solutions, so it gets only proper puzzles."""
    library: Any = import_module("rustoku")
    return lambda puzzle: [Grid.parse(solution) for solution in library.solve_all(str(puzzle))]


def _py_sudoku() -> Solve:
    """Python, by backtracking; stops at the first solution."""
    library: Any = import_module("sudoku")
    return lambda puzzle: [Grid.from_rows(library.Sudoku(3, 3, board=puzzle.rows).solve().board)]


def _dokusan() -> Solve:
    """Python, by singles and backtracking; stops at the first solution."""
    boards: Any = import_module("dokusan.boards")
    solvers: Any = import_module("dokusan.solvers")
    size = boards.BoxSize(3, 3)
    return lambda puzzle: [Grid.parse(str(solvers.backtrack(boards.Sudoku.from_list(puzzle.rows, size))))]


def _sudokutools() -> Solve:
    """Python, by dictionaries of sets."""
    library: Any = import_module("sudokutools.solve")
    sudoku: Any = import_module("sudokutools.sudoku")

    def solve(puzzle: Grid) -> list[Grid]:
        decoded = sudoku.Sudoku.decode(str(puzzle).replace(".", "0"))
        return [Grid.parse(found.encode(include_candidates=False)) for found in islice(library.dlx(decoded), 2)]

    return solve


def _possible(puzzle: Grid) -> list[bool]:
    """Return for each option whether its cell is empty or contains it as a clue."""
    side = puzzle.shape.side
    return [digit in (0, value) for digit in puzzle.values for value in range(1, side + 1)]


PEERS: dict[str, tuple[Callable[[], Solve], bool]] = {
    "exact-cover-py": (_exact_cover_py, True),
    "xcover": (_xcover, True),
    "exact-cover": (_exact_cover, True),
    "miniexact": (_miniexact, True),
    "rustoku": (_rustoku, True),
    "dlx (PyPI)": (_dlx, True),
    "sudokutools": (_sudokutools, True),
    "dokusan": (_dokusan, False),
    "py-sudoku": (_py_sudoku, False),
}
"""The peers, and whether each searches for a second solution.

sudoku-rust is left out: it can take more than 20 s for a puzzle with 17 clues, and cannot be interrupted.
"""
