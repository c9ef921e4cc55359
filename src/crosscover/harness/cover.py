"""The runs of a covering list: which batches are joined into a run, and which runs start in parallel."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosscover.reference import Grid

from .judging import Batch, CoverBatch
from .pace import Pace

MAX_JOINED = 100
"""Maximum number of puzzles in a run that joins several batches of a covering list."""


@dataclass(frozen=True, slots=True)
class CoverRun:
    """Batches of a covering list for one run of the subject; batches that need a run of their own are alone."""

    batches: Sequence[CoverBatch]

    @property
    def first(self) -> CoverBatch:
        """The first batch."""
        return self.batches[0]

    @property
    def puzzles(self) -> Batch:
        """The puzzles of all batches."""
        return tuple(puzzle for batch in self.batches for puzzle in batch.puzzles)


def next_runs(cover: Sequence[CoverBatch], pace: Pace, seconds: float, most: int) -> list[CoverRun]:
    """Return the first runs of a covering list to start in parallel in `seconds`, at most `most`.

    A long run starts alone.
    """
    place, runs = 0, list[CoverRun]()
    while place < len(cover) and len(runs) < most:
        run = _joined(cover[place:], pace)
        is_alone = run.first.runs_alone or not fits(pace, run.puzzles, seconds)
        if runs and is_alone:
            break
        runs.append(run)
        if is_alone:
            break
        place += len(run.batches)
    return runs


def fits(pace: Pace, puzzles: Sequence[Grid], seconds: float, number: int | None = None) -> bool:
    """Return whether a run, or a run of `number` similar puzzles, takes at most `seconds`.

    False if the pace is unknown.
    """
    return pace.rate() is not None and pace.seconds(puzzles, number) <= seconds


def _joined(cover: Sequence[CoverBatch], pace: Pace) -> CoverRun:
    """Return the first batches of a list to join: several if starting a run takes longer than answering it."""
    first, *others = cover[:MAX_JOINED]
    batches, size = [first], len(first.puzzles)
    longest = min(MAX_JOINED, int(pace.start * (pace.rate() or 0.0)))
    for other in others:
        size += len(other.puzzles)
        if first.runs_alone or other.runs_alone or other.formatting != first.formatting or size > longest:
            break
        batches.append(other)
    return CoverRun(batches)
