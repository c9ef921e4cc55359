"""Runs a solver of the user's on the puzzles of a chunk, and judges its responses with the rules of the harness.

The verdict on a puzzle is the one that it gets when it is alone: puzzles with a wrong response are repeated alone, and
those that a crash or a timeout left unanswered are repeated in smaller batches.

    all in one batch -> wrong, or unanswered? -> that puzzle alone -> others unanswered? -> smaller batches of them

So a puzzle at which the solver hangs does not affect the others of the chunk, and state that a program keeps between
puzzles does not count as an error of its algorithm.
"""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crosscover.contracts import WrongResponse
from crosscover.exit_code import ExitCode, NotStartedError
from crosscover.harness.deadline import Clock
from crosscover.harness.judging import Counterexample, failures
from crosscover.harness.timeouts import Timeouts, excuse_memory
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.output import escape_line
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.subjects.subject import Subject, SubjectKind, Transcript

from .facts import unsettled_code

FIRST_BATCH, MAX_BATCH = 50, 1_000
"""Sizes of batches: small at first, to limit the damage of a hang, then doubled after each success, since some programs
start slowly."""

PARTS = 8
"""Number of parts of a batch that failed, if not because of its first unanswered puzzle."""

MAX_FAILED_BATCHES = 50
"""Consecutive batches without an answer after which a subject is given up."""

LOST_SECONDS = 60.0
"""Time limit in seconds for failed batches of a chunk, unless a first batch may take longer; three times that for
consecutive ones."""

WRONG, REFUSED, ONLY_IN_BATCH, SLOW, UNSETTLED = "wrong", "refused", "fails only in a batch", "slow", "unsettled"
"""Faults beside those of a batch. `slow`: timed out, as a plain search at the pace of the subject would have; not an
error. `unsettled`: a fault of crosscover."""

_FAULTS: Mapping[str, str] = {
    **{kind.value: WRONG for kind in WrongResponse},
    WrongResponse.REFUSAL.value: REFUSED,
    Fault.TIMED_OUT.value: "timed out",
    Fault.MALFORMED.value: "unreadable",
    Fault.MISSING.value: "missing",
}
"""The faults for causes of counterexamples, unless they are the same."""

_ENDS_BATCH = (
    Fault.CRASHED,
    Fault.TIMED_OUT,
    Fault.OUT_OF_MEMORY,
    Fault.TOO_MUCH_OUTPUT,
    Fault.TOO_MANY_PROCESSES,
)


class FaultyResponse(NamedTuple):
    """A response that is not right, and the expected one; the code is GOOD if it is not an error."""

    fault: str
    received: str
    expected: str
    reason: str
    code: ExitCode = ExitCode.WRONG


def seconds_to_lose(options: Options) -> float:
    """Time limit in seconds for failed batches of a chunk, except for the last one."""
    return max(LOST_SECONDS, options.seconds(FIRST_BATCH))


def chunk_seconds(options: Options) -> float:
    """Time limit in seconds of a subject for a chunk: for failed batches and for others."""
    return 2 * (seconds_to_lose(options) + options.seconds(MAX_BATCH))


