"""The user's own puzzles: their file, and the progress of a run through the file.

Over all rounds, a run uses each puzzle once, in file order. Puzzles that the contract excludes are skipped and counted;
puzzles that the panel cannot decide are listed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from crosscover.errors import UsageError
from crosscover.options import Options
from crosscover.oracles.panel import UndecidedError
from crosscover.puzzle_files import display_name, read_entries
from crosscover.reference import Grid, Shape, Unique

from .budget import Deadline
from .judging import Counterexample
from .verdicts import VerdictCache

MAX_RUN = 64
"""Maximum number of puzzles per run: the panel takes half a second for 64 puzzles."""

MAX_PUZZLES = 100_000
"""Maximum number of puzzles in a file: 30 MB, and more than the panel decides in ten minutes."""

Entries = Sequence[tuple[int, Grid]]
"""Puzzles with their line numbers."""


@dataclass(slots=True)
class OwnPuzzles:
    """The puzzles of a file with their line numbers, and the number of puzzles reached.

    `left_out` contains the lines of reached puzzles that the contract excludes; `undecided` maps lines to reached
    puzzles that the panel cannot decide. `failed_line` is the line number of the first failed puzzle, or of the first
    puzzle in its run if the whole run failed.
    """

    name: str
    puzzles: Entries
    reached: int = 0
    left_out: set[int] = field(default_factory=set[int])
    undecided: dict[int, Grid] = field(default_factory=dict[int, Grid])
    failed_line: int | None = None
    _end: int = 0

    @property
    def is_done(self) -> bool:
        """Whether the run has reached all puzzles."""
        return self.reached == len(self.puzzles)

    def next_batch(self, verdicts: VerdictCache, options: Options, size: int, deadline: Deadline) -> list[int]:
        """Return the places of the next puzzles for the solver, at most `size`; fewer when the file or the time ends.

        Raises DisagreementError.
        """
        batch: list[int] = []
        self._end = self.reached
        while len(batch) < size and self._end < len(self.puzzles):
            line, puzzle = self.puzzles[self._end]
            is_promised = not any(kind.includes(puzzle) for kind in options.unpromised)
            try:
                if is_promised and (isinstance(verdicts[puzzle], Unique) or not options.contract.proper_only):
                    batch.append(self._end)
                else:
                    self.left_out.add(line)
            except UndecidedError:
                self.undecided[line] = puzzle
            self._end += 1
            if deadline.is_over:
                break
        return batch

    def advance(self, batch: Sequence[int], untried: int) -> None:
        """Note that a batch was judged, except for the last `untried` puzzles."""
        self.reached = batch[-untried] if untried else self._end

    def note_failure(self, batch: Sequence[int], found: Counterexample) -> None:
        """Record the line number of the puzzle that failed in a batch; the failing run may be a part of the batch."""
        puzzles = tuple(self.puzzles[place][1] for place in batch)
        index = found.failing_index or 0 if found.batch == puzzles else puzzles.index(found.puzzle)
        self.failed_line, _ = self.puzzles[batch[index]]

    def describe(self) -> str:
        """Describe the progress of the run in a sentence."""
        total = len(self.puzzles)
        words = f"all {total:,}" if self.is_done and total > 1 else f"{self.reached:,} of {total:,}"
        limit = "" if self.is_done else " in time" if self.failed_line is None else " before the first failure"
        left_out = f"; {len(self.left_out):,} left out, which the contract excludes" if self.left_out else ""
        failed = "" if self.failed_line is None else f"; the first failure is in line {self.failed_line}"
        return f"{self.name}: {words} puzzles reached{limit}{left_out}{failed}."


def read_own_puzzles(name: str, shape: Shape = Shape()) -> OwnPuzzles:
    """Read the puzzles of a file; `-` is the standard input.

    Raises UsageError with line and column for malformed text, a puzzle of another shape, an empty file, and more
    than `MAX_PUZZLES`.
    """
    found: list[tuple[int, Grid]] = []
    for place, entry in read_entries(name, shape):
        if entry.puzzle.shape != shape:
            raise UsageError(f"expected a puzzle of shape {shape}, found {entry.puzzle.shape}", f"{place}:1")
        if len(found) == MAX_PUZZLES:
            most = f"expected at most {MAX_PUZZLES:,} puzzles; `crosscover audit --judge` takes any number"
            raise UsageError(most, f"{place}:1")
        found.append((entry.line, entry.puzzle))
    return OwnPuzzles(display_name(name), found)
