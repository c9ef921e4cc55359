"""Batches of puzzles, counterexamples, and the exceptions that report failures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crosscover.contracts import PROPER, Contract, Mismatch
from crosscover.dialects import Formatting
from crosscover.reference import Grid, NoSolution, Unique, Verdict
from crosscover.responses import Answered, Fault, Response
from crosscover.subjects.subject import Transcript

Batch = tuple[Grid, ...]
"""Puzzles that a subject receives in one run, in order."""


class SavedInput(NamedTuple):
    """The input of an earlier run that is repeated, with its hash seed if the solver depends on it."""

    batch: Batch
    formatting: Formatting
    hash_seed: int | None = None


SavedBatches = Sequence[SavedInput]


@dataclass(frozen=True, slots=True)
class CoverBatch:
    """A batch of a covering list, and the names of the facets that it covers, such as "a clash in row 9".

    If its `length_matters`, it is a separate run, as are batches of the following kinds. Every subject receives a batch
    `in_full` unchanged, however slow it is. Only fast subjects receive a batch with a `cost`, the number of similar
    puzzles that take about as long; it has no facets. A subject that fails a batch with a `usual` form, such as "LF",
    needs that form of the input; this is no failure.
    """

    puzzles: Batch
    facets: tuple[str, ...]
    formatting: Formatting = Formatting()
    length_matters: bool = False
    in_full: bool = False
    cost: int = 0
    usual: str = ""


def facets_of(batches: Sequence[CoverBatch]) -> tuple[str, ...]:
    """The facets of a covering list, each once, in order."""
    return tuple(dict.fromkeys(facet for batch in batches for facet in batch.facets))


class ShrinkKey(NamedTuple):
    """The cause that shrinking keeps: `kind` and `exception` are those of the mismatch."""

    kind: str
    exception: str
    right_alone: bool


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A batch for which a subject is wrong: the failing puzzle, and what is wrong with the response.

    `failing_index` is the index of the failing puzzle in the batch, None if the whole run is at fault. `right_alone`
    means that the subject answers the puzzle correctly in a separate run, so the failure needs the puzzles before it.
    It is False if that is not known, as for a timeout and a run that failed as a whole.
    """

    batch: Batch
    verdicts: tuple[Verdict, ...]
    transcript: Transcript
    formatting: Formatting
    failing_index: int | None
    mismatch: Mismatch
    right_alone: bool = False
    contract: Contract = PROPER

    @property
    def cause(self) -> str:
        """The kind of failure, such as "wrong answer"."""
        return str(self.mismatch.kind.value)

    @property
    def reason(self) -> str:
        """A sentence about the failure."""
        return self.mismatch.reason

    @property
    def puzzle(self) -> Grid:
        """The failing puzzle, or the first one if the whole run is at fault."""
        return self.batch[self.failing_index or 0]

    @property
    def verdict(self) -> Verdict:
        """The verdict on this puzzle."""
        return self.verdicts[self.failing_index or 0]

    @property
    def response(self) -> Response | None:
        """The response to the failing puzzle, None if the whole run is at fault."""
        return None if self.failing_index is None else self.transcript.responses[self.failing_index]

    @property
    def expected_lines(self) -> tuple[str, ...]:
        """The expected answer in words, with the known solutions."""
        return self.contract.expected_lines(self.puzzle, self.verdict)

    @property
    def shrink_key(self) -> ShrinkKey:
        """Equal for failures that shrinking may exchange for each other."""
        raised = self.mismatch.exception if self.mismatch.kind is Fault.RAISED else ""
        return ShrinkKey(self.cause, raised, self.right_alone)

    @property
    def cause_key(self) -> tuple[object, ...]:
        """Equal for failures with one cause, which reports show as one.

        A counterexample has been shrunk: if it still has several puzzles, or an unusual formatting, the failure needs
        them, and differs from one that a single puzzle shows. A timeout is hardly shrunk, so there neither counts.
        """
        needs = len(self.batch) > 1, self.formatting == Formatting(), self.right_alone
        return self.mismatch.key, type(self.response), () if self.is_timeout else needs

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The cells of the received grid that differ from the only expected one, except those of the mismatch."""
        match self.response, self.verdict:
            case Answered(grid), Unique(expected) if expected.shape == grid.shape:
                return tuple(sorted(grid.differing_cells(expected).difference(self.mismatch.cells)))
            case _:
                return ()

    @property
    def size(self) -> tuple[bool, int, int, int]:
        """Smaller for better counterexamples: puzzles, different puzzles, and the sum of their empty cells.

        For a puzzle without a solution its clues count instead. A timeout is larger than any other failure.
        """
        weights = [
            puzzle.clue_count if isinstance(verdict, NoSolution) else len(puzzle.empty_cells())
            for puzzle, verdict in zip(self.batch, self.verdicts, strict=True)
        ]
        return self.is_timeout, len(self.batch), len(set(self.batch)), sum(weights)

    @property
    def is_timeout(self) -> bool:
        """Whether the failure is a timeout."""
        return self.mismatch.kind is Fault.TIMED_OUT


class SubjectFailedError(AssertionError):
    """The subject is wrong about a batch, as the counterexample shows; `others` have other causes."""

    def __init__(self, counterexample: Counterexample, others: Sequence[Counterexample] = ()) -> None:
        super().__init__(counterexample.reason)
        self.counterexample = counterexample
        self.others = tuple(others)


class PropertyViolatedError(AssertionError):
    """A property of an engine, of the table or of the links does not hold; `puzzle` shows it, if there is one.

    `is_timeout` means that the only failure was a timeout.
    """

    def __init__(self, reason: str, puzzle: Grid | None = None, *, is_timeout: bool = False) -> None:
        super().__init__(reason if puzzle is None else f"{reason}\n{puzzle}\n{puzzle.to_diagram()}")
        self.reason = reason
        self.puzzle = puzzle
        self.is_timeout = is_timeout


class InvalidExampleError(Exception):
    """A generated puzzle is excluded by the contract or has another verdict than derived: a fault of crosscover."""


def failures(
    batch: Sequence[Grid],
    verdicts: Sequence[Verdict],
    transcript: Transcript,
    contract: Contract,
    formatting: Formatting = Formatting(),
) -> Iterator[Counterexample]:
    """Yield the failures of a run: first the puzzles in order, then the run as a whole."""

    def counterexample(failing_index: int | None, mismatch: Mismatch) -> Counterexample:
        return Counterexample(
            tuple(batch), tuple(verdicts), transcript, formatting, failing_index, mismatch, contract=contract
        )

    for place, (puzzle, verdict, response) in enumerate(zip(batch, verdicts, transcript.responses, strict=True)):
        mismatch = contract.explain(puzzle, verdict, response)
        if mismatch is not None:
            yield counterexample(place, mismatch)
    if transcript.run_failure is not None:
        yield counterexample(None, Mismatch.of_failure(transcript.run_failure))
