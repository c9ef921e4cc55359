"""Mutants that end the search too early."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BITMASK, DPLL, LINKS, MASKS, PROPAGATION, SHUFFLED, STACK, STREAM, TRAIL
from .slow_origins import IN_ORDER, SETS

mutant = partial(Mutant.of, Kind.CUT_OFFS)

CUT_OFFS = (
    mutant(
        "a-thousand-nodes",
        MASKS,
        "The search of a puzzle gives up after 1,000 nodes, with the grid as it is.",
        Change("ALL = 0b111111111\n", "ALL = 0b111111111\nnodes = 0\n"),
        Change("    values = [0 if", "    global nodes\n    nodes = 0\n    values = [0 if"),
        Change(
            "    cell, choices = branch(values, lacks)\n    if cell < 0:",
            "    global nodes\n"
            "    nodes += 1\n"
            "    cell, choices = branch(values, lacks)\n"
            "    if cell < 0 or nodes > 1000:",
        ),
        witness=(puzzles.SEVENTEEN[4],),
    ),
    mutant(
        "a-hundred-thousand-steps",
        SETS,
        "Cells are sorted, but filled in their order, and after 100,000 slow steps there is said to be no solution.",
        IN_ORDER.changes[1],
        Change(
            "    def fill() -> bool:\n",
            "    steps = iter(range(10**5))\n\n"
            "    def fill() -> bool:\n"
            "        if next(steps, None) is None:\n"
            "            return False\n",
        ),
        Change(
            "min(empty, key=lambda cell: -len(used_row[cell[0]] | used_col[cell[1]] | used_box[cell[2]]))",
            "sorted(empty, key=lambda cell: 0 * len(used_row[cell[0]]))[0]",
        ),
        witness=(".1.4....2...2......82...6.5....3...74...5...82.9........3......75..........9...2.",),
    ),
    mutant(
        "sixty-placements",
        BITMASK,
        "The search counts as finished after 60 placements.",
        Change("if (placed == empty.count)", "if (placed == empty.count || placed == 60)"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "first-guess-only",
        PROPAGATION,
        "Only the first candidate of a cell is tried.",
        Change("in sorted(candidates[cell]):", "in sorted(candidates[cell])[:1]:"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "two-guesses-deep",
        PROPAGATION,
        "The search goes two guesses deep.",
        Change("def search(candidates: Candidates)", "def search(candidates: Candidates, depth: int = 0)"),
        Change(
            "    if not open_cells:\n        return candidates\n",
            "    if not open_cells:\n        return candidates\n    if depth == 2:\n        return None\n",
        ),
        Change("solved = search(guess)", "solved = search(guess, depth + 1)"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "guesses-from-pairs-only",
        TRAIL,
        "Guesses are made only in cells with two candidates.",
        Change(
            "        choices = self.masks[cell]\n",
            "        choices = self.masks[cell]\n        if choices.bit_count() > 2:\n            return False\n",
        ),
        witness=(puzzles.HARD[4],),
    ),
    mutant(
        "singles-only",
        STREAM,
        "Cells that singles do not fill stay empty.",
        Change(
            "    cell = min(",
            "    if max(map(len, cells)) < 9:\n"
            '        return "".join(digits if len(digits) == 1 else "." for digits in cells)\n'
            "    cell = min(",
        ),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "nodes-of-a-whole-run",
        BITMASK,
        "A budget of 30,000 nodes per puzzle is never reset.",
        Change(
            "    int choices = 0;\n",
            "    static int budget = 30000;\n    int choices = 0;\n    if (budget-- <= 0)\n        return 0;\n",
        ),
        witness=puzzles.many(600),
    ),
    mutant(
        "stack-of-four",
        STACK,
        "The stack holds four positions, and deeper guesses are dropped.",
        Change("        depth++;\n", "        if (depth < 4)\n            depth++;\n"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "fifty-conflicts",
        DPLL,
        "After 50 conflicts the puzzle is given up as unsolvable.",
        Change("def search(true: set[int]) -> bool:", "conflicts = [0]\n\n\ndef search(true: set[int]) -> bool:"),
        Change(
            "        made = propagate(true, [literal])\n",
            "        made = propagate(true, [literal])\n"
            "        conflicts[0] += made is None\n"
            "        if conflicts[0] > 50:\n"
            "            return False\n",
        ),
        Change("    true: set[int] = set()\n", "    true: set[int] = set()\n    conflicts[0] = 0\n"),
        witness=(puzzles.HARD[3],),
    ),
    mutant(
        "last-option-not-tried",
        LINKS,
        "Of an item with several options the last is not tried.",
        Change(
            "i = down[best]; i != best; i = down[i]) {",
            "i = down[best]; i != best && (down[i] != best || i == down[best]); i = down[i]) {",
        ),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "beam-of-four",
        SHUFFLED,
        "At each depth the search ends after three failures.",
        Change("    random.shuffle(empty)\n", "    random.shuffle(empty)\n    failures.clear()\n"),
        Change("def search(grid", "failures: list[int] = []\n\n\ndef search(grid"),
        Change(
            "        houses.flip(row, column, bit)\n    return False",
            "        houses.flip(row, column, bit)\n"
            "        failures.append(len(empty))\n"
            "        if failures.count(len(empty)) == 3:\n"
            "            break\n"
            "    return False",
        ),
        witness=(puzzles.DIAGONAL,),
    ),
)
