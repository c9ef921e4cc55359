"""Extra output of programs: it is understood, or the option that ignores it is suggested."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.options import Options
from crosscover.reference import DlxEngine, Shape
from crosscover.subjects.forms import arguments, line_pattern
from crosscover.subjects.small_puzzles import AMBIGUOUS, UNSOLVABLE, proper_puzzles
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.subject import Subject
from crosscover.subjects.trials import are_acceptable

Make = Callable[..., Subject]

PROPER = proper_puzzles(Shape())
SOLUTIONS = {str(small.grid): [str(grid) for grid in DlxEngine()(small.grid, 2)] for small in (*PROPER, AMBIGUOUS)}
SOLUTIONS[str(UNSOLVABLE.grid)] = []
FORM = "answers easy puzzles correctly, but in another form: try "
OPENING = f"""#!{sys.executable} -S
import sys
SOLUTIONS = {SOLUTIONS}
puzzles = [line.strip() for line in sys.stdin if line.strip() != "end"]
answers = [(SOLUTIONS.get(puzzle) or ["No solution"])[0] for puzzle in puzzles]
counts = [len(SOLUTIONS.get(puzzle, ())) for puzzle in puzzles]
"""
"""The beginning of a program that knows the small puzzles as the lists `puzzles`, `answers` and `counts`."""

OPENING_GRIDS = """
def rows(text): return [" ".join(text[start:start + 9].replace(".", "0")) for start in range(0, 81, 9)]
numbers = "".join(puzzles[1:]).replace(" ", "").replace("0", ".")
puzzles = [numbers[start:start + 81] for start in range(0, len(numbers), 81)]
answers, counts = [SOLUTIONS[puzzle][0] for puzzle in puzzles], [1 for _ in puzzles]
"""
"""Additional lines for a program that reads grids."""

EACH = "for number, (puzzle, answer, count) in enumerate(zip(puzzles, answers, counts), 1): "

SHELL = """#!/bin/sh
echo 'Sudoku by shell'
while read -r puzzle && [ "$puzzle" != end ]; do
    case $puzzle in CASES esac
