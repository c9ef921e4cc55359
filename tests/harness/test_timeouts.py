"""The rule for timeouts, point by point, and its exceptions: memory, limits of the user, and engines."""

import math
from collections.abc import Callable, Iterator, Sequence

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.deadline import Deadline
from crosscover.harness.limits import GRACE_SECONDS, SLACK
from crosscover.harness.timeouts import Judged, Timeouts
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Counted, Declined, Failed, Fault, Response
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.subject import Transcript

from .fakes import (
    EASY,
    HANG,
    HARD,
    OTHER,
    SOLUTION,
    TIMED_OUT,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    answer_rightly,
    each,
    hangs_on,
    refuse_if_empty,
    right,
    verdicts,
)

THIRD = SOLUTION.with_cell(40, 0)
UNSOLVABLE = HARD.with_cell(2, 9)
"""A puzzle without a solution, for which a plain search needs 1,725 nodes."""
WHOLE = Options().seconds(1)
"""The whole time limit of one puzzle in seconds."""
OUT_OF_MEMORY = Failed(Fault.OUT_OF_MEMORY, "ran out of its 2048 MiB of memory")
PLAIN = Formatting()


def timeouts_of(subject: ScriptedSubject, seconds: float = math.inf, *, is_known: bool = True) -> Timeouts:
    """The rule for a subject in a run of some seconds; its pace has been measured if it `is_known`."""
    timeouts = Timeouts(subject, verdicts(), subject.clock)
    timeouts.begin(Deadline(subject.clock).within(seconds + 4), seconds / 4)
    for _ in range(5) if is_known else ():
        assert timeouts.judge((EASY, OTHER)).counterexample is None
    subject.asked.clear()
    subject.limits.clear()
    return timeouts


def needs_memory(*puzzles: Grid, leaks_after: int = 99) -> Callable[[Sequence[Grid]], Sequence[Response]]:
    """The answers of a subject that has too little memory for some puzzles, or after some number of puzzles."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        failing = [place for place, puzzle in enumerate(batch) if puzzle in puzzles or place >= leaks_after]
        end = failing[0] if failing else len(batch)
        return [*map(right, batch[:end]), *[OUT_OF_MEMORY] * (len(batch) - end)]

    return answer


def hangs_at_first(slow: Grid, times: int) -> Callable[[Grid, int], float]:
    """The cost of a subject that hangs for a puzzle, but only the first times."""
    delays = iter([HANG] * times)
    return lambda puzzle, _: next(delays, 0.01) if puzzle == slow else 0.01


def is_timeout(judged: Judged, *batch: Grid) -> bool:
    """Whether a batch was judged to have timed out."""
    found = judged.counterexample
    return found is not None and found.is_timeout and found.batch == batch


def test_first_limit() -> None:
    """Point 1: a run may take three times its expected time and a second more, but no longer than its time limit."""
    timeouts = timeouts_of(TimedSubject(FakeClock(), each(0.1)), 60)
    assert timeouts.first_limit((EASY,) * 4) == pytest.approx(GRACE_SECONDS + SLACK * 0.4)
    slow = timeouts_of(TimedSubject(FakeClock(), each(5.0)), 600)
    assert slow.first_limit((EASY,)) == WHOLE


@pytest.mark.parametrize("buffers", [False, True])
@pytest.mark.parametrize("number", [2, 12, 300])
def test_a_hang_is_narrowed_to_its_puzzle(number: int, buffers: bool) -> None:
    """Point 1: puzzles are asked alone up to the slow one, even if a buffer has kept the answers before it."""
    subject = TimedSubject(FakeClock(), hangs_on(OTHER, seconds=0.001), buffers=buffers)
    timeouts = timeouts_of(subject, 60, is_known=False)
    timeouts.judge((EASY,) * 3)
    place = number * 2 // 3
    judged = timeouts.judge((*(EASY,) * place, OTHER, *(EASY,) * (number - place - 1)))
    assert is_timeout(judged, OTHER)
    assert timeouts.used == pytest.approx(2 * WHOLE, abs=1)


@pytest.mark.parametrize("buffers", [False, True])
def test_the_rest_goes_on_as_a_run(buffers: bool) -> None:
    """Point 1: the puzzles behind the slow one are asked together."""
    subject = TimedSubject(FakeClock(), hangs_on(HARD), buffers=buffers)
    judged = timeouts_of(subject, 60).judge((EASY, HARD, OTHER, THIRD))
    assert (judged.batch, judged.counterexample, judged.unanswered) == ((EASY, OTHER, THIRD), None, (HARD,))
    assert subject.asked[-1] == (OTHER, THIRD)


def test_a_wrong_answer_behind_a_timeout() -> None:
    """Point 1: a wrong answer to a puzzle behind the slow one is found."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        return [Declined() if puzzle == OTHER else right(puzzle) for puzzle in batch]

    subject = TimedSubject(FakeClock(), hangs_on(HARD), answer=answer)
    found = timeouts_of(subject, is_known=False).judge((EASY, HARD, EASY, OTHER)).counterexample
    assert found is not None
    assert found.cause == "refusal"


