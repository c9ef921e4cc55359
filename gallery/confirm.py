"""Confirm an error without crosscover: run the solver again, and judge its answers by the rules and python-sat.

`python confirm.py CASE.json` reads `command`, `contract`, `variant`, `input` and `puzzles`, runs the command with the
input, and prints `confirmed` and `reason` as JSON. It deliberately has its own copy of the rules.
"""

import json
import subprocess
import sys
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from typing import Any

SECONDS = 60
"""Time limit of the solver in seconds."""

CELLS = list(product(range(9), range(9)))
_PLAIN = [
    *([(row, column) for column in range(9)] for row in range(9)),
    *([(row, column) for row in range(9)] for column in range(9)),
    *([(top + i, left + j) for i, j in product(range(3), repeat=2)] for top, left in product((0, 3, 6), repeat=2)),
]
HOUSES = {"": _PLAIN, "x": [*_PLAIN, [(i, i) for i in range(9)], [(i, 8 - i) for i in range(9)]]}
"""The houses of plain and of diagonal Sudoku."""


def _variable(row: int, column: int, digit: int) -> int:
    return 81 * row + 9 * column + digit


def _clauses(variant: str) -> list[list[int]]:
    return [
        *([_variable(*cell, digit) for digit in range(1, 10)] for cell in CELLS),
        *(
            [-_variable(*first, digit), -_variable(*second, digit)]
            for house, digit in product(HOUSES[variant], range(1, 10))
            for first, second in combinations(house, 2)
        ),
        *(
            [-_variable(*cell, first), -_variable(*cell, second)]
            for cell in CELLS
            for first, second in combinations(range(1, 10), 2)
        ),
    ]


def solutions(puzzle: str, variant: str) -> list[str]:
    """Up to two solutions of a puzzle of 81 characters, by SAT."""
    found: list[str] = []
    solvers: Any = import_module("pysat.solvers")
    with solvers.Solver(name="glucose4", bootstrap_with=_clauses(variant)) as solver:
        clues = [_variable(*cell, int(clue)) for cell, clue in zip(CELLS, puzzle, strict=True) if clue != "."]
        while len(found) < 2 and solver.solve(assumptions=clues):
            true: set[int] = set(solver.get_model())
            found.append("".join(str(d) for cell in CELLS for d in range(1, 10) if _variable(*cell, d) in true))
            solver.add_clause([-literal for literal in true if literal > 0])
    return found


def is_solution(puzzle: str, answer: str, variant: str) -> bool:
    """Whether an answer is a full grid that keeps the clues and has every digit in every house."""
    if len(answer) != 81 or any(clue not in (".", cell) for clue, cell in zip(puzzle, answer, strict=True)):
        return False
    grid = dict(zip(CELLS, answer, strict=True))
    return all(sorted(grid[cell] for cell in house) == list("123456789") for house in HOUSES[variant])


def error_in(puzzle: str, answer: str, contract: str, variant: str) -> str | None:
    """The error in an answer; None if there is none, or if the contract does not cover the puzzle."""
    found = solutions(puzzle, variant)
    if not all(is_solution(puzzle, grid, variant) for grid in found):
        raise AssertionError(f"SAT and the rules disagree on {puzzle}")
    if contract == "count":
        right = answer.isdigit() and min(int(answer), 2) == len(found)
        return None if right else f"{puzzle} has {len(found)} solutions, counted to 2; the answer is {answer!r}"
    if (contract == "proper" and len(found) != 1) or is_solution(puzzle, answer, variant):
        return None
    if found:
        return f"{puzzle} has the solution {found[0]}; the answer is {answer!r}"
    refused = not any(character.isdigit() for character in answer)
    return None if refused else f"{puzzle} has no solution; the answer is {answer!r}"


def judge(case: dict[str, object]) -> tuple[bool, str]:
    """Whether the solver is wrong again, and the error."""
    puzzles = [str(puzzle) for puzzle in case["puzzles"]]  # type: ignore[attr-defined] # a list of strings
    command = [str(word) for word in case["command"]]  # type: ignore[attr-defined] # a list of strings
    try:
        done = subprocess.run(  # noqa: S603 - runs the solver
            command, input=str(case["input"]), capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"timed out after {SECONDS} s"
    answers = done.stdout.splitlines()
    for puzzle, answer in zip(puzzles, answers, strict=False):
        error = error_in(puzzle, answer.strip(), str(case["contract"]), str(case["variant"]))
        if error is not None:
            return True, error
    if len(answers) < len(puzzles):
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return True, f"{len(answers)} answers for {len(puzzles)} puzzles; exit status {done.returncode}: {last}"
    return False, f"all {len(puzzles)} answers are correct"


if __name__ == "__main__":
    confirmed, reason = judge(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(json.dumps({"confirmed": confirmed, "reason": reason}))
