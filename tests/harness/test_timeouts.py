"""The rule for timeouts, point by point, and its exceptions: memory, limits of the user, and engines."""

import math
from collections.abc import Iterator, Sequence

import pytest

from crosscover import contracts
from crosscover.harness.batch_runs import BatchRuns
from crosscover.harness.budget import Deadline
from crosscover.harness.timeouts import Outcome, Timeouts
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Counted, Failed, Fault, Response
from crosscover.subjects.engine_subject import EngineSubject

from . import fakes
from .fakes import EASY, HANG, HARD, OTHER, SOLUTION, ScriptedSubject, correct, hangs_on, scripted, timed

THIRD = SOLUTION.with_cell(40, 0)
UNSOLVABLE = HARD.with_cell(2, 9)
"""A puzzle without a solution, for which a plain search needs 1,725 nodes."""
WHOLE = Options().seconds(1)
"""The whole time limit of one puzzle in seconds."""


def timeouts_of(subject: ScriptedSubject, seconds: float = math.inf, *, is_known: bool = True) -> Timeouts:
    """The rule for a subject in a run of some seconds; its pace has been measured if it `is_known`."""
    timeouts = Timeouts(BatchRuns(subject, fakes.verdicts(), subject.clock))
    timeouts.begin(Deadline(subject.clock).within(seconds + 4), seconds / 4)
    for _ in range(5) if is_known else ():
        assert timeouts.run((EASY, OTHER)).counterexample is None
    subject.received.clear()
    subject.limits.clear()
    return timeouts


def count_one(batch: Sequence[Grid]) -> Sequence[Response]:
    """Count a solution for each puzzle."""
    return [Counted(1)] * len(batch)


def is_timeout(judged: Outcome, *batch: Grid) -> bool:
    """Whether a batch was judged to have timed out."""
    found = judged.counterexample
    return found is not None and found.is_timeout and found.batch == batch


@pytest.mark.parametrize("buffers", [False, True])
@pytest.mark.parametrize("number", [2, 12, 300])
def test_a_hang_is_narrowed_to_its_puzzle(number: int, buffers: bool) -> None:
    """Point 1: puzzles are asked alone up to the slow one, even if a buffer has kept the answers before it."""
    timeouts = timeouts_of(timed(hangs_on(OTHER, seconds=0.001), buffers=buffers), 60, is_known=False)
    timeouts.run((EASY,) * 3)
    place = number * 2 // 3
    assert is_timeout(timeouts.run((*(EASY,) * place, OTHER, *(EASY,) * (number - place - 1))), OTHER)
    assert timeouts.retry_seconds == pytest.approx(2 * WHOLE, abs=1)


@pytest.mark.parametrize("buffers", [False, True])
@pytest.mark.parametrize(
    ("slow", "contract"), [(HARD, contracts.ANY), (UNSOLVABLE, contracts.ANY), (EASY.keeping(255), contracts.COUNT)]
)
def test_a_puzzle_that_takes_any_search_too_long(slow: Grid, contract: contracts.Contract, buffers: bool) -> None:
    """Point 2: a puzzle that is hard, or has too many solutions to count, is unanswered if it times out."""
    subject = timed(hangs_on(slow), count_one if contract.numbers else fakes.answer_correctly, buffers=buffers)
    subject.options = Options(contract=contract)
    judged = timeouts_of(subject, 60).run((EASY, slow, OTHER, THIRD))
    assert judged == Outcome((EASY, OTHER, THIRD), unanswered=(slow,), in_one_run=False)
    assert subject.received[-1] == (OTHER, THIRD)


def test_an_easy_puzzle_has_the_whole_time_limit_twice() -> None:
    """Point 3: an easy puzzle fails only if it exceeds the whole time limit twice."""
    subject = timed(hangs_on(THIRD))
    assert is_timeout(timeouts_of(subject, 60).run((EASY, THIRD, EASY)), THIRD)
    assert (subject.received[1:], subject.limits[1:]) == ([(THIRD,)] * 2, [None] * 2)


@pytest.mark.parametrize(("is_starved", "seconds"), [(True, 600), (False, 20)])
def test_a_hang_that_is_not_certain(is_starved: bool, seconds: float) -> None:
    """Points 3 and 5: a puzzle is suspect if other processes took its time, or there was none for a second try."""
    subject = timed(hangs_on(THIRD))
    subject.is_starved = is_starved
    judged = timeouts_of(subject, seconds).run((EASY, THIRD, EASY))
    assert judged == Outcome((EASY, EASY), unanswered=(THIRD,), suspects=(THIRD,), in_one_run=False)
    assert subject.received[1:] == [(THIRD,), (EASY,)]


@pytest.mark.parametrize("buffers", [False, True])
def test_a_hang_that_needs_the_puzzles_before_it(buffers: bool) -> None:
    """Point 4: a run that hangs at its sixth puzzle twice is a failure, though each puzzle is answered alone."""
    subject = timed(lambda _, place: HANG if place > 4 else 0.01, buffers=buffers)
    assert is_timeout(timeouts_of(subject, 60).run((EASY,) * 12), *(EASY,) * (12 if buffers else 6))


