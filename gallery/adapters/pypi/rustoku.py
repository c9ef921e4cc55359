"""rustoku: `solve` returns 81 characters, or none; it raises ValueError for clues that contradict each other."""

import rustoku


def solve(puzzle):
    """The result of `solve`; None if it returns nothing or reports that the board contains duplicates."""
    try:
        return rustoku.solve(puzzle) or None
    except ValueError as error:
        if "duplicates" not in str(error):
            raise
        return None