class AuditedSubject:
    """A subject that this process or worker runs on chunk after chunk; to be closed.

    `verdicts` has those of the puzzles. A subject that does not answer any more is given up.
    """

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self.verdicts = verdicts
        self._clock = clock
        self._timeouts = Timeouts(subject, verdicts, clock)
        self._may_lose = seconds_to_lose(subject.options)
        self._batch: Sequence[Grid] = ()
        self._found: dict[int, FaultyResponse | None] = {}
        self._lost_seconds = 0.0
        self._failed_batches = 0
        self._failed_seconds = 0.0
        self._knows_pace = False
        self._batch_size = FIRST_BATCH

    def judge(self, batch: Sequence[Grid]) -> dict[int, FaultyResponse | None]:
        """The faulty responses by their places in the batch, None for right ones.

        Puzzles for which there was no time are missing, but not the first one, unless the subject is given up. Raises
        NotStartedError.
        """
        self._batch, self._found, self._lost_seconds = batch, {}, 0.0
        if self.is_given_up:
            return self._found
        if not self._knows_pace:
            self._knows_pace = True
            self._timeouts.ask_easy_puzzle(str(batch[0]))
        start = 0
        while start < len(batch):
            end = min(start + self._batch_size, len(batch))
            if end == start + self._batch_size:
                self._batch_size = min(2 * self._batch_size, MAX_BATCH)
            self._judge_batch(range(start, end))
            start = end
        return self._found

    def close(self) -> None:
        """End all processes of the subject."""
        self._subject.close()

    @property
    def is_given_up(self) -> bool:
        """Whether the subject is not run any more, as it does not answer."""
        return self._failed_batches >= MAX_FAILED_BATCHES or self._failed_seconds > 3 * self._may_lose

    def _must_stop(self) -> bool:
        return self.is_given_up or self._lost_seconds > self._may_lose

    def _judge_batch(self, places: Sequence[int]) -> None:
        """Judge puzzles in one batch, and those that it leaves unanswered in smaller ones, so that this ends."""
        if self._must_stop():
            return
        if len(places) == 1:
            self._found[places[0]] = self._judge_alone(places[0])
            return
        batch = [self._batch[place] for place in places]
        started = self._clock()
        transcript = excuse_memory(self._subject.ask(batch), self._subject.options)
        seconds = self._clock() - started
        self._note(transcript, seconds)
        if len(batch) <= FIRST_BATCH:  # a plain search has to solve the same puzzles
            self._timeouts.pace.record(batch, transcript, seconds)
        verdicts = [self.verdicts[puzzle] for puzzle in batch]
        contract = self._subject.options.contract
        wrong: dict[int, Counterexample] = {}
        batch_failure: Counterexample | None = None
        for found in failures(batch, verdicts, transcript, contract):
            if found.failing_index is None:
                batch_failure = found
            else:
                wrong[places[found.failing_index]] = found
        responses = dict(zip(places, transcript.responses, strict=True))
        unanswered = [place for place in wrong if _ends_batch(responses[place])]
        if batch_failure is not None:
            self._judge_again(places, batch_failure, is_over=True)
            return
        self._found.update({place: None for place in places if place not in wrong})
        self._judge_wrong([place for place in wrong if place not in unanswered], wrong)
        if unanswered:
            self._judge_again(unanswered, wrong[unanswered[0]], is_over=False)

    def _judge_wrong(self, places: Sequence[int], wrong: Mapping[int, Counterexample]) -> None:
        """Repeat puzzles with a wrong response alone.

        Surplus output of a program may be taken for its answer to the next puzzle. So the first wrong response of a
        program counts, and others only if they are wrong alone as well.
        """
        for place in places:
            if place != places[0] and self._must_stop():
                return
            self._found[place] = self._judge_alone(place)
            counts = place == places[0] or self._subject.kind is not SubjectKind.PROGRAM
            if self._found[place] is None and counts:
                self._found[place] = self._only_in_batch(wrong[place], place)

    def _judge_again(self, places: Sequence[int], failure: Counterexample, *, is_over: bool) -> None:
        """Repeat puzzles of a failed batch in smaller ones; `is_over` if it failed after the last answer.

        The first one is repeated alone, as it most likely caused the failure. If it did not, output from before the
        failure may have been lost in a buffer.
        """
        first, rest = places[0], places[1:]
        self._found[first] = self._judge_alone(first)
        step = len(rest) or 1
        if is_over or self._found[first] is None:
            step = -(-len(rest) // PARTS) or 1
        for start in range(0, len(rest), step):
            self._judge_batch(rest[start : start + step])
        if all(self._found.get(place) is None for place in places) and not failure.is_timeout:
            self._found[first] = self._only_in_batch(failure, first)

    def _judge_alone(self, place: int) -> FaultyResponse | None:
        """Judge a puzzle in a batch of its own, with the retries of a check under the default limits."""
        puzzle, started = self._batch[place], self._clock()
        try:
            asked = self._timeouts.judge((puzzle,))
        except (DisagreementError, UndecidedError) as error:  # about an easier puzzle
            return FaultyResponse(UNSETTLED, "", "", str(error), unsettled_code(error))
        found = asked.counterexample
        if found is not None:
            self._note(found.transcript, self._clock() - started)
        elif not asked.unanswered:
            self._failed_batches, self._failed_seconds = 0, 0.0
        if found is not None and (found.batch == (puzzle,) or found.is_timeout):
            return self._complaint(found, place)
        if asked.unanswered:
            self._lose(self._clock() - started)
            reason = "timed out, as a plain search at its pace would have"
            if self._batch[place] in self._timeouts.out_of_memory:
                reason = "ran out of the default memory; raise --memory-limit"
            return FaultyResponse(SLOW, "", self._expected(place), reason, ExitCode.GOOD)
        return None

    def _note(self, transcript: Transcript, seconds: float) -> None:
        """Note the time that a failed batch took; raises NotStartedError."""
        for response in transcript.responses:
            if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
                raise NotStartedError(response.reason)
        if any(map(_ends_batch, transcript.responses)):
            self._lose(seconds)
        if not all(map(_ends_batch, transcript.responses)):
            self._failed_batches, self._failed_seconds = 0, 0.0

    def _lose(self, seconds: float) -> None:
        self._lost_seconds += seconds
        self._failed_seconds += seconds
        self._failed_batches += 1
        self._batch_size = FIRST_BATCH

    def _expected(self, place: int) -> str:
        puzzle = self._batch[place]
        return self._subject.options.contract.expected_answer(puzzle, self.verdicts[puzzle])

    def _complaint(self, found: Counterexample, place: int) -> FaultyResponse:
        fault = _FAULTS.get(found.cause, found.cause)
        words = "" if found.response is None else str(found.response)
        reason = found.reason
        if found.is_timeout:  # the reason has the progress so far, which differs from run to run
            reason = f"no answer within {self._subject.options.seconds(1):g} s"
        return FaultyResponse(fault, words, self._expected(place), escape_line(reason))

    def _only_in_batch(self, found: Counterexample, place: int) -> FaultyResponse:
        complaint = self._complaint(found, place)
        reason = f"in a batch of {len(found.batch)} puzzles: {complaint.reason}; right if the puzzle is alone"
        return complaint._replace(fault=ONLY_IN_BATCH, reason=reason)


def _ends_batch(response: object) -> bool:
    return isinstance(response, Failed) and response.fault in _ENDS_BATCH