def test_a_run_that_is_starved_when_it_is_repeated() -> None:
    """Point 4: if other processes take the time of the repeated run, its last puzzle is suspect."""
    subject = timed(lambda _, place: HANG if place > 4 else 0.01)
    subject.is_starved = True
    judged = timeouts_of(subject, 60).run((EASY,) * 12)
    assert judged == Outcome((EASY,) * 6, skipped=6, unanswered=(EASY,), suspects=(EASY,), in_one_run=False)


def test_all_timeouts_take_a_quarter_of_the_time() -> None:
    """Point 5: when the allowance is used up, a puzzle without an answer is not asked again, nor are those behind."""
    hard = tuple(HARD.with_cell(cell, 0) for cell, _ in HARD.clues())
    subject = timed(hangs_on(*hard), buffers=True)
    subject.options = Options(contract=contracts.ANY)
    timeouts = timeouts_of(subject, 60)
    while not timeouts.is_used_up:
        timeouts.run((EASY, *hard[:5]))
    assert timeouts.retry_seconds < 15 + 2
    subject.received.clear()
    judged = timeouts.run((EASY, *hard[5:10]))
    assert (judged.unanswered, judged.skipped, len(subject.received)) == ((EASY,), 5, 1)


def needs_memory(*puzzles: Grid) -> fakes.Answer:
    """The answers of a subject that has too little memory for some puzzles, and ends there."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        end = next((place for place, puzzle in enumerate(batch) if puzzle in puzzles), len(batch))
        return [*map(correct, batch[:end]), *[Failed(Fault.OUT_OF_MEMORY, "too little")] * (len(batch) - end)]

    return answer


@pytest.mark.parametrize(("puzzle", "suspects"), [(THIRD, (THIRD,)), (HARD, ())])
def test_the_default_memory_is_no_verdict(puzzle: Grid, suspects: tuple[Grid, ...]) -> None:
    """A puzzle for which the default memory is not enough is unanswered, even an easy one."""
    timeouts = timeouts_of(scripted(needs_memory(puzzle), seconds=0.01))
    judged = timeouts.run((EASY, puzzle, OTHER))
    assert judged == Outcome((EASY, OTHER), unanswered=(puzzle,), suspects=suspects, in_one_run=False)
    assert timeouts.runs.out_of_memory == {puzzle}


@pytest.mark.parametrize("limit", [64, 2048])
def test_a_memory_limit_of_the_user_is_strict(limit: int) -> None:
    """A subject that exceeds a memory limit that was set, even to its default, is wrong."""
    subject = scripted(needs_memory(THIRD), options=Options().with_overrides({"memory_limit": limit}))
    found = timeouts_of(subject).run((EASY, THIRD, OTHER)).counterexample
    assert found is not None
    assert (found.puzzle, found.mismatch.kind) == (THIRD, Fault.OUT_OF_MEMORY)


@pytest.mark.parametrize(("times", "fails"), [(1, False), (2, True)])
def test_time_limits_of_the_user_are_strict(times: int, fails: bool) -> None:
    """A run that exceeds a limit that was set, even to its default, is repeated whole, and fails if it does again."""
    subject = timed(hangs_on(HARD, times=times))
    subject.options = Options().with_overrides({"time_limit": "6"})
    judged = timeouts_of(subject, 60).run((EASY, HARD))
    assert (judged.batch, is_timeout(judged, EASY, HARD)) == ((EASY, HARD), fails)
    assert subject.received == [(EASY, HARD)] * 2


def test_an_engine_that_times_out_fails() -> None:
    """An engine has a limit of its own; a timeout is a failure at once."""
    asked: list[Grid] = []

    def solve(puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        asked.append(puzzle)
        raise TimeoutError

    timeouts = Timeouts(BatchRuns(EngineSubject("engine:it", lambda: solve, Options()), fakes.verdicts()))
    assert is_timeout(timeouts.run((HARD,)), HARD)
    assert asked == [HARD]


def test_an_engine_that_the_deadline_stops_does_not_fail() -> None:
    """An engine whose last run has less time than its own limit is not judged by the timeout."""

    def solve(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        raise TimeoutError

    runs = BatchRuns(EngineSubject("engine:it", lambda: solve, Options()), fakes.verdicts())
    timeouts = Timeouts(runs)
    timeouts.begin(Deadline(runs.clock).within(5), 1)
    assert timeouts.run((EASY, HARD)) == Outcome(skipped=2)


def test_hard_puzzles_are_left_out_of_later_batches() -> None:
    """After a timeout, puzzles that are too hard for a slow subject are left out."""
    timeouts = timeouts_of(timed(lambda puzzle, _: 0.01 if puzzle.values.count(0) < 9 else HANG), 60)
    assert timeouts.fit((HARD, UNSOLVABLE, EASY)) == (HARD, UNSOLVABLE, EASY)
    timeouts.run((HARD,))
    assert timeouts.fit((HARD, UNSOLVABLE, EASY)) == (EASY,)


@pytest.mark.parametrize("run_seconds", [200.0, None])
def test_a_long_run_of_a_slow_subject(run_seconds: float | None) -> None:
    """Under the default limits, a run of several puzzles may take its expected time, however long."""
    subject = timed(fakes.each(1.0))
    timeouts = timeouts_of(subject, 20 if run_seconds is None else run_seconds)
    if run_seconds is None:
        timeouts.begin(Deadline(subject.clock), math.inf)
    assert timeouts.run((EASY,) * 30) == Outcome((EASY,) * 30)
