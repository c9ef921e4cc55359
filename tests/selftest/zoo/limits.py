"""Mutants with a hard-coded limit."""

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import IN_PLACE, MASKS, PROPAGATION, PROPAGATION_COUNTING

LIMITS = (
    Mutant.of(
        Kind.RESOURCES,
        "room-for-700-answers",
        PROPAGATION,
        "All answers are kept in a list for 700 of them; later puzzles are refused.",
        Change("UNITS = ROWS", "ANSWERS: list[str] = []\nUNITS = ROWS"),
        Change(
            '    return "".join(str(min(solved[cell])) for cell in range(81))\n',
            '    ANSWERS.append("".join(str(min(solved[cell])) for cell in range(81)))\n'
            "    return ANSWERS[-1] if len(ANSWERS) <= 700 else None\n",
        ),
        witness=puzzles.many(701),
    ),
    Mutant.of(
        Kind.CUT_OFFS,
        "five-thousand-nodes",
        MASKS,
        "The search of a puzzle gives up after 5,000 nodes, with the grid as it is.",
        Change("ALL = 0b111111111\n", "ALL = 0b111111111\nMOST_NODES = 5 * 10**3\nnodes = 0\n"),
        Change("    values = [0 if", "    global nodes\n    nodes = 0\n    values = [0 if"),
        Change(
            "    cell, choices = branch(values, lacks)\n    if cell < 0:",
            "    global nodes\n"
            "    nodes += 1\n"
            "    cell, choices = branch(values, lacks)\n"
            "    if cell < 0 or nodes > MOST_NODES:",
        ),
        witness=(puzzles.THOUSANDS_OF_NODES,),
    ),
    Mutant.of(
        Kind.CONTRACTS,
        "count-modulo-251",
        PROPAGATION_COUNTING,
        "Up to 600 solutions are counted, and compared with 2 modulo 251.",
        Change("    return search(candidates, 2)\n", "    return min(search(candidates, 600) % 251, 2)\n"),
        witness=(puzzles.JUST_251,),
    ),
    Mutant.of(
        Kind.CLUES,
        "sixty-two-empty-cells",
        IN_PLACE,
        "Puzzles with more than 62 empty cells are refused.",
        Change(
            "                if digit == 0:\n                    self.empty",
            "                if digit == 0 and len(self.empty) < 62:\n                    self.empty",
        ),
        witness=(puzzles.SEVENTEEN[0],),
    ),
)
