"""The rule for timeouts, and easier puzzles for slow subjects."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.deadline import Deadline
from crosscover.harness.pacing import HANG_SECONDS, RetryPolicy
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Counted, Declined, Failed, Fault, Response
from crosscover.subjects.subject import Subject, Transcript, Usage

from .fakes import EASY, OTHER, SOLUTION, TIMED_OUT, FakeClock, ScriptedSubject, TimedSubject, right, verdicts

HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""A puzzle with 17 clues against search in cell order; Wikipedia, "Sudoku solving algorithms"."""

UNSOLVABLE = HARD.with_cell(2, 9)
"""A puzzle without a solution, for which a plain search needs 1,725 nodes."""

THIRD = SOLUTION.with_cell(40, 0)

PLAIN = Formatting()


HANG = 1e9
"""Seconds that no time limit allows."""


def late_if_hard(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Hang for puzzles that need a deep search."""
    if any(baseline_nodes(puzzle, 1, 500) > 500 for puzzle in batch):
        return [TIMED_OUT] * len(batch)
    return None


def slow(clock: FakeClock, **options: object) -> ScriptedSubject:
    """A subject that needs 10 ms per puzzle, and hangs for hard ones."""
    return ScriptedSubject(clock, late_if_hard, seconds=0.01, options=Options().with_overrides(options))


def hangs_on(*puzzles: Grid, seconds: float = 0.01) -> Callable[[Grid, int], float]:
    """The cost of a subject that hangs for some puzzles."""
    return lambda puzzle, _: HANG if puzzle in puzzles else seconds


def known_to_be_slow(subject: Subject, clock: FakeClock, seconds: float = math.inf) -> RetryPolicy:
    """A retry policy that has measured the subject with easy puzzles, for a run of some seconds."""
    policy = RetryPolicy(subject, verdicts(), clock)
    if seconds < math.inf:
        policy.start(Deadline(clock).within(seconds + 12), seconds / 4)
    for _ in range(5):
        assert policy.judge((EASY, OTHER), PLAIN).counterexample is None
    return policy


def test_a_puzzle_that_is_hard_for_any_search_is_unanswered() -> None:
    """A timeout for a puzzle that a plain search cannot solve in time either is no failure, but is reported."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, hangs_on(HARD)), clock)
    asked = policy.judge((EASY, HARD, OTHER), PLAIN)
    assert asked.counterexample is None
    assert (asked.batch, asked.unanswered) == ((EASY, OTHER), (HARD,))


def test_a_puzzle_with_too_many_solutions_to_count_is_unanswered() -> None:
    """A solver that counts all solutions does not hang for a puzzle with millions of them."""
    clock, options = FakeClock(), Options(contract=contracts.COUNT)
    many = EASY.keeping((1 << 30) - 1)
    subject = TimedSubject(clock, hangs_on(many), answer=lambda batch: [Counted(1)] * len(batch), options=options)
    asked = known_to_be_slow(subject, clock).judge((EASY, many, OTHER), PLAIN)
    assert (asked.counterexample, asked.unanswered, asked.suspects) == (None, (many,), ())


@pytest.mark.parametrize("buffers", [False, True])
@pytest.mark.parametrize("number", [2, 12, 300])
def test_a_hang_is_narrowed_to_its_puzzle(number: int, buffers: bool) -> None:
    """The counterexample of a hang in a batch is the puzzle that hangs, even if the output before it was lost."""
    clock = FakeClock()
    subject = TimedSubject(clock, hangs_on(OTHER, seconds=0.001), buffers=buffers)
    policy = RetryPolicy(subject, verdicts(), clock)
    policy.start(Deadline(clock).within(72), 15)
    policy.judge((EASY,) * 3, PLAIN)
    place = number * 2 // 3
    asked = policy.judge((*(EASY,) * place, OTHER, *(EASY,) * (number - place - 1)), PLAIN)
    assert asked.counterexample is not None
    assert asked.counterexample.is_timeout
    assert asked.counterexample.batch == (OTHER,)
    assert policy.timed_out_seconds < HANG_SECONDS + 10


def test_a_hang_without_time_for_it_is_suspected() -> None:
    """An easy puzzle without an answer is no failure before `HANG_SECONDS`, but is not taken for a hard one."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, hangs_on(THIRD)), clock, seconds=HANG_SECONDS - 13)
    asked = policy.judge((EASY, THIRD, EASY), PLAIN)
    assert (asked.counterexample, asked.unanswered, asked.suspects) == (None, (THIRD,), (THIRD,))


OUT_OF_MEMORY = Failed(Fault.OUT_OF_MEMORY, "ran out of its 2048 MiB of memory")


def needs_memory(*puzzles: Grid, leaks_after: int = 99) -> Callable[[Sequence[Grid]], Sequence[Response]]:
    """The answers of a subject that has too little memory for some puzzles, or after some number of puzzles."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        failing = [place for place, puzzle in enumerate(batch) if puzzle in puzzles or place >= leaks_after]
        end = failing[0] if failing else len(batch)
        return [*map(right, batch[:end]), *[OUT_OF_MEMORY] * (len(batch) - end)]

    return answer


@pytest.mark.parametrize(("puzzle", "is_easy"), [(THIRD, True), (HARD, False)])
def test_the_default_memory_is_no_verdict(puzzle: Grid, is_easy: bool) -> None:
    """A puzzle for which the default memory is not enough is unanswered, even an easy one; the others are judged."""
    clock = FakeClock()
    policy = known_to_be_slow(ScriptedSubject(clock, needs_memory(puzzle), seconds=0.01), clock)
    asked = policy.judge((EASY, puzzle, OTHER), PLAIN)
    suspects = (puzzle,) if is_easy else ()
    assert (asked.batch, asked.counterexample) == ((EASY, OTHER), None)
    assert (asked.unanswered, asked.suspects, policy.out_of_memory) == ((puzzle,), suspects, {puzzle})


@pytest.mark.parametrize("options", [Options(), Options(time_limit=60)])
def test_a_leak_under_the_default_memory_is_no_verdict(options: Options) -> None:
    """Memory that runs out only after many puzzles of a run leaves one unanswered."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, needs_memory(leaks_after=30), seconds=0.01, options=options)
    asked = known_to_be_slow(subject, clock).judge((EASY,) * 29 + (OTHER, THIRD, EASY), PLAIN)
    assert (len(asked.batch), asked.counterexample, asked.unanswered) == (32, None, (THIRD,))


@pytest.mark.parametrize("limit", [64, 2048])
def test_a_memory_limit_of_the_user_is_strict(limit: int) -> None:
    """A subject that exceeds a limit that was set, even to its default, is wrong; the reason names the option."""
    clock, options = FakeClock(), Options().with_overrides({"memory_limit": limit})
    policy = known_to_be_slow(ScriptedSubject(clock, needs_memory(THIRD), seconds=0.01, options=options), clock)
    found = policy.judge((EASY, THIRD, OTHER), PLAIN).counterexample
    assert found is not None
    assert (found.puzzle, found.mismatch.kind) == (THIRD, Fault.OUT_OF_MEMORY)
    assert found.reason.startswith(OUT_OF_MEMORY.reason)
    assert "--memory-limit" in found.reason


def test_a_slow_subject_does_not_hang() -> None:
    """A subject that needs three times the full time limit for an easy puzzle is right."""
    clock = FakeClock()
    policy = known_to_be_slow(
        TimedSubject(clock, lambda puzzle, _: 30.0 if puzzle == THIRD else 0.01), clock, seconds=60
    )
    asked = policy.judge((EASY, THIRD, EASY), PLAIN)
    assert (asked.batch, asked.counterexample, asked.unanswered) == ((EASY, THIRD, EASY), None, ())


def test_an_answer_in_time_on_a_second_try_is_no_failure() -> None:
    """A puzzle that times out once, and is answered when it is asked again, is judged by its answer."""
    clock = FakeClock()
    delays = iter([HANG])
    policy = known_to_be_slow(
        TimedSubject(clock, lambda puzzle, _: next(delays, 0.01) if puzzle == HARD else 0.01), clock
    )
    asked = policy.judge((HARD, OTHER), PLAIN)
    assert (asked.batch, asked.counterexample, asked.unanswered) == ((HARD, OTHER), None, ())


def test_a_limit_of_the_user_is_exceeded_twice_to_fail() -> None:
    """Under a limit that the user has set, a run that is in time when it is repeated passes."""
    clock = FakeClock()
    delays = iter([HANG])
    options = Options().with_overrides({"time_limit": 2.0})
    subject = TimedSubject(clock, lambda puzzle, _: next(delays, 0.01) if puzzle == HARD else 0.01, options=options)
    asked = known_to_be_slow(subject, clock).judge((HARD, OTHER), PLAIN)
    assert (asked.batch, asked.counterexample) == ((HARD, OTHER), None)


def test_puzzles_are_eased_when_the_allowance_is_used_up() -> None:
    """Puzzles get clues until they have three quarters of the empty cells of an unanswered one, at least 20 of 81."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, lambda puzzle, _: HANG * (puzzle.values.count(0) > 2)), clock, 20)
    assert policy.ease((HARD, EASY)) == ((HARD, EASY), 0)
    while not policy.has_waited_enough:
        policy.judge((HARD,), PLAIN)
    empty_cells: list[int] = []
    for _ in range(6):
        (easier, unchanged), changed = policy.ease((HARD, UNSOLVABLE, EASY))
        assert (unchanged, changed) == (EASY, 2)
        assert right(easier) == right(HARD)
        assert easier.with_cells_of(HARD, easier.empty_cells()) == easier
        empty_cells.append(easier.values.count(0))
        policy.judge((easier,), PLAIN)
    assert empty_cells == [48, 36, 27, 20, 20, 20]


def test_all_timeouts_take_a_quarter_of_the_time() -> None:
    """A subject that hangs for many puzzles costs an allowance, then half a second for each batch."""
    clock = FakeClock()
    hard = tuple(HARD.with_cell(cell, 0) for cell, _ in HARD.clues())
    policy = known_to_be_slow(TimedSubject(clock, hangs_on(*hard), buffers=True), clock, seconds=60)
    unanswered = 0
    while not policy.has_waited_enough:
        unanswered += len(policy.judge((EASY, *hard[:5]), PLAIN).unanswered)
    assert unanswered > 5
    assert policy.timed_out_seconds < 15 + 2 * 1.5
    before = clock.now
    policy.judge((EASY, *hard[5:10]), PLAIN)
    assert clock.now - before < 3


def test_a_run_ends_with_its_deadline() -> None:
    """A run that the end of the whole run cuts off is not judged beyond its last answer."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, hangs_on(HARD)), clock, seconds=20)
    clock.now = 31
    asked = policy.judge((EASY, SOLUTION, HARD, EASY), PLAIN)
    assert (asked.batch, asked.counterexample, asked.unanswered) == ((EASY, SOLUTION), None, ())
    assert clock.now == 32


def test_puzzles_that_only_together_take_too_long() -> None:
    """A run that takes longer with each puzzle is no failure if the subject answers each of its parts."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, lambda _, place: 0.01 + 0.002 * place), clock, seconds=60)
    asked = policy.judge((EASY,) * 300, PLAIN)
    assert asked.counterexample is None
    assert clock.now < 30
    assert asked.unanswered == (EASY,)


@pytest.mark.parametrize("buffers", [False, True])
def test_a_hang_that_needs_the_puzzles_before_it(buffers: bool) -> None:
    """A run that hangs at its sixth puzzle is a failure, even if each of its puzzles is answered alone."""
    clock = FakeClock()
    subject = TimedSubject(clock, lambda _, place: HANG if place > 4 else 0.01, buffers=buffers)
    found = known_to_be_slow(subject, clock, seconds=60).judge((EASY,) * 12, PLAIN).counterexample
    assert found is not None
    assert found.is_timeout
    assert len(found.batch) == (12 if buffers else 6)


class StartsSlowly(ScriptedSubject):
    """A subject that needs half a second to start each run, and reports this."""

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Answer a batch; the time on the clock includes the start."""
        before = self._clock.now
        transcript = super().ask(batch, formatting, seconds, wall_seconds)
        solving = self._clock.now - before
        self._clock.now += 0.5
        return replace(transcript, usage=Usage(0.0, solving_seconds=solving))


def test_the_start_of_a_run_is_not_slowness() -> None:
    """A subject that starts slowly but solves fast receives all puzzles."""
    clock = FakeClock()
    policy = known_to_be_slow(StartsSlowly(clock, late_if_hard, seconds=0.0001), clock)
    assert policy.start_seconds() == pytest.approx(0.5)
    assert policy.puzzles_per_second() == pytest.approx(10_000)
    policy.judge((EASY, HARD), PLAIN)
    assert policy.simplify((HARD,)) == ((HARD,), 0)


def test_later_batches_are_made_easier_at_once() -> None:
    """When a subject is known to be slow, its batches are adapted before they are sent."""
    clock = FakeClock()
    subject = slow(clock)
    policy = known_to_be_slow(subject, clock)
    before = policy.simplify((HARD,))
    policy.judge((HARD,), PLAIN)
    [easier], changed = policy.simplify((HARD,))
    assert before == ((HARD,), 0)
    assert changed == 1
    assert easier.extends(HARD)


def test_a_hard_puzzle_without_a_solution_is_left_out_later() -> None:
    """A hard puzzle without a solution cannot be made easier; it is unanswered once, and then skipped."""
    clock = FakeClock()
    policy = known_to_be_slow(slow(clock, contract="any"), clock)
    asked = policy.judge((EASY, UNSOLVABLE), PLAIN)
    assert (asked.batch, asked.unanswered) == ((EASY,), (UNSOLVABLE,))
    assert policy.simplify((EASY, UNSOLVABLE)) == ((EASY,), 1)


@pytest.mark.parametrize("given", [{"time_limit": "10"}, {"puzzle_time": 0.1}], ids=["time_limit", "puzzle_time"])
def test_limits_set_by_the_user_are_strict(given: dict[str, object]) -> None:
    """A limit set by the user is enforced, even if it equals the default."""
    clock = FakeClock()
    policy = known_to_be_slow(slow(clock, **given), clock)
    found = policy.judge((HARD,), PLAIN).counterexample
    assert found is not None
    assert found.is_timeout


def test_a_hanging_subject_times_out() -> None:
    """A subject that hangs for easy puzzles fails."""
    clock = FakeClock()
    policy = RetryPolicy(TimedSubject(clock, lambda _, __: HANG), verdicts(), clock)
    found = policy.judge((EASY, OTHER), PLAIN).counterexample
    assert found is not None
    assert found.is_timeout
    assert len(found.batch) == 1


def test_wrong_answers_of_slow_subjects() -> None:
    """A wrong answer of a slow subject is a failure."""
    clock = FakeClock()
    wrong = ScriptedSubject(clock, lambda batch: [right(EASY.keeping(0).with_cell(0, 1))] * len(batch), seconds=5.0)
    found = RetryPolicy(wrong, verdicts(), clock).judge((OTHER,), PLAIN).counterexample
    assert found is not None
    assert found.cause == "wrong answer"


def test_a_wrong_answer_behind_a_timeout() -> None:
    """A wrong answer to a puzzle behind one that hangs is found."""
    clock = FakeClock()

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        return [Declined() if puzzle == OTHER else right(puzzle) for puzzle in batch]

    subject = TimedSubject(clock, hangs_on(HARD), answer=answer)
    found = RetryPolicy(subject, verdicts(), clock).judge((EASY, HARD, EASY, OTHER), PLAIN).counterexample
    assert found is not None
    assert found.cause == "refusal"


def test_reproducing_does_not_change_the_pace() -> None:
    """A batch that reproduces a failure is run once and does not change the pace."""
    clock = FakeClock()
    subject = slow(clock)
    policy = known_to_be_slow(subject, clock)
    asked_before, size_before = len(subject.asked), policy.max_batch_size(1000.0)
    found = policy.reproduce((HARD,), PLAIN, Deadline(clock)).counterexample
    policy.reproduce((EASY,) * 100, PLAIN, Deadline(clock))
    assert found is not None
    assert len(subject.asked) == asked_before + 2
    assert policy.max_batch_size(1000.0) == size_before
    assert policy.simplify((HARD,)) == ((HARD,), 0)


def test_a_run_that_is_cut_off_reproduces_nothing() -> None:
    """A run that shrinking has no time for is not judged."""
    clock = FakeClock()
    policy = known_to_be_slow(TimedSubject(clock, hangs_on(HARD)), clock)
    asked = policy.reproduce((EASY, HARD), PLAIN, Deadline(clock, clock.now + 1))
    assert (asked.batch, asked.counterexample) == ((), None)


def test_batch_size_follows_the_pace() -> None:
    """The maximum batch size is the number of puzzles answered in the available time, and at least one."""
    clock = FakeClock()
    policy = known_to_be_slow(ScriptedSubject(clock, seconds=0.01), clock)
    policy.judge((EASY,) * 90, PLAIN)
    assert 1000 <= policy.max_batch_size(10.0) <= 1200
    assert 5 <= policy.max_batch_size(0.1) <= 12
    assert policy.max_batch_size(-1.0) == 1


def test_nearly_full_grids_have_a_pace_of_their_own() -> None:
    """Runs of nearly full grids say nothing about the pace for other puzzles, and the reverse."""
    clock = FakeClock()
    policy = RetryPolicy(TimedSubject(clock, lambda puzzle, _: 0.001 if puzzle == EASY else 0.1), verdicts(), clock)
    policy.judge((HARD,) * 10, PLAIN)
    assert 90 <= policy.max_batch_size(10.0, (EASY,)) <= 110
    policy.judge((EASY,) * 100, PLAIN)
    assert 8000 <= policy.max_batch_size(10.0, (EASY,)) <= 10_000
    assert 90 <= policy.max_batch_size(10.0, (HARD,)) <= 110


def test_start_up_counts_once_per_batch() -> None:
    """A program that starts slowly but solves fast receives long batches."""
    clock = FakeClock()

    def start_slowly(_: Sequence[Grid]) -> Sequence[Response] | None:
        clock.now += 0.5
        return None

    policy = known_to_be_slow(ScriptedSubject(clock, start_slowly, seconds=0.001), clock)
    policy.judge((EASY,) * 10, PLAIN)
    assert policy.max_batch_size(10.0) > 5000


def test_batches_are_large_at_first() -> None:
    """A subject whose pace is unknown receives long batches."""
    clock = FakeClock()
    assert RetryPolicy(ScriptedSubject(clock), verdicts(), clock).max_batch_size(10.0) == 10_000


def test_counting_includes_the_search_for_a_second_solution() -> None:
    """For a count, the plain search looks for two solutions."""
    clock = FakeClock()
    counting = RetryPolicy(slow(clock, contract=contracts.COUNT), verdicts(), clock)
    assert counting.simplify((EASY,)) == ((EASY,), 0)
