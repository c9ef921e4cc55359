"""Asks a solver of the user's the puzzles of a chunk, and judges what comes back by the rules of the harness.

Each puzzle has the response that it gets by itself: what is wrong in a run is asked again alone, and what a run leaves
unanswered that crashed or was late is asked in smaller ones.

    one run of all -> wrong, or unanswered? -> that puzzle alone -> still unanswered ones? -> smaller runs of them

So a puzzle at which the solver hangs does not cost the others of the chunk, and what a program keeps from puzzle to
puzzle is told from what it does not know.
"""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.exit_code import ExitCode, NotStartedError
from crosscover.harness.judging import Counterexample, WrongResponse, expected_answer, failures
from crosscover.harness.leniency import Leniency
from crosscover.harness.schedule import Clock
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.reference import Grid
from crosscover.report.words import escape_unprintable
from crosscover.subjects.small_puzzles import easy_puzzle
from crosscover.subjects.smoke import ask_easy
from crosscover.subjects.subject import Failed, Fault, Subject, SubjectKind, Transcript

FIRST_RUN, MAX_RUN = 50, 1_000
"""How many puzzles are asked in one run: first few, which is what a run that hangs can take with it, then twice as many
each time all goes well, since some programs take long to start."""

PARTS = 8
"""Into so many runs a run is cut that failed, but not for its first unanswered puzzle."""

MAX_FAILED_RUNS = 50
"""After so many runs in a row without an answer a subject is not asked any more."""

LOST_SECONDS = 60.0
"""What failed runs may cost of a chunk, or what a first run may take if that is more; three times that in a row."""

WRONG, REFUSED, IN_A_RUN, SLOW, UNSETTLED = "wrong", "refused", "in a run", "slow", "unsettled"
"""Faults beside those of a run. `in a run`: it shows only where other puzzles are asked as well. `slow`: too late, as a
plain search at the pace of the subject would have been. `unsettled`: a fault of ours, no accusation."""

_FAULTS: Mapping[str, str] = {
    **{kind.value: WRONG for kind in WrongResponse},
    WrongResponse.REFUSAL.value: REFUSED,
    Fault.TIMED_OUT.value: "late",
    Fault.MALFORMED.value: "unreadable",
    Fault.MISSING.value: "missing",
}
"""The words for the causes of counterexamples that are not their own."""

_ENDS_RUN = (
    Fault.CRASHED,
    Fault.TIMED_OUT,
    Fault.OUT_OF_MEMORY,
    Fault.TOO_MUCH_OUTPUT,
    Fault.TOO_MANY_PROCESSES,
)


class Complaint(NamedTuple):
    """Why a response is not right, what came back and what is right; the code says whose fault it is, GOOD nobody's."""

    fault: str
    answer: str
    right: str
    reason: str
    code: ExitCode = ExitCode.WRONG


def seconds_to_lose(options: Options) -> float:
    """What failed runs may cost of a chunk, before the last of them."""
    return max(LOST_SECONDS, options.seconds(FIRST_RUN))


