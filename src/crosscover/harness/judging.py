"""Batches of puzzles, counterexamples, and exceptions that report failures."""

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
    """The input of an earlier run to repeat, with its hash seed if the solver depends on it.

    An input that failed now and then has several `repeats`.
    """

    batch: Batch
    formatting: Formatting
    hash_seed: int | None = None
    repeats: int = 1


SavedBatches = Sequence[SavedInput]


@dataclass(frozen=True, slots=True)
class CoverBatch:
    """A batch of a covering list, and the names of the facets that it covers, such as "a clash in row 9".

    A batch that `runs_alone` gets a run of its own, as do the following kinds. An `unfiltered` batch goes to every
    subject unchanged, however slow it is. `similar_puzzles` is the number of similar puzzles that take about as long;
    a batch that takes too long ends the list of this round, unless it has facets, which slow subjects skip. A subject
    that fails a batch with a `usual_form`, such as "LF", needs this form of the input; this is not a failure.
    """

    puzzles: Batch
    facets: tuple[str, ...]
    formatting: Formatting = Formatting()
    runs_alone: bool = False
    unfiltered: bool = False
    similar_puzzles: int = 0
    usual_form: str = ""


def facets_of(batches: Sequence[CoverBatch]) -> tuple[str, ...]:
    """Return the facets of a covering list in order, without duplicates."""
    return tuple(dict.fromkeys(facet for batch in batches for facet in batch.facets))


class ShrinkKey(NamedTuple):
    """The cause that shrinking preserves: `kind` and `exception` come from the mismatch."""

    kind: str
    exception: str
    right_alone: bool


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A batch that a subject fails, with the failing puzzle and the mismatch in the response.

    `failing_index` is the index of the failing puzzle in the batch, None if the whole run failed. `right_alone`
    means that the subject answers the puzzle correctly in a separate run, so the failure needs the earlier puzzles. It
    is False if this is unknown, as after a timeout. Of the `repeats` of the same run, `failed_repeats` failed.
    """

    batch: Batch
    verdicts: tuple[Verdict, ...]
    transcript: Transcript
    formatting: Formatting
    failing_index: int | None
    mismatch: Mismatch
    right_alone: bool = False
    contract: Contract = PROPER
    repeats: int = 0
    failed_repeats: int = 0

    @property
    def cause(self) -> str:
        """The kind of failure, such as "wrong answer"."""
        return str(self.mismatch.kind.value)

    @property
    def reason(self) -> str:
        """The failure in one sentence."""
        return self.mismatch.reason

    @property
    def puzzle(self) -> Grid:
        """The failing puzzle, or the first puzzle if the whole run failed."""
        return self.batch[self.failing_index or 0]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the failing puzzle."""
        return self.verdicts[self.failing_index or 0]

    @property
    def response(self) -> Response | None:
        """The response to the failing puzzle, None if the whole run failed."""
        return None if self.failing_index is None else self.transcript.responses[self.failing_index]

    @property
    def expected_lines(self) -> tuple[str, ...]:
        """The expected answer in words, with the known solutions."""
        return self.contract.expected_lines(self.puzzle, self.verdict)

    @property
    def shrink_key(self) -> ShrinkKey:
        """A key that two failures share if shrinking may replace one by the other."""
        raised = self.mismatch.exception if self.mismatch.kind is Fault.RAISED else ""
        return ShrinkKey(self.cause, raised, self.right_alone)

    @property
    def cause_key(self) -> tuple[object, ...]:
        """A key that is equal for failures with the same cause, which reports combine.

        Shrunk counterexamples that still contain several puzzles or an unusual formatting need them, so the cause
        differs from a failure of a single puzzle. Timeouts are hardly shrunk, so their key ignores both.
        """
        needs = len(self.batch) > 1, self.formatting == Formatting(), self.right_alone
        return self.mismatch.key, type(self.response), () if self.is_timeout else needs

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The cells in which the received grid differs from the unique solution, except the cells of the mismatch."""
        match self.response, self.verdict:
            case Answered(grid), Unique(expected) if expected.shape == grid.shape:
                return tuple(sorted(grid.differing_cells(expected).difference(self.mismatch.cells)))
            case _:
                return ()

    @property
    def size(self) -> tuple[bool, int, int, int]:
        """The size of a counterexample: number of puzzles, of distinct puzzles, and of all their empty cells.

        Puzzles without a solution contribute their clues instead. A timeout is larger than any other failure.
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
    """The subject failed a batch, as the counterexamples show: one per cause, smallest first."""

    def __init__(self, counterexamples: Sequence[Counterexample]) -> None:
        super().__init__(counterexamples[0].reason)
        self.counterexamples = tuple(counterexamples)

    @property
    def counterexample(self) -> Counterexample:
        """The smallest counterexample."""
        return self.counterexamples[0]


class PropertyViolatedError(AssertionError):
    """A property of an engine, the table or the links does not hold; `puzzle` is an example, if there is one.

    `is_timeout` means that the only failure was a timeout.
    """

    def __init__(self, reason: str, puzzle: Grid | None = None, *, is_timeout: bool = False) -> None:
        super().__init__(reason if puzzle is None else f"{reason}\n{puzzle}\n{puzzle.to_diagram()}")
        self.reason = reason
        self.puzzle = puzzle
        self.is_timeout = is_timeout


class InvalidExampleError(Exception):
    """The contract excludes a generated puzzle, or its verdict differs from the derived one: a fault of crosscover."""


def failures(
    batch: Sequence[Grid],
    verdicts: Sequence[Verdict],
    transcript: Transcript,
    contract: Contract,
    formatting: Formatting = Formatting(),
) -> Iterator[Counterexample]:
    """Yield the failures of a run: first the failing puzzles in order, then the failure of the whole run."""

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
