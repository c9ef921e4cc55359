"""Mutants that do not restore the state after a failed branch."""

from dataclasses import replace
from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import (
    ARRAYS,
    COUNTERS,
    COVER_SETS,
    DPLL,
    IN_PLACE,
    LINKS,
    LINKS_OF_NODES,
    MASKS,
    PROPAGATION,
    RELINKED,
    SHUFFLED,
    STACK,
    TOKENS,
    TRAIL,
)

mutant = partial(Mutant.of, Kind.UNDO)

UNDO = (
    mutant(
        "box-not-restored",
        MASKS,
        "A removed digit becomes available again in its row and column, but not in its box.",
        Change("lacks[column] ^= bit\n        lacks[box] ^= bit\n    values", "lacks[column] ^= bit\n    values"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "box-restored-elsewhere",
        IN_PLACE,
        "A removed digit becomes available in another box: row and column are swapped in one of three formulas.",
        Change("self.box_lacks[row // 3 * 3 + column // 3].add", "self.box_lacks[column // 3 * 3 + row // 3].add"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "cell-not-reopened",
        IN_PLACE,
        "A cell that was emptied again is not put back in the list of empty cells.",
        Change("        self.empty.add((row, column))\n\n    def choices", "\n    def choices"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "uncovered-in-order-of-cover",
        LINKS_OF_NODES,
        "The items of an option are uncovered in the order in which they were covered.",
        Change(
            "    other = node.left\n"
            "    while other is not node:\n"
            "        uncover(other.header)\n"
            "        other = other.left\n"
            "    uncover(node.header)\n",
            "    uncover(node.header)\n"
            "    other = node.right\n"
            "    while other is not node:\n"
            "        uncover(other.header)\n"
            "        other = other.right\n",
        ),
        witness=(puzzles.HARD[1], puzzles.EASY[0], puzzles.HARD[2], puzzles.EASY[1]),
    ),
    mutant(
        "covered-for-good-once",
        LINKS,
        "After the 60th wrong guess of a run, an item of the option stays covered until the next puzzle.",
        Change(
            "        for (int j = left[i]; j != i; j = left[j])\n            uncover(header[j]);\n    }\n",
            "        static int wrong;\n"
            "        wrong += size[best] > 1;\n"
            "        for (int j = left[i]; j != i; j = left[j])\n"
            "            if (wrong != 60 || size[best] == 1 || j != left[i])\n"
            "                uncover(header[j]);\n    }\n",
        ),
        witness=(puzzles.SIXTY_WRONG_GUESSES,),
    ),
    mutant(
        "size-not-restored",
        RELINKED,
        "Uncovering does not restore the sizes, so an item that seems to have no options ends a branch.",
        Change("            other->header->number++;\n", ""),
        Change("    int found = 0;\n", "    int found = 0;\n    if (best->number <= 0)\n        return 0;\n"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "header-not-relinked",
        LINKS,
        "Uncovering relinks an item from the left only, not from the right.",
        Change("    left[right[head]] = head;\n", ""),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "one-step-back",
        TRAIL,
        "Backtracking restores only the last change.",
        Change("while len(self.trail) > mark:", "if len(self.trail) > mark:"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "shallow-copy",
        PROPAGATION,
        "A guess is made on a copy that shares its sets of candidates with the original.",
        Change("{cell: set(digits) for cell, digits in candidates.items()}", "dict(candidates)"),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "single-not-undone",
        ARRAYS,
        "A digit with one place in a house is placed, and not removed when that fails; guesses are.",
        Change(
            "                    set(r, c, digit, 0);\n                    return 0;", "                    return 0;"
        ),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "links-left-covered",
        LINKS_OF_NODES,
        "The search returns at once when the solution is found, and the covered links stay covered.",
        Change(
            "        found = search(chosen)\n        give_back(node)\n        if found:\n            return True\n",
            "        if search(chosen):\n            return True\n        give_back(node)\n",
        ),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "clues-left-covered",
        RELINKED,
        "The first clue of a puzzle is never uncovered.",
        Change("while (count > 0)", "while (count > 1)"),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "sets-put-back-in-order",
        COVER_SETS,
        "The sets of an option are put back in the order of removal, each to the wrong item.",
        Change("in reversed(OPTIONS[option]):", "in OPTIONS[option]:"),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "guess-not-struck-out",
        STACK,
        "A failed guess is not excluded, and is repeated for ever.",
        Change("        position->left[best] &= ~guess;\n", ""),
        witness=(puzzles.EASY[5],),
        limits=replace(STACK.options, time_limit=2),
    ),
    mutant(
        "literals-kept",
        DPLL,
        "Literals implied by a guess stay true after the guess failed.",
        Change(
            "                return True\n            true.difference_update(made)\n", "                return True\n"
        ),
        witness=(puzzles.SEVENTEEN[4],),
    ),
    mutant(
        "item-left-covered",
        COUNTERS,
        "An item whose option is uncovered stays marked as covered.",
        Change("        covered[item] = 0;\n", ""),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "cell-left-filled",
        TOKENS,
        "A cell keeps its last digit when the search leaves it.",
        Change("            grid[cell] = 0\n", ""),
        witness=(puzzles.EASY[5],),
    ),
    mutant(
        "digit-stays-used",
        SHUFFLED,
        "A digit that failed stays marked as used in its houses.",
        Change("            return True\n        houses.flip(row, column, bit)\n", "            return True\n"),
        witness=(puzzles.THOUSANDS_OF_NODES,),
    ),
)
