"""Small solvers, each written for one form, which `crosscover check FILE` must find without options.

Most use one search over the 324 constraints of a Sudoku: the constraint with the fewest possible moves comes first.
"""

from dataclasses import dataclass

from crosscover.options import PYTHON
from crosscover.subjects.languages import LANGUAGES, filled

FUNCTIONS = """
python/text_dots.py  solve --call=text
python/nine_strings.py  solve([''.join(row) for row in puzzle]) --call=board
python/rows_returned.py  solve_sudoku --call=rows
python/rows_in_place_none.py !  solve --call=rows
python/empty_strings.py  solve --call=board --empty=
python/minus_one.py  solve --call=rows --empty=-1
python/first_solution.py  solve --call=rows
python/last_step.py  [puzzle, *solve(puzzle)][-1] --call=rows
python/leetcode.py  Solution.solveSudoku --call=board
python/row_and_column.py  solve(puzzle, 0, 0) --call=rows
python/numpy_returned.py  solve_sudoku(numpy.array(puzzle)) --call=rows
python/numpy_in_place.py  [solve(array := numpy.array(puzzle)), array] --call=rows
python/class_returns.py  SudokuSolver(puzzle).solve() --call=rows
python/class_attribute.py  ((s := Sudoku(puzzle)).solve(), s) --call=text
python/class_set_board.py !  (s := SudokuGame(), s.set_board(puzzle), s.solve(), s)[2:] --call=rows
python/printed_then_input.py  solve --call=rows
python/global_board.py  (board.__setitem__(slice(None), puzzle), solve(), board)[1:] --call=rows
python/global_printed.py  (grid.__setitem__(slice(None), puzzle), solve(), grid)[1:] --answers=printed --call=rows
python/asks_for_more.py  (grid.__setitem__(slice(None), puzzle), solve(), grid)[1:] --answers=printed --call=rows
python/global_array.py  (grid.__setitem__(slice(None), puzzle), solve(), grid)[1:] --call=rows
python/global_row_column.py  (board.__setitem__(slice(None), puzzle), solve(0, 0), board)[1:] --call=rows
python/constructor_solves.py  SudokuSolver(puzzle) --call=rows
python/constructor_wrong.py !  SudokuSolver(puzzle) --call=rows
python/objects_around.py  ((s := SudokuSolver(Board(9, puzzle))).solve(), s) --call=rows
python/board_for_function.py  (solve(s := Board(puzzle)), s) --call=rows
python/from_string.py  ((s := Board.from_string(puzzle)).solve(), s) --call=text
python/cell_objects.py  (BacktrackingSolver().solve(s := Board(puzzle)), s) --call=rows
python/list_of_empties.py  solve(puzzle, EMPTIES) --call=rows
python/box_size.py  solve(puzzle, 3) --call=rows
python/keywords.py  solve_puzzle(symbols=[1, 2, 3, 4, 5, 6, 7, 8, 9], board=puzzle, on_step=IGNORE) --call=rows
python/list_for_solutions.py  (solve(puzzle, found := []), found) --call=rows
python/gives_to_callback.py  (found := [], solve_grid(puzzle, RECEIVE), *found[-1:])[1:] --call=rows
python/nan.py  solve(numpy.where(puzzle, puzzle, numpy.nan)) --call=rows
python/fixed_in_class.py  (s := SudokuGame(), setattr(s, 'board', puzzle), s.solve(), s)[2:] --call=rows
python/size_of_boxes.py  solve_sudoku((3, 3), puzzle) --call=rows
python/dashed_strings.py  solve([''.join(row) for row in puzzle]) --call=board --empty=-
python/one_tuple.py  solve(tuple(puzzle)) --call=cells
python/tuples.py  solve(tuple(map(tuple, puzzle))) --call=rows
python/async_object.py  ((s := Solver(puzzle)).solve(), s) --call=rows
python/helpers_first.py  complete --call=rows
python/random_digits.py !  solve --call=rows
python/boards/solver.py  solve --call=rows
python/reads_arguments.py  solve --call=rows
javascript/default_export.mjs  solve --call=text
javascript/module_exports.cjs  solveSudoku --call=rows
javascript/leetcode.js  solveSudoku --call=board
javascript/plain_script.js !  solve --call=rows
javascript/class_with_board.mjs  new Sudoku(puzzle).solve() --call=rows
javascript/class_takes_puzzle.js  SudokuSolver.solve --call=text
javascript/async_solver.mjs  solve --call=rows
javascript/named_exports.cjs !  solve --call=rows
javascript/steps.mjs  [puzzle, ...solve(puzzle)].at(-1) --call=rows
javascript/flat.js !  solve --call=cells
javascript/console_output.js  sudoku --answers=printed --call=text
javascript/global_board.js  (board.splice(0, 99, ...puzzle), { result: solve(), board }) --call=rows
javascript/private_field.mjs  ({ result: (s = new SudokuSolver(puzzle)).solve(), s }) --call=rows
javascript/fixed_in_class.js  (s = new Game(), s.grid = puzzle, { result: s.solve(), s }) --call=rows
javascript/global_row_column.js  (board.splice(0, 99, ...puzzle), { result: solve(0, 0), board }) --call=rows
javascript/constructor_solves.mjs  new SudokuSolver(puzzle) --call=rows
javascript/objects_around.cjs  ({ result: (s = new Solver(new Board(9, puzzle))).solve(), s }) --call=rows
javascript/list_of_empties.mjs  solve(puzzle, EMPTIES, IGNORE) --call=rows
javascript/gives_to_callback.mjs  new Promise((done) => solve(puzzle, RECEIVE)) --call=rows
javascript/object_default.mjs  solve --call=rows
javascript/page.js  solveBoard --call=rows
javascript/private_arrow.mjs  solveSudoku --call=rows
javascript/nine_strings.mjs  solveRows(puzzle.map((row) => row.join(''))) --call=board
"""
"""Each line holds a file in this folder, the call that is found in it, and its options; `!` marks a wrong solver.

Words in capitals are arguments of a language.
"""

