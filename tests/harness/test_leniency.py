"""What may be asked of a slow subject."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover.dialects import Formatting
from crosscover.harness import leniency as module
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.leniency import Leniency
from crosscover.options import Contract, Options
from crosscover.reference import Grid
from crosscover.subjects.subject import Response, Subject, Transcript, Usage

from .fakes import EASY, LATE, OTHER, FakeClock, ScriptedSubject, right, verdicts

HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""A puzzle of 17 clues against solvers that fill the first empty cell first; Wikipedia, "Sudoku solving algorithms"."""

UNSOLVABLE = HARD.with_cell(2, 9)
"""Without a solution, which a plain search needs 1,725 nodes to see."""

PLAIN = Formatting()


def late_if_hard(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Never gets through with what takes a deep search."""
    if any(baseline_nodes(puzzle, 1, 500) > 500 for puzzle in batch):
        return [LATE] * len(batch)
    return None


def slow(clock: FakeClock, **options: object) -> ScriptedSubject:
    """A subject that needs 10 ms a puzzle, and for ever for hard ones."""
    return ScriptedSubject(clock, late_if_hard, seconds=0.01, options=Options().with_overrides(options))


def known_to_be_slow(subject: Subject, clock: FakeClock) -> Leniency:
    """A leniency that has seen how slow the subject is with easy puzzles."""
    leniency = Leniency(subject, verdicts(), clock)
    for _ in range(5):
        assert leniency.ask((EASY, OTHER), PLAIN).counterexample is None
    return leniency


def test_a_slow_subject_is_given_easier_puzzles() -> None:
    """What a plain search at its pace would not have done in time either is made easier, and counted."""
    clock = FakeClock()
    leniency = known_to_be_slow(slow(clock), clock)
    asked = leniency.ask((EASY, HARD), PLAIN)
    assert asked.counterexample is None
    assert asked.simplified_or_skipped == 1
    assert asked.batch[0] == EASY
    assert asked.batch[1].extends(HARD)
    assert asked.batch[1] != HARD


class StartsSlowly(ScriptedSubject):
    """Needs half a second for a run, whatever it is asked, before it begins with the puzzles, and says so."""

    def ask(
        self, batch: Sequence[Grid], formatting: Formatting = Formatting(), seconds: float | None = None
    ) -> Transcript:
        """Answer a batch, of which the clock shows the start as well."""
        before = self._clock.now
        transcript = super().ask(batch, formatting, seconds)
        solving = self._clock.now - before
        self._clock.now += 0.5
        return replace(transcript, usage=Usage(0.0, solving_seconds=solving))


def test_the_start_of_a_run_is_not_slowness() -> None:
    """A subject that starts slowly and solves fast is spared nothing that it has the time for."""
    clock = FakeClock()
    leniency = known_to_be_slow(StartsSlowly(clock, late_if_hard, seconds=0.0001), clock)
    assert leniency.start_seconds() == pytest.approx(0.5)
    assert leniency.puzzles_per_second() == pytest.approx(10_000)
    assert leniency.ask((EASY, HARD), PLAIN).counterexample is not None


def test_what_it_was_spared_it_is_spared_again() -> None:
    """Once it is known to be slow, batches are fitted to its pace before they are asked."""
    clock = FakeClock()
    subject = slow(clock)
    leniency = known_to_be_slow(subject, clock)
    before = leniency.fit((HARD,))
    leniency.ask((HARD,), PLAIN)
    [easier], changed = leniency.fit((HARD,))
    assert before == ((HARD,), 0)
    assert changed == 1
    assert easier.extends(HARD)


def test_a_puzzle_without_a_solution_is_left_out() -> None:
    """A hard puzzle that cannot be given further clues of a solution is not asked."""
    clock = FakeClock()
    leniency = known_to_be_slow(slow(clock, contract="any"), clock)
    asked = leniency.ask((EASY, UNSOLVABLE), PLAIN)
    assert (asked.batch, asked.simplified_or_skipped) == ((EASY,), 1)


@pytest.mark.parametrize("given", [{"time_limit": "10"}, {"puzzle_time": 0.1}], ids=["time_limit", "puzzle_time"])
def test_limits_that_somebody_sets_are_strict(given: dict[str, object]) -> None:
    """A limit that is set is enforced, also where it is set to its default."""
    clock = FakeClock()
    leniency = known_to_be_slow(slow(clock, **given), clock)
    found = leniency.ask((HARD,), PLAIN).counterexample
    assert found is not None
    assert found.is_timeout


def test_a_subject_that_hangs_is_late() -> None:
    """Easy puzzles that are never answered are not forgiven."""
    clock = FakeClock()
    leniency = Leniency(ScriptedSubject(clock, lambda batch: [LATE] * len(batch), seconds=10.0), verdicts(), clock)
    found = leniency.ask((EASY, OTHER), PLAIN).counterexample
    assert found is not None
    assert found.is_timeout
    assert len(found.batch) == 1


def test_a_late_answer_elsewhere_counts_in_full() -> None:
    """A hang that was seen under a shorter limit counts for as long as one under the full limit takes."""
    clock = FakeClock()
    leniency = Leniency(slow(clock), verdicts(), clock)
    leniency.learn((EASY,), Transcript((LATE,)), 4.0)
    assert leniency.late_seconds == Options().seconds(1)


def test_a_wrong_answer_is_wrong_however_slow() -> None:
    """Leniency is about time alone."""
    clock = FakeClock()
    wrong = ScriptedSubject(clock, lambda batch: [right(EASY.keeping(0).with_cell(0, 1))] * len(batch), seconds=5.0)
    found = Leniency(wrong, verdicts(), clock).ask((OTHER,), PLAIN).counterexample
    assert found is not None
    assert found.cause == "wrong answer"


def test_strictly_nothing_is_learnt() -> None:
    """A batch that is asked strictly is late at once, and leaves the pace as it was."""
    clock = FakeClock()
    subject = slow(clock)
    leniency = known_to_be_slow(subject, clock)
    asked_before, size_before = len(subject.asked), leniency.max_batch_size(1000.0)
    found = leniency.ask((HARD,), PLAIN, strictly=True).counterexample
    leniency.ask((EASY,) * 100, PLAIN, strictly=True)
    assert found is not None
    assert len(subject.asked) == asked_before + 2
    assert leniency.max_batch_size(1000.0) == size_before
    assert leniency.fit((HARD,)) == ((HARD,), 0)


def test_a_batch_that_is_only_long_has_three_times_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each puzzle alone is answered in time, all are asked again with three times as long as that took."""
    clock = FakeClock()
    patient: list[float] = []

    def open_again(name: str, options: Options) -> ScriptedSubject:
        assert name == "exec:scripted"
        patient.append(options.time_limit)
        return ScriptedSubject(clock, options=options)

    monkeypatch.setattr(module, "open_subject", open_again)
    tired = ScriptedSubject(clock, lambda batch: [LATE] * len(batch) if len(batch) > 1 else None, seconds=2.0)
    assert Leniency(tired, verdicts(), clock).ask((EASY, OTHER), PLAIN).counterexample is None
    assert patient == [10.0 + 3 * 4.0]


def late_together(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Hangs where it is asked much at once."""
    return [LATE] * len(batch) if len(batch) > 30 else None


def test_a_long_run_is_cut_and_asked_in_parts() -> None:
    """A long run may take a little more than is foreseen; then parts are asked, and the whole if these are right."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    leniency = known_to_be_slow(subject, clock)
    before = len(subject.asked)
    asked = leniency.ask((EASY,) * 100, PLAIN)
    assert [len(batch) for batch in subject.asked[before:]] == [100, *[1] * 10, *[30] * 3, 100]
    assert subject.limits[before:] == [pytest.approx(4 + 3 * 1.0), *[None] * 14]
    assert asked.counterexample is not None
    assert asked.counterexample.is_timeout
    assert asked.batch == (EASY,) * 100


def test_a_wrong_part_of_a_long_run() -> None:
    """A wrong answer is found in a part where the whole only hangs; what was judged is what was asked till then."""
    clock = FakeClock()

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        return [right(HARD)] if batch == (OTHER,) else late_together(batch)

    leniency = known_to_be_slow(ScriptedSubject(clock, answer, seconds=0.01), clock)
    asked = leniency.ask((EASY,) * 5 + (OTHER,) + (EASY,) * 94, PLAIN)
    assert asked.counterexample is not None
    assert asked.counterexample.batch == (OTHER,)
    assert asked.batch == (*(EASY,) * 5, OTHER)


def test_parts_that_there_is_no_time_for_are_left_out() -> None:
    """Who is slow even in parts is not asked all of them, and not accused."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    leniency = known_to_be_slow(subject, clock)
    subject.seconds = 2.0
    asked = leniency.ask((EASY,) * 100, PLAIN)
    assert asked.counterexample is None
    assert len(asked.batch) + asked.simplified_or_skipped == 100
    assert asked.batch == (EASY,) * 6


def test_a_long_run_is_cut_strictly_as_well() -> None:
    """While a failure is made small a long run is cut too, and that is the end of it."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, late_together, seconds=0.01)
    leniency = known_to_be_slow(subject, clock)
    before = len(subject.asked)
    leniency.ask((EASY,) * 100, PLAIN, strictly=True)
    assert subject.limits[before:] == [pytest.approx(4 + 3 * 1.0)]


def test_batches_are_as_large_as_the_subject_is_fast() -> None:
    """The largest batch is what the subject answers in the time, and a puzzle at least."""
    clock = FakeClock()
    leniency = known_to_be_slow(ScriptedSubject(clock, seconds=0.01), clock)
    leniency.ask((EASY,) * 90, PLAIN)
    assert 1000 <= leniency.max_batch_size(10.0) <= 1200
    assert 5 <= leniency.max_batch_size(0.1) <= 12
    assert leniency.max_batch_size(-1.0) == 1


def test_starting_is_paid_once() -> None:
    """A program that takes long to start, and no time to solve, is given long batches."""
    clock = FakeClock()

    def start_slowly(_: Sequence[Grid]) -> Sequence[Response] | None:
        clock.now += 0.5
        return None

    leniency = known_to_be_slow(ScriptedSubject(clock, start_slowly, seconds=0.001), clock)
    leniency.ask((EASY,) * 10, PLAIN)
    assert leniency.max_batch_size(10.0) > 5000


def test_where_nothing_is_known_batches_are_large() -> None:
    """A subject of unknown pace is given long batches."""
    clock = FakeClock()
    assert Leniency(ScriptedSubject(clock), verdicts(), clock).max_batch_size(10.0) == 10_000


def test_counting_takes_a_second_solution() -> None:
    """What a plain search needs for a count is what it needs to look for two solutions."""
    clock = FakeClock()
    counting = Leniency(slow(clock, contract=Contract.COUNT), verdicts(), clock)
    assert counting.fit((EASY,)) == ((EASY,), 0)