class SubjectRuns:
    """A subject, asked in this process or worker; to be closed.

    `verdicts` has those of the puzzles that are asked. A worker gives up a subject that does not answer any more, and
    asks it nothing from then on.
    """

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self.verdicts = verdicts
        self._clock = clock
        self._leniency = Leniency(subject, verdicts, clock)
        self._may_lose = seconds_to_lose(subject.options)
        self._batch: Sequence[Grid] = ()
        self._found: dict[int, Complaint | None] = {}
        self._lost_seconds = 0.0
        self._failed_runs = 0
        self._failed_seconds = 0.0
        self._knows_pace = False
        self._run_size = FIRST_RUN

    def judge(self, batch: Sequence[Grid]) -> dict[int, Complaint | None]:
        """What is wrong with the response to each puzzle, by its place in the batch; None where it is right.

        A place that is missing was not asked: there was no time left for it, or the subject is given up. The first is
        not missing unless it is. Raises NotStartedError.
        """
        self._batch, self._found, self._lost_seconds = batch, {}, 0.0
        if self.is_given_up:
            return self._found
        if not self._knows_pace:
            self._learn_pace()
        start = 0
        while start < len(batch):
            end = min(start + self._run_size, len(batch))
            if end == start + self._run_size:
                self._run_size = min(2 * self._run_size, MAX_RUN)
            self._judge_run(range(start, end))
            start = end
        return self._found

    def close(self) -> None:
        """End whatever the subject has started."""
        self._subject.close()

    def _learn_pace(self) -> None:
        self._knows_pace = True
        puzzle, _ = easy_puzzle(self._subject.options.shape)
        started = self._clock()
        transcript = ask_easy(self._subject)
        self._leniency.learn((puzzle,), transcript, self._clock() - started)

    @property
    def is_given_up(self) -> bool:
        """Whether it is not asked any more, as it does not answer."""
        return self._failed_runs >= MAX_FAILED_RUNS or self._failed_seconds > 3 * self._may_lose

    def _must_stop(self) -> bool:
        return self.is_given_up or self._lost_seconds > self._may_lose

    def _judge_run(self, places: Sequence[int]) -> None:
        """Judge puzzles in one run, and those that it leaves open in smaller ones, so that it ends."""
        if self._must_stop():
            return
        if len(places) == 1:
            self._found[places[0]] = self._judge_alone(places[0])
            return
        batch = [self._batch[place] for place in places]
        started = self._clock()
        transcript = self._subject.ask(batch)
        seconds = self._clock() - started
        self._note(transcript, seconds)
        if len(batch) <= FIRST_RUN:  # a plain search has to do the same puzzles
            self._leniency.learn(tuple(batch), transcript, seconds)
        verdicts = [self.verdicts[puzzle] for puzzle in batch]
        contract = self._subject.options.contract
        wrong: dict[int, Counterexample] = {}
        run_failure: Counterexample | None = None
        for found in failures(batch, verdicts, transcript, contract):
            if found.failing_index is None:
                run_failure = found
            else:
                wrong[places[found.failing_index]] = found
        responses = dict(zip(places, transcript.responses, strict=True))
        unanswered = [place for place in wrong if _ends_run(responses[place])]
        if run_failure is not None:
            self._judge_again(places, run_failure, is_over=True)
            return
        self._found.update({place: None for place in places if place not in wrong})
        self._judge_wrong([place for place in wrong if place not in unanswered], wrong)
        if unanswered:
            self._judge_again(unanswered, wrong[unanswered[0]], is_over=False)

    def _judge_wrong(self, places: Sequence[int], wrong: Mapping[int, Counterexample]) -> None:
        """Judge alone what was answered wrongly in a run.

        What a program writes for one puzzle may be taken for the answer to the next, so of programs the first wrong
        answer of a run counts alone, unless the others are wrong alone as well.
        """
        for place in places:
            if place != places[0] and self._must_stop():
                return
            self._found[place] = self._judge_alone(place)
            counts = place == places[0] or self._subject.kind is not SubjectKind.PROGRAM
            if self._found[place] is None and counts:
                self._found[place] = self._in_a_run(wrong[place], place)

    def _judge_again(self, places: Sequence[int], failure: Counterexample, *, is_over: bool) -> None:
        """Judge puzzles of a run that failed in smaller runs; `is_over` where it failed after all were answered.

        The first of them alone, since the run most likely failed for it. If it did not, the output before the failure
        may have been lost in a buffer.
        """
        first, rest = places[0], places[1:]
        self._found[first] = self._judge_alone(first)
        step = len(rest) or 1
        if is_over or self._found[first] is None:
            step = -(-len(rest) // PARTS) or 1
        for start in range(0, len(rest), step):
            self._judge_run(rest[start : start + step])
        if all(self._found.get(place) is None for place in places) and not failure.is_timeout:
            self._found[first] = self._in_a_run(failure, first)

    def _judge_alone(self, place: int) -> Complaint | None:
        """Judge a puzzle in a run of its own, and under the default limits with the leniency of a check."""
        puzzle = self._batch[place]
        try:
            asked = self._leniency.ask((puzzle,), Formatting())
        except (DisagreementError, UndecidedError) as error:  # about an easier puzzle
            return Complaint(UNSETTLED, "", "", str(error), ExitCode.FAULT)
        found = asked.counterexample
        if found is not None:
            self._note(found.transcript, asked.seconds)
        elif not asked.simplified_or_skipped:
            self._failed_runs, self._failed_seconds = 0, 0.0
        if found is not None and (found.batch == (puzzle,) or found.is_timeout):
            return self._complaint(found, place)
        if asked.simplified_or_skipped:
            self._lose(asked.seconds)
            reason = "no answer in time, as none of a plain search at its pace would have come"
            return Complaint(SLOW, "", self._right(place), reason, ExitCode.GOOD)
        return None

    def _note(self, transcript: Transcript, seconds: float) -> None:
        """Note what a run cost that failed; raises NotStartedError."""
        for response in transcript.responses:
            if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
                raise NotStartedError(f"{self._subject.name}: {response.reason}")
        if any(map(_ends_run, transcript.responses)):
            self._lose(seconds)
        if not all(map(_ends_run, transcript.responses)):
            self._failed_runs, self._failed_seconds = 0, 0.0

    def _lose(self, seconds: float) -> None:
        self._lost_seconds += seconds
        self._failed_seconds += seconds
        self._failed_runs += 1
        self._run_size = FIRST_RUN

    def _right(self, place: int) -> str:
        return expected_answer(self.verdicts[self._batch[place]], self._subject.options.contract)

    def _complaint(self, found: Counterexample, place: int) -> Complaint:
        fault = _FAULTS.get(found.cause, found.cause)
        answer = "" if found.failing_index is None else found.transcript.responses[found.failing_index]
        words = answer if isinstance(answer, str) else str(answer)
        reason = found.reason
        if found.is_timeout:  # the reason tells where it was by then, which differs from run to run
            reason = f"no answer within {self._subject.options.seconds(1):g} s"
        return Complaint(fault, words, self._right(place), escape_unprintable(reason))

    def _in_a_run(self, found: Counterexample, place: int) -> Complaint:
        complaint = self._complaint(found, place)
        reason = f"in a run of {len(found.batch)} puzzles: {complaint.reason}; right where it is asked alone"
        return complaint._replace(fault=IN_A_RUN, reason=reason)


def _ends_run(response: object) -> bool:
    return isinstance(response, Failed) and response.fault in _ENDS_RUN