COMPILED = """
compiled/fixed.cpp  cpp:compiled/fixed.cpp:solveSudoku --call=rows
compiled/no_boxes.cpp !  cpp:compiled/no_boxes.cpp:solve --call=rows
compiled/global.c  c:compiled/global.c:solve --call=rows
compiled/pointers.c  c:compiled/pointers.c:solve --call=rows
compiled/text.c  c:compiled/text.c:solve --call=text
compiled/parts/solver.c  c:compiled/parts/solver.c:solve --call=rows
compiled/prints_and_exits.cpp  cpp:compiled/prints_and_exits.cpp:solve --answers=printed --call=rows
compiled/class_with_board.cpp  cpp:compiled/class_with_board.cpp:SudokuSolver.solve --call=rows
compiled/returns_optional.cpp  cpp:compiled/returns_optional.cpp:solve --call=rows
compiled/leetcode.cpp  cpp:compiled/leetcode.cpp:Solution.solveSudoku --call=text
compiled/Fixed.java  java:compiled/Fixed.java:Fixed.solveBoard --call=rows
compiled/Objects.java  java:compiled/Objects.java:Objects.solve --call=text
"""
"""The same for functions that are compiled with a harness, with their explicit specification."""

PROGRAMS = """
programs/lines_end.c  programs/lines_end.c --dialect=poj3074
programs/numbers.c  programs/numbers.c --dialect=grid
programs/rows_of_digits.c  programs/rows_of_digits.c --dialect=poj2676
programs/argument.c  programs/argument.c --dialect=arg
programs/used_time.c  programs/used_time.c --dialect=lines
programs/lines.cpp !  programs/lines.cpp --dialect=poj3074
programs/spaced_rows.cpp  programs/spaced_rows.cpp --dialect=grid
programs/file_argument.cpp  programs/file_argument.cpp /dev/stdin --dialect=grid
programs/Sudoku.java  programs/Sudoku.java --dialect=grid
programs/Main.java  programs/Main.java --dialect=poj3074
programs/Framed.java  programs/Framed.java --dialect=grid
programs/lines.rs  programs/lines.rs --dialect=lines
programs/nine_arguments.rs !  programs/nine_arguments.rs --dialect=args
programs/solver.go  programs/solver.go --dialect=grid
programs/solve.pl !  perl programs/solve.pl --dialect=poj3074
programs/solve.awk  awk -f programs/solve.awk --dialect=poj3074
programs/solve.sh  bash programs/solve.sh /dev/stdin --dialect=grid
programs/solve.rb  ruby programs/solve.rb /dev/stdin --dialect=rows
programs/solve.php  php programs/solve.php --dialect=arg
programs/solve.lua  lua programs/solve.lua --dialect=grid
programs/reads_stdin.py !  python3 programs/reads_stdin.py --dialect=poj3074
programs/prompts.py  python3 programs/prompts.py --dialect=rows --empty=0
programs/rows_of_json.py  python3 programs/rows_of_json.py --dialect=json-arg
programs/comma_file.py  python3 programs/comma_file.py /dev/stdin --dialect=commas
programs/stars.py  python3 programs/stars.py --dialect=rows --empty=*
programs/menu.py  python3 programs/menu.py --dialect=menu
programs/file_option.py  python3 programs/file_option.py -f /dev/stdin --dialect=rows
programs/text_option.py  python3 programs/text_option.py --puzzle --dialect=arg --empty=0
python/boards/__main__.py  env PYTHONPATH=python python3 -m boards --dialect=lines
programs/json_lines.mjs  node programs/json_lines.mjs --dialect=jsonl
"""
"""Each line holds a file in this folder, and the command that runs it, with its options."""

