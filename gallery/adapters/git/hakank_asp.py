"""hakank/hakank, answer set programming: the rules of sudoku.lp4 by clingo, with other clues."""

import clingo
from source import read

_RULES = [line for line in read("answer_set_programming/sudoku.lp4").splitlines() if not line.startswith("x(")]


def solve(puzzle):
    """The first answer set as a grid, or None."""
    control = clingo.Control(["--warn=none"])
    clues = [f"x({cell // 9 + 1},{cell % 9 + 1},{digit})." for cell, digit in enumerate(puzzle) if digit != "."]
    control.add("base", [], "\n".join([*_RULES, *clues]))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            cells = [
                [value.number for value in atom.arguments] for atom in model.symbols(atoms=True) if atom.name == "x"
            ]
            return "".join(str(digit) for _, _, digit in sorted(cells))
    return None
