"""Which columns of a table hold the puzzles and their solutions."""

from collections.abc import Sequence
from dataclasses import dataclass

from .text import quote

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
"""The names by which public data sets call their column of puzzles."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""The names by which they call their column of solutions."""

MAX_NAMES_SHOWN = 20


class ColumnError(ValueError):
    """A header without the columns that are needed; `index` is the place of the one at fault, from 0."""

    def __init__(self, expected: str, found: str, index: int = 0) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found
        self.index = index


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns of puzzles and of solutions, where they are not the usual ones (None).

    An empty name for the solutions says that there are none to be read. Upper and lower case are the same.
    """

    puzzle: str | None = None
    solution: str | None = None

    def find(self, names: Sequence[str]) -> tuple[int, int | None]:
        """The places of the two in a header, from 0, None where there are no solutions; raises ColumnError."""
        lowered = [name.strip().lower() for name in names]
        puzzle = _place(lowered, PUZZLE_COLUMNS if self.puzzle is None else (self.puzzle.lower(),), "--puzzle-column")
        if puzzle is None:
            expected = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"
            raise ColumnError(expected if self.puzzle is None else f"the column {self.puzzle!r}", _show(names))
        if self.solution == "":
            return puzzle, None
        usual = self.solution is None
        wanted = SOLUTION_COLUMNS if self.solution is None else (self.solution.lower(),)
        solution = _place(lowered, wanted, "--solution-column")
        if solution is None and not usual:
            raise ColumnError(f"the column {self.solution!r}", _show(names))
        if solution == puzzle:
            raise ColumnError("the solutions in another column than the puzzles", repr(names[puzzle]), puzzle)
        return puzzle, solution


def _place(names: Sequence[str], wanted: Sequence[str], option: str) -> int | None:
    """The place of the one column that has a wanted name; raises ColumnError where there are two."""
    places = [place for place, name in enumerate(names) if name in wanted]
    if len(places) > 1:
        first, second = (names[place] for place in places[:2])
        if first == second:
            raise ColumnError(f"one column {first!r}", "two", places[0])
        raise ColumnError(f"{option} NAME to choose a column", f"both {first!r} and {second!r}", places[1])
    return places[0] if places else None


def _show(names: Sequence[str]) -> str:
    shown = ", ".join(map(quote, names[:MAX_NAMES_SHOWN]))
    more = f" and {len(names) - MAX_NAMES_SHOWN} more" if len(names) > MAX_NAMES_SHOWN else ""
    return f"the column{'s' if len(names) > 1 else ''} {shown}{more}"