@pytest.mark.parametrize(
    ("puzzle", "contract"), [(HARD, contracts.ANY), (UNSOLVABLE, contracts.ANY), (EASY.keeping(255), contracts.COUNT)]
)
def test_a_puzzle_that_takes_any_search_too_long(puzzle: Grid, contract: contracts.Contract) -> None:
    """Point 2: a puzzle that is hard, or has too many solutions to count, is unanswered if it times out."""
    answer = (lambda batch: [Counted(1)] * len(batch)) if contract.numbers else answer_rightly
    subject = TimedSubject(FakeClock(), hangs_on(puzzle), answer=answer, options=Options(contract=contract))
    judged = timeouts_of(subject, 60).judge((EASY, puzzle, OTHER))
    assert (judged.batch, judged.counterexample) == ((EASY, OTHER), None)
    assert (judged.unanswered, judged.suspects) == ((puzzle,), ())


def test_an_easy_puzzle_has_the_whole_time_limit_twice() -> None:
    """Point 3: an easy puzzle fails only if it exceeds the whole time limit twice."""
    subject = TimedSubject(FakeClock(), hangs_on(THIRD))
    assert is_timeout(timeouts_of(subject, 60).judge((EASY, THIRD, EASY)), THIRD)
    assert list(zip(subject.asked[1:], subject.limits[1:], strict=True)) == [((THIRD,), None)] * 2


def test_a_late_answer_is_no_failure() -> None:
    """Point 3: an easy puzzle that is answered on the second try is judged by its answer."""
    subject = TimedSubject(FakeClock(), hangs_at_first(THIRD, 2))
    judged = timeouts_of(subject, 60).judge((THIRD, EASY))
    assert (judged.batch, judged.counterexample, judged.unanswered) == ((THIRD, EASY), None, ())


def test_time_of_other_processes_does_not_count() -> None:
    """Point 3: a solver whose processes have not used their time is not known to hang."""
    subject = StarvedSubject(FakeClock(), hangs_on(THIRD))
    judged = timeouts_of(subject, 600).judge((EASY, THIRD, EASY))
    assert (judged.counterexample, judged.unanswered, judged.suspects) == (None, (THIRD,), (THIRD,))


