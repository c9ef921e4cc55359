"""Small solvers, each written for one form, as their authors write them: what `crosscover check FILE` must find alone.

Most use the same search: the constraint with the fewest possible moves first, over the 324 constraints of a Sudoku.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Small:
    """A solver in this folder.

    `needs` are executables without which it cannot run. `call` is the explicit form that is found, empty for a hopeless
    one. A wrong solver answers ordinary puzzles wrongly in the right form, too.
    """

    file: str
    form: str
    is_wrong: bool = False
    is_hopeless: bool = False
    needs: tuple[str, ...] = ()
    call: str = ""


NODE, GCC, GXX, JAVA, RUST = ("node",), ("gcc",), ("g++",), ("javac", "java"), ("rustc",)

PYTHON = (
    Small(
        "python/text_dots.py",
        "text with '.' for empty, text returned",
        call="python:python/text_dots.py:solve --call=text",
    ),
    Small(
        "python/text_zeros.py",
        "text with '0' for empty, rows returned",
        call="python:python/text_zeros.py:sudoku_solver --call=cells",
    ),
    Small(
        "python/text_dashes.py",
        "text with '-' for empty; ignores boxes",
        is_wrong=True,
        call="python:python/text_dashes.py:sudoku --call=text --empty=-",
    ),
    Small(
        "python/letter_x.py",
        "text with 'X' for empty",
        call="python:python/letter_x.py:solve_puzzle --call=text --empty=X",
    ),
    Small(
        "python/nine_strings.py",
        "nine strings, nine strings returned",
        call="python:python/nine_strings.py:solve([''.join(row) for row in puzzle]) --call=board",
    ),
    Small(
        "python/rows_returned.py",
        "rows, a copy returned",
        call="python:python/rows_returned.py:solve_sudoku --call=rows",
    ),
    Small(
        "python/rows_in_place.py",
        "rows in place, True returned",
        call="python:python/rows_in_place.py:solve --call=rows",
    ),
    Small(
        "python/rows_in_place_none.py",
        "rows in place, nothing returned; misses clues in column 9",
        is_wrong=True,
        call="python:python/rows_in_place_none.py:solve --call=rows",
    ),
    Small(
        "python/empty_strings.py",
        "rows of strings, '' for empty",
        call="python:python/empty_strings.py:solve --call=board --empty=",
    ),
    Small("python/nones.py", "rows with None for empty", call="python:python/nones.py:solve --call=rows --empty=None"),
    Small(
        "python/minus_one.py", "rows with -1 for empty", call="python:python/minus_one.py:solve --call=rows --empty=-1"
    ),
    Small(
        "python/first_solution.py", "generator of solutions", call="python:python/first_solution.py:solve --call=rows"
    ),
    Small(
        "python/last_step.py",
        "generator of steps",
        call="python:python/last_step.py:list(solve(puzzle))[-1] --call=rows",
    ),
    Small(
        "python/leetcode.py",
        "class Solution, without imports from typing",
        call="python:python/leetcode.py:Solution.solveSudoku --call=board",
    ),
    Small(
        "python/leetcode_sets.py",
        "class Solution, without imports from collections and itertools",
        call="python:python/leetcode_sets.py:Solution.solveSudoku --call=board",
    ),
    Small(
        "python/flat_integers.py",
        "81 integers, a list returned",
        call="python:python/flat_integers.py:solve --call=cells",
    ),
    Small(
        "python/flat_in_place.py",
        "81 integers in place; gives up after 150 steps",
        is_wrong=True,
        call="python:python/flat_in_place.py:solve --call=cells",
    ),
    Small(
        "python/row_and_column.py",
        "rows and two parameters to fill with 0",
        call="python:python/row_and_column.py:solve(puzzle, 0, 0) --call=rows",
    ),
    Small(
        "python/numpy_returned.py",
        "numpy array, a new one returned",
        call="python:python/numpy_returned.py:solve_sudoku(numpy.array(puzzle)) --call=rows",
    ),
    Small(
        "python/numpy_in_place.py",
        "numpy array in place",
        call="python:python/numpy_in_place.py:(array := numpy.array(puzzle), solve(array)) --call=rows",
    ),
    Small(
        "python/class_returns.py",
        "Class(rows).solve(), rows returned",
        call="python:python/class_returns.py:SudokuSolver(puzzle).solve() --call=rows",
    ),
    Small(
        "python/class_attribute.py",
        "Class(text).solve(), the answer in an attribute",
        call="python:python/class_attribute.py:(s := Sudoku(puzzle), s.solve(), s)[-1] --call=text",
    ),
    Small(
        "python/class_argument.py",
        "Class(rows).run(), the answer in the argument",
        call="python:python/class_argument.py:Backtracker(puzzle).run() --call=rows",
    ),
    Small(
        "python/class_set_board.py",
        "Class(), set_board(rows), solve(); state between puzzles",
        is_wrong=True,
        call="python:python/class_set_board.py:(s := SudokuGame(), s.set_board(puzzle), s.solve())[-1] --call=rows",
    ),
    Small(
        "python/class_load_text.py",
        "Class(), load(text), solve()",
        call="python:python/class_load_text.py:(s := Solver(), s.load(puzzle), s.solve())[-1] --call=text",
    ),
    Small("python/printed.py", "rows, the answer printed", call="python:python/printed.py:solve --call=rows"),
    Small(
        "python/printed_then_input.py",
        "rows, the answer printed, then input()",
        call="python:python/printed_then_input.py:solve --call=rows",
    ),
    Small(
        "python/global_board.py",
        "global rows, solve() in place",
        call="python:python/global_board.py:(globals().update(board=puzzle), solve(), board)[1:] --call=rows",
    ),
    Small(
        "python/global_printed.py",
        "global rows, the answer printed by solve()",
        call="python:python/global_printed.py:(globals().update(grid=puzzle), solve(), grid)[1:]"
        " --answers=printed --call=rows",
    ),
    Small(
        "python/helpers_first.py",
        "rows in place, helpers before the solver",
        call="python:python/helpers_first.py:complete --call=rows",
    ),
    Small(
        "python/helpers_around.py",
        "helpers around the solver; swaps two digits in the last row",
        is_wrong=True,
        call="python:python/helpers_around.py:solve --call=rows",
    ),
    Small(
        "python/tuple_answer.py",
        "rows, a pair of True and rows returned",
        call="python:python/tuple_answer.py:solve --call=rows",
    ),
    Small(
        "python/squares.py",
        "text, a dictionary from 'A1' to 'I9' returned",
        call="python:python/squares.py:solve --call=text",
    ),
)

JAVASCRIPT = (
    Small(
        "javascript/default_export.mjs",
        "default export, text",
        needs=NODE,
        call="js:./javascript/default_export.mjs:solve --call=text",
    ),
    Small(
        "javascript/module_exports.cjs",
        "module.exports is a function, rows returned",
        needs=NODE,
        call="js:./javascript/module_exports.cjs:solveSudoku --call=rows",
    ),
    Small(
        "javascript/leetcode.js",
        "LeetCode's function in place, without exports",
        needs=NODE,
        call="js:./javascript/leetcode.js:solveSudoku --call=board",
    ),
    Small(
        "javascript/plain_script.js",
        "script without exports; ignores four boxes",
        is_wrong=True,
        needs=NODE,
        call="js:./javascript/plain_script.js:solve --call=rows",
    ),
    Small(
        "javascript/class_with_board.mjs",
        "new Class(rows).solve(), rows returned",
        needs=NODE,
        call="js:./javascript/class_with_board.mjs:new Sudoku(puzzle).solve() --call=rows",
    ),
    Small(
        "javascript/class_takes_puzzle.js",
        "new Class().solve(text)",
        needs=NODE,
        call="js:./javascript/class_takes_puzzle.js:SudokuSolver.solve --call=text",
    ),
    Small(
        "javascript/async_solver.mjs",
        "asynchronous function, rows returned",
        needs=NODE,
        call="js:./javascript/async_solver.mjs:solve --call=rows",
    ),
    Small(
        "javascript/named_exports.cjs",
        "helpers exported, too; answers of other puzzles",
        is_wrong=True,
        needs=NODE,
        call="js:./javascript/named_exports.cjs:solve --call=rows",
    ),
    Small(
        "javascript/steps.mjs",
        "generator of steps",
        needs=NODE,
        call="js:./javascript/steps.mjs:[...solve(puzzle)].at(-1) --call=rows",
    ),
    Small(
        "javascript/flat.js",
        "81 integers; never takes a guess back",
        is_wrong=True,
        needs=NODE,
        call="js:./javascript/flat.js:solve --call=cells",
    ),
    Small(
        "javascript/console_output.js",
        "script without exports, text, the answer printed",
        needs=NODE,
        call="js:./javascript/console_output.js:sudoku --answers=printed --call=text",
    ),
    Small(
        "javascript/global_board.js",
        "script with global rows, solve() in place",
        needs=NODE,
        call="js:./javascript/global_board.js:(board.splice(0, 99, ...puzzle), [solve(), [...board]]) --call=rows",
    ),
    Small(
        "javascript/object_default.mjs",
        "default export is an object, rows with null in place",
        needs=NODE,
        call="js:./javascript/object_default.mjs:solve --call=rows",
    ),
    Small(
        "javascript/nine_strings.mjs",
        "nine strings, nine strings returned",
        needs=NODE,
        call="js:./javascript/nine_strings.mjs:solveRows(puzzle.map((row) => row.join(''))) --call=board",
    ),
)

PROGRAMS = (
    Small(
        "programs/lines_end.c",
        "lines, then the line end",
        needs=GCC,
        call="exec:programs/lines_end.c --dialect=poj3074",
    ),
    Small("programs/numbers.c", "81 numbers read by scanf", needs=GCC, call="exec:programs/numbers.c --dialect=grid"),
    Small(
        "programs/rows_of_digits.c",
        "number of grids, then nine rows of nine digits each",
        needs=GCC,
        call="exec:programs/rows_of_digits.c --dialect=poj2676",
    ),
    Small(
        "programs/argument.c", "81 characters as the argument", needs=GCC, call="exec:programs/argument.c --dialect=arg"
    ),
    Small(
        "programs/used_time.c",
        "lines, 'Used time' after each answer",
        needs=GCC,
        call="exec:programs/used_time.c --dialect=poj3074",
    ),
    Small(
        "programs/lines.cpp",
        "lines; the previous answer for as many clues",
        is_wrong=True,
        needs=GXX,
        call="exec:programs/lines.cpp --dialect=poj3074",
    ),
    Small(
        "programs/spaced_rows.cpp",
        "nine spaced rows, one puzzle per run",
        needs=GXX,
        call="exec:programs/spaced_rows.cpp --dialect=grid",
    ),
    Small(
        "programs/file_argument.cpp",
        "a file of nine rows as the argument",
        needs=GXX,
        call="exec:programs/file_argument.cpp /dev/stdin --dialect=grid",
    ),
    Small(
        "programs/Sudoku.java",
        "nine spaced rows, rows in brackets printed",
        needs=JAVA,
        call="exec:programs/Sudoku.java --dialect=grid",
    ),
    Small(
        "programs/Main.java",
        "lines; a thread keeps it alive",
        needs=JAVA,
        call="exec:programs/Main.java --dialect=poj3074",
    ),
    Small(
        "programs/Framed.java",
        "nine rows of '.' and digits, echo and answer in frames",
        needs=JAVA,
        call="exec:programs/Framed.java --dialect=grid",
    ),
    Small("programs/lines.rs", "lines until the input ends", needs=RUST, call="exec:programs/lines.rs --dialect=lines"),
    Small(
        "programs/nine_arguments.rs",
        "nine arguments; misses clues in row 9",
        is_wrong=True,
        needs=RUST,
        call="exec:programs/nine_arguments.rs --dialect=args",
    ),
    Small(
        "programs/solver.go",
        "nine rows of nine digits, 0 for empty",
        needs=("go",),
        call="exec:programs/solver.go --dialect=grid",
    ),
    Small(
        "programs/solve.pl",
        "lines; swaps the last two digits of some answers",
        is_wrong=True,
        needs=("perl",),
        call="exec:perl programs/solve.pl --dialect=poj3074",
    ),
    Small("programs/solve.awk", "lines", needs=("awk",), call="exec:awk -f programs/solve.awk --dialect=poj3074"),
    Small(
        "programs/solve.sh",
        "a file of nine rows as the argument",
        needs=("sh", "awk", "tr"),
        call="exec:bash programs/solve.sh /dev/stdin --dialect=grid",
    ),
    Small(
        "programs/solve.rb",
        "a file as the argument",
        needs=("ruby",),
        call="exec:ruby programs/solve.rb /dev/stdin --dialect=rows",
    ),
    Small(
        "programs/solve.php",
        "81 characters as the argument",
        needs=("php",),
        call="exec:php programs/solve.php --dialect=arg",
    ),
    Small(
        "programs/solve.lua",
        "nine rows of nine characters",
        needs=("lua",),
        call="exec:lua programs/solve.lua --dialect=grid",
    ),
    Small(
        "programs/reads_stdin.py",
        "script that reads lines; gives up after 400 calls",
        is_wrong=True,
        call="exec:python3 programs/reads_stdin.py --dialect=poj3074",
    ),
    Small("programs/with_argv.py", "script with sys.argv", call="exec:python3 programs/with_argv.py --dialect=arg"),
    Small(
        "programs/prompts.py",
        "script that asks for nine rows with prompts",
        call="exec:python3 programs/prompts.py --dialect=rows --empty=0",
    ),
    Small(
        "programs/json_lines.mjs",
        "objects in JSON, one a line",
        needs=NODE,
        call="exec:node programs/json_lines.mjs --dialect=jsonl",
    ),
)

HOPELESS = (
    Small("hopeless/gui.py", "a window", is_hopeless=True),
    Small("hopeless/network.py", "asks a server", is_hopeless=True),
    Small("hopeless/random_digits.py", "random digits", is_hopeless=True),
    Small("hopeless/prose.js", "prose", is_hopeless=True, needs=NODE),
    Small("hopeless/exits_at_once.c", "exits without reading", is_hopeless=True, needs=GCC),
    Small("hopeless/helper_first.py", "another function must be called first", is_hopeless=True),
    Small("hopeless/fixed_puzzle.c", "solves a puzzle of its own", is_hopeless=True, needs=GCC),
    Small("hopeless/output_file.pl", "writes its answers into a file", is_hopeless=True, needs=("perl",)),
)

SOLVERS = (*PYTHON, *JAVASCRIPT, *PROGRAMS, *HOPELESS)
