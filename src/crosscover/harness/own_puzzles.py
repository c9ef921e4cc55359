"""The user's own puzzles: a file of them, and the progress of a run through it.

They are used in the order of the file, each once, over all rounds of a run. Puzzles that the contract excludes, or that
the panel cannot decide, are left out; a run reports their number, and how many puzzles it has reached.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from crosscover.exit_code import UsageError
from crosscover.options import Options
from crosscover.oracles.panel import UndecidedError
from crosscover.puzzle_files import display_name, read_entries
from crosscover.reference import Grid, Shape, Unique, Verdict, VerdictKind
from crosscover.visible_kinds import VisibleKind

from .judging import Counterexample
from .verdicts import UncountedError

PROPERTY = "your_puzzles"
"""The name of the property of these puzzles."""

LONGEST_RUN = 64
"""Maximum size of a run, from 1 on doubled each time: the panel takes half a second for 64 puzzles."""

MAX_PUZZLES = 100_000
"""Maximum number of puzzles in a file: more than the panel decides in ten minutes, and 30 MB."""

UNDECIDED, UNCOUNTED = "undecided", "uncounted"


@dataclass(slots=True)
class OwnPuzzles:
    """The puzzles of a file with their lines, and the number of those reached.

    `is_cut` means that the file has more puzzles than were read. `left_out` counts the reached puzzles that were left
    out, by the value of their `VerdictKind`, or as undecided or uncounted. `failed_line` is the line of the first
    failed puzzle, or of the first of its run if no single puzzle failed.
    """

    name: str
    lines: Sequence[int]
    puzzles: Sequence[Grid]
    is_cut: bool = False
    reached: int = 0
    left_out: Counter[str] = field(default_factory=Counter[str])
    failed_line: int | None = None

    @property
    def is_done(self) -> bool:
        """Whether all of them were reached."""
        return self.reached == len(self.puzzles)

    def next_batch(
        self, decide: Callable[[Grid], Verdict], options: Options, size: int, seconds_left: Callable[[], float]
    ) -> dict[int, Grid]:
        """Return the next puzzles that the solver receives, by their lines; fewer at the end of the file or the time.

        Raises DisagreementError.
        """
        batch: dict[int, Grid] = {}
        while len(batch) < size and not self.is_done:
            line, puzzle = self.lines[self.reached], self.puzzles[self.reached]
            self.reached += 1
            unpromised = next((kind for kind in options.unpromised if kind.includes(puzzle)), None)
            try:
                verdict = decide(puzzle)
            except UncountedError:
                self.left_out[UNCOUNTED] += 1
            except UndecidedError:
                self.left_out[UNDECIDED] += 1
            else:
                if options.contract.proper_only and not isinstance(verdict, Unique):
                    self.left_out[verdict.kind.value] += 1
                elif unpromised is not None:
                    self.left_out[unpromised.value] += 1
                else:
                    batch[line] = puzzle
            if seconds_left() <= 0:
                break
        return batch

    def note_failure(self, batch: dict[int, Grid], found: Counterexample) -> None:
        """Record the line of the puzzle that failed in a batch."""
        index = found.failing_index if len(found.batch) == len(batch) else None
        self.failed_line = list(batch)[index or 0]

    def describe(self) -> str:
        """Describe the progress of the run in a sentence or two."""
        total = len(self.puzzles)
        words = f"all {total:,}" if self.is_done and total > 1 else f"{self.reached:,} of {total:,}"
        limit = "" if self.is_done else " in the time" if self.failed_line is None else " before the first failure"
        sentences = [f"{self.name}: {words} puzzles reached{limit}"]
        reasons = {
            VerdictKind.NONE.value: "without a solution",
            VerdictKind.SEVERAL.value: "with several solutions",
            UNDECIDED: "that the panel could not decide",
            UNCOUNTED: "with more solutions than the panel counted in time",
            VisibleKind.FULL.value: "without an empty cell",
            VisibleKind.CLASHING.value: "with clashing clues",
        }
        left_out = [f"{self.left_out[key]:,} {words}" for key, words in reasons.items() if self.left_out[key]]
        if left_out:
            sentences.append(f"left out: {', '.join(left_out)}")
        if self.is_cut:
            sentences.append(f"the file has more than the maximum of {MAX_PUZZLES:,}, which were not read")
        if self.failed_line is not None:
            sentences.append(f"the first failure is in line {self.failed_line}")
        return "; ".join(sentences) + "."


def read_own_puzzles(name: str, shape: Shape = Shape()) -> OwnPuzzles:
    """Read the puzzles of a file, `-` for the standard input, up to `MAX_PUZZLES`.

    Raises UsageError with line and column for malformed text, a puzzle of another shape, and no puzzle at all.
    """
    shown = display_name(name)
    lines: list[int] = []
    puzzles: list[Grid] = []
    entries = read_entries([name], shape=shape)
    try:
        for place, entry in islice(entries, MAX_PUZZLES):
            if entry.puzzle.shape != shape:
                raise UsageError(f"expected a puzzle of shape {shape}, found {entry.puzzle.shape}", f"{place}:1")
            lines.append(entry.line)
            puzzles.append(entry.puzzle)
        is_cut = len(puzzles) == MAX_PUZZLES and next(entries, None) is not None
    except UsageError as error:
        raise UsageError(str(error) if error.place == "crosscover" else f"{error.place}: {error}") from None
    if not puzzles:
        raise UsageError(f"{shown}:1:1: expected a puzzle, found the end of the input")
    return OwnPuzzles(shown, lines, puzzles, is_cut=is_cut)
