"""Puzzles for the tests of certificates, with their sources."""

from random import Random

from crosscover.reference import Grid, Shape, symmetry

HARD = tuple(
    map(
        Grid.parse,
        (
            # "hardest11" of Norvig's pytudes (MIT)
            "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
            "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
            # the magictour top1465 set
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            # the hardest ones of the Sudoku players' forum, rated 11 and more
            "98.76.5..7..4..96...6.3....8..2..4.......5..1.......5.4...2.....78..42....98.....",
        ),
    )
)
"""Minimal puzzles that need more than unit propagation."""

BRIEF = Grid.parse(".................1.....2.3.....4...5..2.1...6..3..78.....9.32...1.....4..5.......")
"""A 17-clue puzzle of Gordon Royle's collection that needs a lemma or two."""

EASY = Grid.parse(".................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7.....")
"""A 17-clue puzzle of the same collection that unit propagation solves."""

UNSOLVABLE = Grid.parse("1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.")
"""A puzzle without a solution that unit propagation does not refute; from the tests of tdoku."""

CLASHING = Grid.parse("..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87")
"""A puzzle with two clashing clues; from Sudopedia's test cases."""

BY_DIAGONALS = Grid.parse("..3...7.9..9.2.....5..8.....3.2....5..8..4........78.1.......1...13..............")
"""A puzzle with one solution as diagonal Sudoku, and with many as plain Sudoku; made by deleting clues of a grid."""

AMBIGUOUS = Grid.parse(".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.")
"""A puzzle with two solutions; from Sudopedia's test cases."""


def random_symmetry(random: Random, shape: Shape = Shape()) -> symmetry.Symmetry:
    """A symmetry of a shape."""
    return symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)