class StarvedSubject(TimedSubject):
    """A subject on a busy machine: the clock ends each run of one puzzle after three seconds."""

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Answer a batch until the clock ends it."""
        return super().ask(batch, formatting, seconds, 3.0 if len(batch) == 1 else wall_seconds)


@pytest.mark.parametrize("buffers", [False, True])
def test_a_hang_that_needs_the_puzzles_before_it(buffers: bool) -> None:
    """Point 4: a run that hangs at its sixth puzzle twice is a failure, though each puzzle is answered alone."""
    subject = TimedSubject(FakeClock(), lambda _, place: HANG if place > 4 else 0.01, buffers=buffers)
    judged = timeouts_of(subject, 60).judge((EASY,) * 12)
    assert is_timeout(judged, *(EASY,) * (12 if buffers else 6))


def test_a_run_that_is_only_long() -> None:
    """Point 4: a run that takes longer with each puzzle is no failure if the whole time limit suffices."""
    subject = TimedSubject(FakeClock(), lambda _, place: 0.01 + 0.0005 * place)
    judged = timeouts_of(subject, 60).judge((EASY,) * 100)
    assert (len(judged.batch), judged.counterexample, judged.unanswered) == (100, None, ())


def test_all_timeouts_take_a_quarter_of_the_time() -> None:
    """Point 5: when the allowance is used up, a puzzle without an answer is not asked again, nor are those behind."""
    hard = tuple(HARD.with_cell(cell, 0) for cell, _ in HARD.clues())
    subject = TimedSubject(FakeClock(), hangs_on(*hard), buffers=True)
    timeouts, unanswered = timeouts_of(subject, 60), 0
    while not timeouts.is_used_up:
        unanswered += len(timeouts.judge((EASY, *hard[:5])).unanswered)
    assert unanswered > 5
    assert timeouts.used < 15 + 2
    subject.asked.clear()
    judged = timeouts.judge((EASY, *hard[5:10]))
    assert (judged.unanswered, judged.skipped, len(subject.asked)) == ((EASY,), 5, 1)


def test_a_hang_without_time_for_it_is_suspected() -> None:
    """Point 5: an easy puzzle that had no second try is no failure, but is not taken for a hard one."""
    judged = timeouts_of(TimedSubject(FakeClock(), hangs_on(THIRD)), 20).judge((EASY, THIRD, EASY))
    assert (judged.counterexample, judged.unanswered, judged.suspects) == (None, (THIRD,), (THIRD,))


def test_nothing_is_asked_again_after_the_round() -> None:
    """A batch is not asked again after the end of the round of its property."""
    subject = TimedSubject(FakeClock(), hangs_on(THIRD))
    timeouts = timeouts_of(subject, 60)
    judged = timeouts.judge((EASY, THIRD, EASY), until=Deadline(subject.clock).within(0.5))
    assert (judged.batch, judged.unanswered, judged.skipped, len(subject.asked)) == ((EASY,), (THIRD,), 1, 1)


@pytest.mark.parametrize(("puzzle", "is_easy"), [(THIRD, True), (HARD, False)])
def test_the_default_memory_is_no_verdict(puzzle: Grid, is_easy: bool) -> None:
    """A puzzle for which the default memory is not enough is unanswered, even an easy one; the others are judged."""
    timeouts = timeouts_of(ScriptedSubject(FakeClock(), needs_memory(puzzle), seconds=0.01))
    judged = timeouts.judge((EASY, puzzle, OTHER))
    assert (judged.batch, judged.counterexample) == ((EASY, OTHER), None)
    assert (judged.unanswered, judged.suspects) == ((puzzle,), (puzzle,) * is_easy)
    assert timeouts.out_of_memory == {puzzle}


@pytest.mark.parametrize("options", [Options(), Options(time_limit=60)])
def test_a_leak_under_the_default_memory_is_no_verdict(options: Options) -> None:
    """Memory that runs out only after many puzzles of a run leaves a puzzle unanswered."""
    subject = ScriptedSubject(FakeClock(), needs_memory(leaks_after=30), seconds=0.01, options=options)
    judged = timeouts_of(subject).judge((EASY,) * 29 + (OTHER, THIRD, EASY))
    assert (judged.counterexample, judged.unanswered) == (None, (THIRD,))


@pytest.mark.parametrize("limit", [64, 2048])
def test_a_memory_limit_of_the_user_is_strict(limit: int) -> None:
    """A subject that exceeds a memory limit that was set, even to its default, is wrong."""
    options = Options().with_overrides({"memory_limit": limit})
    subject = ScriptedSubject(FakeClock(), needs_memory(THIRD), seconds=0.01, options=options)
    found = timeouts_of(subject).judge((EASY, THIRD, OTHER)).counterexample
    assert found is not None
    assert (found.puzzle, found.mismatch.kind) == (THIRD, Fault.OUT_OF_MEMORY)


@pytest.mark.parametrize("given", [{"time_limit": "6"}, {"puzzle_time": 0.1}], ids=["time_limit", "puzzle_time"])
def test_limits_of_the_user_are_strict(given: dict[str, object]) -> None:
    """A run that exceeds a time limit that was set, even to its default, is repeated whole, and fails then."""
    subject = TimedSubject(FakeClock(), hangs_on(HARD), options=Options().with_overrides(given))
    assert is_timeout(timeouts_of(subject, 60).judge((EASY, HARD)), EASY, HARD)
    assert subject.asked == [(EASY, HARD)] * 2


def test_a_limit_of_the_user_is_exceeded_twice_to_fail() -> None:
    """Under a limit of the user, a run that is in time when it is repeated passes."""
    options = Options().with_overrides({"time_limit": 2.0})
    subject = TimedSubject(FakeClock(), hangs_at_first(HARD, 1), options=options)
    judged = timeouts_of(subject, 60).judge((HARD, OTHER))
    assert (judged.batch, judged.counterexample) == ((HARD, OTHER), None)


def test_an_engine_that_times_out_fails() -> None:
    """An engine has a limit of its own; a timeout is a failure at once."""
    asked: list[Grid] = []

    def solve(puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        asked.append(puzzle)
        raise TimeoutError

    timeouts = Timeouts(EngineSubject("engine:it", lambda: solve, Options()), verdicts())
    assert is_timeout(timeouts.judge((HARD,)), HARD)
    assert asked == [HARD]


def test_a_slow_start() -> None:
    """A subject of unknown pace that needs three seconds to start is judged, and later limits allow for the start."""
    subject = TimedSubject(FakeClock(), each(0.01), start=3.0)
    timeouts = timeouts_of(subject, 60, is_known=False)
    judged = timeouts.judge((EASY, OTHER, THIRD))
    assert (judged.batch, judged.counterexample, judged.unanswered) == ((EASY, OTHER, THIRD), None, ())
    assert [len(batch) for batch in subject.asked] == [3, 1, 2]
    assert timeouts.first_limit((EASY,)) == pytest.approx(WHOLE)


def test_a_subject_that_hangs_from_the_start() -> None:
    """A subject that answers nothing fails at its first easy puzzle."""
    subject = TimedSubject(FakeClock(), each(HANG))
    assert is_timeout(timeouts_of(subject, 60, is_known=False).judge((EASY, OTHER)), EASY)


def test_a_run_ends_with_its_deadline() -> None:
    """A run that the end of the whole run cuts off is not judged beyond its last answer."""
    subject = TimedSubject(FakeClock(), hangs_on(HARD))
    timeouts = timeouts_of(subject, 20)
    subject.clock.now = 23.5
    judged = timeouts.judge((EASY, SOLUTION, HARD, EASY))
    assert (judged.batch, judged.skipped, judged.unanswered) == ((EASY, SOLUTION), 2, ())
    assert subject.clock.now == 24


def test_one_run_for_a_hard_puzzle() -> None:
    """`judge_once` runs a batch once in the given time; a timeout leaves the rest unanswered."""
    subject = TimedSubject(FakeClock(), hangs_on(THIRD))
    judged = timeouts_of(subject, 60).judge_once((EASY, THIRD, OTHER), PLAIN, 5.0)
    assert (judged.batch, judged.counterexample, judged.unanswered) == ((EASY,), None, (THIRD, OTHER))
    assert subject.limits == [5.0]


def test_reproducing_does_not_change_the_pace() -> None:
    """A batch that reproduces a failure is run once, its timeout is a failure, and the pace stays as it is."""
    subject = TimedSubject(FakeClock(), hangs_on(HARD))
    timeouts = timeouts_of(subject)
    before, end = timeouts.pace.rate(), Deadline(subject.clock)
    assert is_timeout(timeouts.reproduce((HARD,), PLAIN, end), HARD)
    assert timeouts.reproduce((EASY,) * 100, PLAIN, end).counterexample is None
    assert (len(subject.asked), timeouts.pace.rate()) == (2, before)


@pytest.mark.parametrize(("first", "is_found"), [(EASY, True), (SOLUTION, False)])
def test_a_run_that_is_cut_off_reproduces_only_wrong_answers(first: Grid, is_found: bool) -> None:
    """A run that shrinking has no time for is not judged, unless an answer before its end is wrong."""
    subject = TimedSubject(FakeClock(), hangs_on(HARD), answer=refuse_if_empty(0))
    timeouts = timeouts_of(subject, is_known=False)
    judged = timeouts.reproduce((first, HARD), PLAIN, Deadline(subject.clock, 1.0))
    assert (judged.counterexample is not None) == is_found


def test_later_batches_are_made_easier() -> None:
    """After a timeout, hard puzzles get more clues of their solution; those without one are left out."""
    subject = TimedSubject(FakeClock(), lambda puzzle, _: 0.01 if puzzle.values.count(0) < 9 else HANG)
    timeouts = timeouts_of(subject, 60)
    assert timeouts.fit((HARD, UNSOLVABLE, EASY)) == ((HARD, UNSOLVABLE, EASY), 0)
    timeouts.judge((HARD,))
    (easier, unchanged), changed = timeouts.fit((HARD, UNSOLVABLE, EASY))
    assert (unchanged, changed) == (EASY, 2)
    assert easier != HARD
    assert easier.extends(HARD)
    assert right(easier) == right(HARD)


def test_the_easy_puzzle_shows_the_pace() -> None:
    """The easy puzzle that begins a run is asked as any other, and measured."""
    timeouts = timeouts_of(TimedSubject(FakeClock(), each(0.5)), 60, is_known=False)
    assert timeouts.ask_easy_puzzle().responses != (TIMED_OUT,)
    assert timeouts.pace.rate() == pytest.approx(2)