DIAGONAL = """
diagonal/solution.py  solve --call=text --variant=x
diagonal/propagation_only.py !  solve --call=text --variant=x
diagonal/contradiction.py !  solve --call=text --variant=x
diagonal/class_of_sets.py  DiagonalSudoku(puzzle).solve() --call=rows --variant=x
diagonal/backtracking.py  solve --call=rows --variant=x
diagonal/truthy_cells.py  ((s := Solver(puzzle)).solve(), s) --call=rows --variant=x
diagonal/boxes.py  solve(dict(zip([r + c for r in 'ABCDEFGHI' for c in '123456789'], puzzle))) --call=text --variant=x
diagonal/takes_boxes.py  (solve(s := parse_grid(puzzle)), s) --call=text --variant=x
diagonal/diagonal.js  solveSudoku --call=rows --variant=x
"""
"""The same for functions that solve diagonal Sudoku; they answer no easy puzzle of plain Sudoku."""

COMPILED_DIAGONAL = """
diagonal/Diagonal.java  java:diagonal/Diagonal.java:Diagonal.solve --call=rows --variant=x
diagonal/diagonal.cpp  cpp:diagonal/diagonal.cpp:solveSudoku --call=rows --variant=x
diagonal/lines.py  exec:python3 diagonal/lines.py --dialect=poj3074 --variant=x
"""
"""The same for solvers of diagonal Sudoku with their explicit specification."""

HOPELESS = (
    "hopeless/gui.py",
    "hopeless/network.py",
    "hopeless/prose.js",
    "hopeless/exits_at_once.c",
    "hopeless/helper_first.py",
    "hopeless/keeps_a_copy.py",
    "hopeless/fixed_puzzle.c",
    "hopeless/output_file.pl",
)
"""Files that answer in no form: each needs something else, or answers nothing."""

_NEEDS = {
    ".c": ("gcc",),
    ".cpp": ("g++",),
    ".java": ("javac", "java"),
    ".rs": ("rustc",),
    ".sh": ("awk", "tr"),
    ".py": (),
    **dict.fromkeys((".js", ".cjs", ".mjs"), ("node",)),
    **{suffix: (tool,) for suffix, tool in ((".go", "go"), (".pl", "perl"), (".rb", "ruby"))},
    **{f".{tool}": (tool,) for tool in ("awk", "php", "lua")},
}


@dataclass(frozen=True, slots=True)
class Small:
    """A solver in this folder.

    `call` is the explicit form that is found, empty for a hopeless solver. A wrong solver answers ordinary puzzles
    wrongly even in the right form.
    """

    file: str
    call: str = ""
    is_wrong: bool = False

    @property
    def needs(self) -> tuple[str, ...]:
        """The executables that it needs to run."""
        return _NEEDS[f".{self.file.rpartition('.')[2]}"]


def _small(line: str, kind: str = "") -> Small:
    name, call = line.split("  ", 1)
    file = name.removesuffix(" !")
    prefix = kind or {".py": f"python:{file}:"}.get(file[-3:], f"js:./{file}:")
    arguments = LANGUAGES[PYTHON if file.endswith(".py") else "js"].arguments
    words = {"IGNORE": "ignore", "RECEIVE": "receive", "EMPTIES": "empty_rows"}
    for word, argument in words.items():
        call = call.replace(word, filled(arguments[argument], digits="[1, 2, 3, 4, 5, 6, 7, 8, 9]"))
    return Small(file, prefix + call, name != file)


def _compiled(line: str) -> Small:
    name, call = line.split("  ", 1)
    return Small(name.removesuffix(" !"), call, name.endswith("!"))


SOLVERS = (
    *map(_small, filter(None, f"{FUNCTIONS}{DIAGONAL}".splitlines())),
    *map(_compiled, filter(None, f"{COMPILED}{COMPILED_DIAGONAL}".splitlines())),
    *(_small(line, "exec:") for line in PROGRAMS.strip().splitlines()),
    *map(Small, HOPELESS),
)