done
""".replace("CASES", " ".join(f"{puzzle}) echo {found[0]};;" for puzzle, found in SOLUTIONS.items() if found))
"""A program that runs without Python."""

READ = {
    "blank lines": f"{EACH}print(answer, end='\\n\\n')",
    "blank line first": "print(); print(*answers, sep='\\n')",
    "Windows line ends": f"{EACH}print(answer, end='\\r\\n')",
    "byte-order mark": "print(end=chr(0xfeff)); print(*answers, sep='\\n')",
    "trailing blanks": f"{EACH}print(answer, ' ')",
    "leading blanks": f"{EACH}print('  ' + answer)",
    "label": f"{EACH}print(f'Solution {{number}}: {{answer}}')",
    "time behind": f"{EACH}print(f'{{answer}} (1{{number}} ms)')",
    "prompt": f"{EACH}print(f'Puzzle> {{answer}}')",
    "quotes": f"{EACH}print(repr(answer))",
    "list": f"{EACH}print([int(cell) for cell in answer])",
    "commas": f"{EACH}print(','.join(answer))",
    "colours": f"{EACH}print(f'\\x1b[32m{{answer}}\\x1b[0m')",
    "cleared screen": "print(end='\\x1b[2J\\x1b[H'); print(*answers, sep='\\n')",
    "no last line end": "print(*answers, sep='\\n', end='')",
}
"""Programs whose output is understood without options."""

ADVICE = {
    "banner": ("print('Sudoku solver 2.1'); print(*answers, sep='\\n')", "--ignore '^Sudoku solver '"),
    "line of dashes": ("print('-' * 20); print(*answers, sep='\\n')", "--ignore '^---'"),
    "time after each": (f"{EACH}print(answer); print(number * 0.31, 'ms')", "--ignore '^[0-9.,]+ ms'"),
    "time in words": (f"{EACH}print(answer); print(f'Solved in {{number}}e-05 s')", "--ignore '^Solved in '"),
    "summary": (
        "print(*answers, sep='\\n'); print(f'{len(answers)} puzzles solved in 2 ms')",
        "--ignore '^[0-9.,]+ puzzles solved in '",
    ),
    "summary from two on": (
        "print(*answers, sep='\\n'); len(answers) > 1 and print('all done (2 ms)')",
        r"--ignore '^all done \('",
    ),
    "line between": ("print(*answers, sep='\\n***\\n')", r"--ignore '^\*\*\*'"),
    "numbers": (f"{EACH}print(f'#{{number}}'); print(answer)", "--ignore '^#'"),
    "two kinds": (
        "print('Hello!'); print(*answers, sep='\\n'); print('Bye')",
        "--ignore '^Hello!|^Bye'",
    ),
    "puzzle above": (f"{EACH}print(puzzle); print(answer)", "--echo"),
    "shell": (SHELL, "--ignore '^Sudoku by shell'"),
    "puzzle behind a label": (f"{EACH}print('Puzzle 1:', puzzle); print(answer)", "--ignore '^Puzzle '"),
    "puzzle above, in words": (
        f"{EACH}print('Puzzle:'); print(puzzle); print('Solution:'); print(answer)",
        "--ignore '^Puzzle:|^Solution:' --echo",
    ),
}
"""Programs for which options are suggested."""

WRONG = {
    "banner and a wrong answer": "print('Hello'); print(*[answer[::-1] for answer in answers], sep='\\n')",
    "wrong from the second on": f"print('Hello')\n{EACH}print(answers[0])",
    "wrong in a run of three": "print(*(answers if len(answers) < 3 else answers[:2]), sep='\\n')",
    "every answer twice": f"{EACH}print(answer); print(answer)",
    "right and wrong": f"{EACH}print(answer); print(answer[::-1])",
}
"""Programs that are wrong under any option."""


GRIDS = {
    "cases": (f"{EACH}print(f'Case #{{number}}:'); print(*rows(answer), sep='\\n')", "--ignore '^Case #'"),
    "puzzle above": (f"{EACH}print(*rows(puzzle), '', *rows(answer), sep='\\n')", "--echo"),
}
"""Programs that read and write grids, with the suggested options."""

REFUSALS = {
    "number": ("'-1'", "--refusal=-1"),
    "words with a digit": ("'0 solutions'", "--refusal '0 solutions'"),
    "zeros": ("'0' * 81", f"--refusal {'0' * 81}"),
    "text": ("'impossible'", None),
    "blank line": ("''", None),
}
"""Outputs for puzzles without a solution, with the suggested options."""


def advice(make: Make, path: Path, text: str, **options: object) -> str | None:
    """The advice for a program before it is judged; None if there is none."""
    asked = program(make, path, text, **options)
    return diagnose(asked, ask_easy(asked))


def program(make: Make, folder: Path, text: str, **options: object) -> Subject:
    """A program as a subject."""
    path = folder / "program"
    path.write_text(text if text.startswith("#!") else f"{OPENING}{text}\n")
    path.chmod(0o755)
    return make(f"exec:{path}", **options)


@pytest.mark.parametrize("name", READ)
def test_understood_forms(make: Make, tmp_path: Path, name: str) -> None:
    """Unambiguous output needs no option."""
    transcript = program(make, tmp_path, READ[name]).ask([small.grid for small in PROPER])

    assert transcript.run_failure is None
    assert are_acceptable(PROPER, transcript.responses, contracts.PROPER)


@pytest.mark.parametrize("name", ADVICE)
def test_suggested_options(make: Make, tmp_path: Path, name: str) -> None:
    """For extra output beside right answers the option that ignores it is suggested."""
    text, expected = ADVICE[name]

    assert advice(make, tmp_path, text) == FORM + expected


def test_suggested_options_suffice(make: Make, tmp_path: Path) -> None:
    """With the suggested options there is no further advice."""
    text, _ = ADVICE["puzzle above, in words"]

    assert advice(make, tmp_path, text, ignore="^Puzzle:|^Solution:", echo=True) is None


@pytest.mark.parametrize("name", GRIDS)
def test_forms_of_grids(make: Make, tmp_path: Path, name: str) -> None:
    """Options are suggested if an answer has nine lines, too."""
    text, expected = GRIDS[name]

    assert advice(make, tmp_path, f"{OPENING_GRIDS}{text}", dialect="t-grids") == FORM + expected


def test_another_dialect_in_another_form(make: Make, tmp_path: Path) -> None:
    """For a program with another dialect and extra output both options are suggested."""
    assert advice(make, tmp_path, f"{OPENING_GRIDS}{GRIDS['cases'][0]}") == (
        "does not answer an easy puzzle in the dialect poj3074, but does in t-grids: "
        "try --dialect t-grids --ignore '^Case #'"
    )


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(make: Make, tmp_path: Path, name: str) -> None:
    """A refusal without digits is understood; for one with digits an option is suggested."""
    printed, expected = REFUSALS[name]
    found = advice(make, tmp_path, f"{EACH}print(answer if count else {printed})", contract=contracts.ANY)

    assert found == (None if expected is None else FORM + expected)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_are_judged(make: Make, tmp_path: Path, name: str) -> None:
    """A program with wrong answers is judged, even if it prints other text."""
    assert advice(make, tmp_path, WRONG[name]) is None


@pytest.mark.parametrize(
    ("printed", "contract"),
    [
        ("1", contracts.COUNT),
        ("2 - min(count, 1)", contracts.COUNT),
        ("answer if count else answers[-1]", contracts.ANY),
        ("answer if count == 1 else '0 solutions'", contracts.ANY),
    ],
)
def test_wrong_counts_and_refusals(make: Make, tmp_path: Path, printed: str, contract: Contract) -> None:
    """A program with wrong counts or refusals is judged."""
    assert advice(make, tmp_path, f"{EACH}print({printed})", contract=contract) is None


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("Solved in 12 ms", "^Solved in "),
        ("12.5 ms (3 guesses)", "^[0-9.,]+ ms \\("),
        ("3", "^[0-9.,]+$"),
        ("3:", "^[0-9.,]+:"),
        ("=====", "^==="),
        ("+---+", r"^\+---\+"),
        (" t=1", "^ t="),
        ("a.b*c", r"^a\.b\*c"),
    ],
)
def test_line_pattern(line: str, pattern: str) -> None:
    """A pattern for lines consists of their beginning, with a number at the start generalised."""
    assert line_pattern(line) == pattern
    assert re.search(pattern, line)


def test_another_input_after_its_end() -> None:
    """Advice that was tried with the whole input at once says so."""
    assert arguments(Options(dialect="grid"), Options(stream=True)) == "--dialect grid without --stream"
