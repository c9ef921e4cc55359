"""Usual mistakes with programs: each has a message that names the cause, and the advice in it is tried."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from crosscover.options import SOLVER_OPTIONS, solver_options
from crosscover.reference import DlxEngine, Shape
from crosscover.subjects.small_puzzles import improper_puzzles, proper_puzzles
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import Subject

from .sampling import some_slow

Make = Callable[..., Subject]

SMALL = (*proper_puzzles(Shape()), *improper_puzzles(Shape()))
SOLUTIONS = {str(small.grid): [str(grid) for grid in DlxEngine()(small.grid, 2)] for small in SMALL}
OPENING = f"""#!{sys.executable} -S
import sys
KNOWN = {SOLUTIONS}
def solve(text): return (KNOWN.get(text.strip().replace("0", ".")) or ["No solution"])[0]
def rows(text): return [text[start:start + 9] for start in range(0, 81, 9)]
def spaced(text): return "\\n".join(" ".join(row) for row in rows(text))
def lines(): return [line for line in sys.stdin.read().split("\\n") if line and line != "end"]
"""


class Mistake(NamedTuple):
    """A program, parts of the message about it, the advice at its end, and the options of the user."""

    program: str
    message: str
    advice: str = ""
    options: str = ""


MISTAKES = {
    # the form of the input
    "one line": Mistake("print(solve(input()))", "the first puzzle of a run only", "--dialect line"),
    "zeros": Mistake("for line in lines():\n assert '.' not in line\n print(solve(line))", "another form", "--empty 0"),
    "one line with zeros": Mistake(
        "line = input(); assert '.' not in line; print(solve(line))", "but does in line", "--dialect line --empty 0"
    ),
    "nine lines": Mistake(
        "text = ''.join(input() for _ in range(9)); print(*rows(solve(text)), sep='\\n')",
        "but does in rows",
        "--dialect rows",
    ),
    "nine lines with zeros": Mistake(
        "text = ''.join(input() for _ in range(9)); assert '.' not in text; print(solve(text))",
        "but does in rows",
        "--dialect rows --empty 0",
    ),
    "integers": Mistake(
        "text = ''.join(str(int(one)) for _ in range(9) for one in input().split()); print(spaced(solve(text)))",
        "but does in grid",
        "--dialect grid",
    ),
    "counted integers": Mistake(
        "for _ in range(int(input())):\n"
        " print(solve(''.join(one for _ in range(9) for one in map(str, map(int, input().split())))))",
        "but does in t-grids",
        "--dialect t-grids",
    ),
    "counted digits": Mistake(
        "for _ in range(int(input())): print(solve(''.join(input() for _ in range(9))))",
        "but does in poj2676",
        "--dialect poj2676",
    ),
    "frames": Mistake(
        "text = ''.join(line for line in sys.stdin.read().split('\\n') if line[:2] == '| ')\n"
        "cells = ''.join(one for one in text if one in '.123456789')\n"
        "for start in range(0, len(cells), 81): print(solve(cells[start:start + 81]))",
        "but does in drawing",
        "--dialect drawing",
    ),
    "an argument": Mistake("print(solve(sys.argv[1]))", "but does in arg", "--dialect arg"),
    "nine arguments": Mistake("assert sys.argv[9]; print(solve(''.join(sys.argv[1:])))", "in args", "--dialect args"),
    "a file": Mistake(
        "for line in open(sys.argv[1]): print(solve(line))", "if a file is its argument", "--dialect lines"
    ),
    "a table": Mistake(
        "import csv\nprint('puzzle,solution')\n"
        "for row in csv.DictReader(sys.stdin): print(row['puzzle'], solve(row['puzzle']), sep=',')",
        "but does in csv",
        "--dialect csv",
    ),
    "objects": Mistake(
        "import json\nfor line in sys.stdin: print(json.dumps({'solution': solve(json.loads(line)['puzzle'])}))",
        "but does in jsonl",
        "--dialect jsonl",
    ),
    "end as a puzzle": Mistake(
        "for line in sys.stdin.read().split(): print(solve(line) if len(line) > 9 else line.upper() + 'J@')",
        "does not stop at the line 'end'",
        "--dialect lines",
    ),
    "crash at end": Mistake(
        "for line in sys.stdin.read().split(): print(KNOWN[line][0])", "the line 'end'", "--dialect lines"
    ),
    "unflushed": Mistake(
        "out = open(1, 'w')\nfor line in sys.stdin: line == 'end\\n' or print(solve(line), file=out)",
        "flush the output after each answer",
        "--no-stream",
        "--stream",
    ),
    # the form of the output
    "rows for lines": Mistake("for line in lines(): print(spaced(solve(line)), end='\\n\\n')", ""),
    "lists": Mistake("for line in lines(): print([[int(one) for one in row] for row in rows(solve(line))])", ""),
    "a table for lines": Mistake(
        "print('puzzle,solution')\nfor line in lines(): print(line, solve(line), sep=',')", "form", "--answers csv"
    ),
    "banner": Mistake("print('Sudoku 2.1'); print(*map(solve, lines()), sep='\\n')", "form", "--ignore '^Sudoku '"),
    "times": Mistake("for line in lines(): print(solve(line)); print(7, 'ms')", "form", "--ignore '^[0-9.,]+ ms'"),
    "summary": Mistake(
        "print(*map(solve, lines()), sep='\\n'); print('Solved: all')", "form", "--ignore '^Solved: all'"
    ),
    "echo": Mistake("for line in lines(): print(line); print(solve(line))", "form", "--echo"),
    "prompts": Mistake(
        "text = ''\nfor _ in range(9): print('Donner la ligne:'); text += input()\nprint(spaced(solve(text)))",
        "but does in rows",
        "--dialect rows --ignore '^Donner la ligne:'",
    ),
    "number for none": Mistake(
        "for line in lines(): print(solve(line).replace('No solution', '-1'))", "form", "--refusal=-1", "--contract any"
    ),
    "stderr": Mistake(
        "for line in lines(): print(solve(line), file=sys.stderr)", "to stderr instead of stdout", "2>&1'\"'\"''"
    ),
    # no answer at all
    "everything copied": Mistake("print(sys.stdin.read())", "came back unsolved: all 51 empty cells"),
    "nearly unsolved": Mistake(
        "for line in lines(): print(line[:2] + solve(line)[2:3] + line[3:])", "unsolved: 50 of 51 empty cells"
    ),
    "refusals": Mistake("for line in lines(): print('No solution')", "it refuses puzzles that have a solution, with"),
    "constant": Mistake("print(solve(next(iter(KNOWN)))[::-1])", "it read none of its input"),
    "another file": Mistake("open('puzzle.txt')", "it read none of its input, and a program gets puzzles on stdin"),
    "usage": Mistake("sys.exit('usage: solver [-h] N')", "it prints how to use it, 'usage: solver [-h] N'"),
    "endless": Mistake(
        "sys.stdin.read()\nwhile True: pass", "needs a greater --time-limit", "", "--time-limit 0.2 --puzzle-time 0"
    ),
    "flood": Mistake("lines()\nwhile True: print('no' * 9000)", "--output-limit allows more", "", "--output-limit 1"),
    "exception": Mistake("lines(); 1 / 0", "ZeroDivisionError: division by zero at program:8 in <module>"),
    "exception of Java": Mistake(
        'lines(); sys.exit(\'Exception in thread "main" java.lang.NullPointerException\\n'
        "\\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)\\n\\tat Solver.main(Solver.java:12)')",
        "java.lang.NullPointerException at Solver.java:12 in Solver.main",
    ),
    "exception of Node": Mistake(
        "lines(); sys.exit('/a/b.js:3\\n x\\n\\nTypeError: x is not iterable\\n    at solve (/a/b.js:3:5)\\n"
        "    at node:internal/main:28:49')",
        "TypeError: x is not iterable at b.js:3 in solve",
    ),
}


@pytest.mark.parametrize("mistake", some_slow(MISTAKES))
def test_mistakes(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: Mistake) -> None:
    """The message names the cause, and its advice is that of a run that answers easy puzzles."""
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "program"
    program.write_text(f"{OPENING}{mistake.program}\n")
    program.chmod(0o755)
    message = explain(make, "exec:./program", mistake.options)
    if not mistake.message:
        assert message is None
        return
    assert message is not None
    assert mistake.message in message
    if mistake.advice not in ("", "--no-stream"):
        advice = message.partition("try ")[2]
        assert advice.endswith(mistake.advice)
        spec = next((word for word in shlex.split(advice) if word.startswith("exec:")), "exec:./program")
        [easy, *_] = SMALL
        [response] = open_with(make, spec, f"{mistake.options} {advice}").ask([easy.grid]).responses
        assert str(response) == SOLUTIONS[str(easy.grid)][0]


def explain(make: Make, spec: str, arguments: str) -> str | None:
    """The diagnosis of a program with these words of a command line, None if it can be judged."""
    tried = open_with(make, spec, arguments)
    return diagnose(tried, ask_easy(tried))


def open_with(make: Make, spec: str, arguments: str) -> Subject:
    """A program with these words of a command line."""
    given: dict[str, object] = {}
    words = [word for word in shlex.split(arguments.replace("=", " ", 1)) if not word.startswith("exec:")]
    while words:
        name = words.pop(0)[2:].replace("-", "_")
        given[name] = words.pop(0) if SOLVER_OPTIONS[name].value.metavar else True
    options = solver_options(spec, given)
    return make(spec, **{name: getattr(options, name) for name in options.explicit | {"contract"}})


@pytest.mark.parametrize(
    ("name", "text", "mode", "expected"),
    [
        ("windows", "#!/bin/sh\r\ncat\r\n", 0o755, r"a Windows line end; try sed -i 's/\r$//' ./windows"),
        ("missing", "#!/nowhere/perl\n", 0o755, "the file is there, but what its first line"),
        ("locked", "#!/bin/sh\n", 0o644, "'chmod +x ./locked' makes a file executable"),
        ("solver.py", "print()", 0o644, "try 'exec:python3 ./solver.py'"),
        ("solver.c", "int main;", 0o644, "compile it and name the program"),
        ("headless", "text", 0o755, "nor a script with a first line like '#!/bin/sh'"),
    ],
)
def test_programs_that_do_not_start(  # noqa: PLR0917 - fixtures and columns
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, mode: int, expected: str
) -> None:
    """For a program that cannot be started, the reason and a remedy are shown."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(text.encode())
    (tmp_path / name).chmod(mode)
    found = explain(make, f"exec:./{name}", "")
    assert found is not None
    assert expected in found


@pytest.mark.parametrize(
    ("name", "reason"), [("./nowhere.py", "No such file or directory"), (f"{'a' * 300}.py", "File name too long")]
)
def test_a_missing_script(make: Make, name: str, reason: str) -> None:
    """For a file that does not exist there is no advice to interpret it."""
    assert explain(make, f"exec:{name}", "") == f"cannot start {name}: {reason}"
