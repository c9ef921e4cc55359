"""Easier puzzles, retries and longer time limits for slow subjects."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness import pacing as module
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.pacing import RetryPolicy
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Response
from crosscover.subjects.subject import Subject, Transcript, Usage

from .fakes import EASY, OTHER, TIMED_OUT, FakeClock, ScriptedSubject, right, verdicts

HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""A puzzle with 17 clues against search in cell order; Wikipedia, "Sudoku solving algorithms"."""

UNSOLVABLE = HARD.with_cell(2, 9)
"""A puzzle without a solution, for which a plain search needs 1,725 nodes."""

PLAIN = Formatting()


def late_if_hard(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Hang for puzzles that need a deep search."""
    if any(baseline_nodes(puzzle, 1, 500) > 500 for puzzle in batch):
        return [TIMED_OUT] * len(batch)
    return None


def slow(clock: FakeClock, **options: object) -> ScriptedSubject:
    """A subject that needs 10 ms per puzzle, and hangs for hard ones."""
    return ScriptedSubject(clock, late_if_hard, seconds=0.01, options=Options().with_overrides(options))


def known_to_be_slow(subject: Subject, clock: FakeClock) -> RetryPolicy:
    """A retry policy that has measured the subject with easy puzzles."""
    policy = RetryPolicy(subject, verdicts(), clock)
    for _ in range(5):
        assert policy.judge((EASY, OTHER), PLAIN).counterexample is None
    return policy


def test_a_slow_subject_is_given_easier_puzzles() -> None:
    """Puzzles that a plain search at the subject's pace cannot solve in time are made easier, and counted."""
    clock = FakeClock()
    policy = known_to_be_slow(slow(clock), clock)
    asked = policy.judge((EASY, HARD), PLAIN)
    assert asked.counterexample is None
    assert asked.simplified_or_skipped == 1
    assert asked.batch[0] == EASY
    assert asked.batch[1].extends(HARD)
    assert asked.batch[1] != HARD


class StartsSlowly(ScriptedSubject):
    """A subject that needs half a second to start each run, and reports this."""

    def ask(
        self, batch: Sequence[Grid], formatting: Formatting = Formatting(), seconds: float | None = None
    ) -> Transcript:
        """Answer a batch; the time on the clock includes the start."""
        before = self._clock.now
        transcript = super().ask(batch, formatting, seconds)
        solving = self._clock.now - before
        self._clock.now += 0.5
        return replace(transcript, usage=Usage(0.0, solving_seconds=solving))


def test_the_start_of_a_run_is_not_slowness() -> None:
    """A subject that starts slowly but solves fast receives all puzzles."""
    clock = FakeClock()
    policy = known_to_be_slow(StartsSlowly(clock, late_if_hard, seconds=0.0001), clock)
    assert policy.start_seconds() == pytest.approx(0.5)
    assert policy.puzzles_per_second() == pytest.approx(10_000)
    assert policy.judge((EASY, HARD), PLAIN).counterexample is not None


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


def test_a_puzzle_without_a_solution_is_left_out() -> None:
    """A hard puzzle without a solution cannot be made easier and is skipped."""
    clock = FakeClock()
    policy = known_to_be_slow(slow(clock, contract="any"), clock)
    asked = policy.judge((EASY, UNSOLVABLE), PLAIN)
    assert (asked.batch, asked.simplified_or_skipped) == ((EASY,), 1)


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
    policy = RetryPolicy(
        ScriptedSubject(clock, lambda batch: [TIMED_OUT] * len(batch), seconds=10.0), verdicts(), clock
    )
    found = policy.judge((EASY, OTHER), PLAIN).counterexample
    assert found is not None
    assert found.is_timeout
    assert len(found.batch) == 1


def test_a_timeout_under_a_shorter_limit_counts_in_full() -> None:
    """A hang under a shorter limit counts as if it had lasted for the full limit."""
    clock = FakeClock()
    policy = RetryPolicy(slow(clock), verdicts(), clock)
    policy.record((EASY,), Transcript((TIMED_OUT,)), 4.0)
    assert policy.timed_out_seconds == Options().seconds(1)


def test_wrong_answers_of_slow_subjects() -> None:
    """A wrong answer of a slow subject is a failure."""
    clock = FakeClock()
    wrong = ScriptedSubject(clock, lambda batch: [right(EASY.keeping(0).with_cell(0, 1))] * len(batch), seconds=5.0)
    found = RetryPolicy(wrong, verdicts(), clock).judge((OTHER,), PLAIN).counterexample
    assert found is not None
    assert found.cause == "wrong answer"


def test_strict_batches_do_not_change_the_pace() -> None:
    """A batch in strict mode times out at once and does not change the pace."""
    clock = FakeClock()
    subject = slow(clock)
    policy = known_to_be_slow(subject, clock)
    asked_before, size_before = len(subject.asked), policy.max_batch_size(1000.0)
    found = policy.judge((HARD,), PLAIN, strictly=True).counterexample
    policy.judge((EASY,) * 100, PLAIN, strictly=True)
    assert found is not None
    assert len(subject.asked) == asked_before + 2
    assert policy.max_batch_size(1000.0) == size_before
    assert policy.simplify((HARD,)) == ((HARD,), 0)


def test_a_long_batch_is_retried_with_three_times_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """If each puzzle alone is answered in time, the batch is retried with three times their total time."""
    clock = FakeClock()
    patient: list[float] = []

    def open_again(name: str, options: Options) -> ScriptedSubject:
        assert name == "exec:scripted"
        patient.append(options.time_limit)
        return ScriptedSubject(clock, options=options)

    monkeypatch.setattr(module, "open_subject", open_again)
    tired = ScriptedSubject(clock, lambda batch: [TIMED_OUT] * len(batch) if len(batch) > 1 else None, seconds=2.0)
    assert RetryPolicy(tired, verdicts(), clock).judge((EASY, OTHER), PLAIN).counterexample is None
    assert patient == [10.0 + 3 * 4.0]


def late_together(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Hang for long batches."""
    return [TIMED_OUT] * len(batch) if len(batch) > 30 else None


def test_a_long_run_is_split() -> None:
    """A long run that exceeds its expected time is split into parts; if these are right, the whole is retried."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    policy = known_to_be_slow(subject, clock)
    before = len(subject.asked)
    asked = policy.judge((EASY,) * 100, PLAIN)
    first, *parts, whole = subject.asked[before:]
    assert (len(first), sum(map(len, parts)), len(whole)) == (100, 100, 100)
    assert {len(part) for part in parts} == {1, module.PART}
    assert subject.limits[before:] == [pytest.approx(4 + 3 * 1.0), *[None] * (len(parts) + 1)]
    assert asked.counterexample is not None
    assert asked.counterexample.is_timeout
    assert asked.batch == (EASY,) * 100


def test_a_wrong_part_of_a_long_run() -> None:
    """If the whole run hangs, a wrong answer is found in a part, and only the parts run so far count as judged."""
    clock = FakeClock()

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        return [right(HARD)] if batch == (OTHER,) else late_together(batch)

    policy = known_to_be_slow(ScriptedSubject(clock, answer, seconds=0.01), clock)
    asked = policy.judge((EASY,) * 5 + (OTHER,) + (EASY,) * 94, PLAIN)
    assert asked.counterexample is not None
    assert asked.counterexample.batch == (OTHER,)
    assert asked.batch == (*(EASY,) * 5, OTHER)


def test_parts_without_time_are_skipped() -> None:
    """If a subject is slow even for parts, the rest is skipped without a failure."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    policy = known_to_be_slow(subject, clock)
    subject.seconds = 2.0
    asked = policy.judge((EASY,) * 100, PLAIN)
    assert asked.counterexample is None
    assert len(asked.batch) + asked.simplified_or_skipped == 100
    assert asked.batch == (EASY,) * 6


def test_a_long_run_in_strict_mode() -> None:
    """While a failure is shrunk, a long run is stopped as well, and is not retried in parts."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    policy = known_to_be_slow(subject, clock)
    before = len(subject.asked)
    policy.judge((EASY,) * 100, PLAIN, strictly=True)
    assert subject.limits[before:] == [pytest.approx(4 + 3 * 1.0)]


def test_batch_size_follows_the_pace() -> None:
    """The maximum batch size is the number of puzzles answered in the available time, and at least one."""
    clock = FakeClock()
    policy = known_to_be_slow(ScriptedSubject(clock, seconds=0.01), clock)
    policy.judge((EASY,) * 90, PLAIN)
    assert 1000 <= policy.max_batch_size(10.0) <= 1200
    assert 5 <= policy.max_batch_size(0.1) <= 12
    assert policy.max_batch_size(-1.0) == 1


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
