"""Runs of ever more puzzles: what a puzzle takes, and whether that grows."""

from collections.abc import Callable, Sequence

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.performance import NOTABLE_GROWTH, Growth
from crosscover.harness.run_lengths import ALLOWED_KIB, RunLengths, Timer, UntimedError, memory_growth
from crosscover.reference import Grid
from crosscover.subjects.subject import Transcript, Usage

from .fakes import EASY, LATE, SOLUTION, FakeClock, ScriptedSubject

START, PUZZLE, BASE = 0.002, 0.001, 12_000


class MeteredSubject(ScriptedSubject):
    """Takes the processor time, and the memory in KiB, that two functions say of a number of puzzles.

    A run of more than `limit` seconds has no answers. The `noisy` runs, counted from 1, take three times as long.
    """

    def __init__(
        self,
        clock: FakeClock,
        cpu: Callable[[int], float],
        peak: Callable[[int], int] = lambda _: BASE,
        *,
        limit: float = 10.0,
        noisy: Sequence[int] = (),
    ) -> None:
        super().__init__(clock)
        self._cpu = cpu
        self._peak = peak
        self._limit = limit
        self._noisy = noisy

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - no text
        seconds: float | None = None,  # noqa: ARG002 - its clock is moved by hand
    ) -> Transcript:
        """Answer nothing of worth."""
        self.asked.append(tuple(batch))
        cpu = self._cpu(len(batch)) * (3 if len(self.asked) in self._noisy else 1)
        self._clock.now += min(cpu, self._limit)
        if cpu > self._limit:
            return Transcript((LATE,) * len(batch), usage=Usage(self._limit, BASE))
        return Transcript((), usage=Usage(cpu, self._peak(len(batch))))


def linear(number: int) -> float:
    """What a run takes whose puzzles all take the same."""
    return START + PUZZLE * number


def measured(subject: MeteredSubject, clock: FakeClock, *, until: float = 10.0, repeats: bool = False) -> RunLengths:
    """Runs of one puzzle, as long as there is time for."""
    timer = Timer(subject, clock)
    timer.time_start([EASY])
    runs = RunLengths(timer, lambda number: [EASY] * number, repeats=repeats)
    runs.climb(until / 2)
    return runs


def growth(subject: MeteredSubject, clock: FakeClock, *, repeats: bool = False) -> Growth:
    """What becomes of runs as they get longer."""
    found = measured(subject, clock, repeats=repeats).growth(10.0)
    assert found is not None
    return found


def test_no_growth() -> None:
    """A solver that keeps nothing does not grow, and start and puzzle are told apart."""
    clock = FakeClock()
    runs = measured(MeteredSubject(clock, linear), clock)
    found = runs.growth(10.0)
    assert found is not None
    assert (found.puzzles, found.memory_exponent, found.kib) == (runs.longest, 0.0, 0.0)
    assert found.time_exponent < 0.02
    assert runs.start() == pytest.approx(START)
    assert runs.puzzle_seconds() == pytest.approx(PUZZLE, rel=0.02)


def test_history() -> None:
    """Where each puzzle is compared with all before it, its time grows with the length of the run."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, lambda number: linear(number) + 0.00002 * number**2), clock)
    assert 0.7 < found.time_exponent < 1.1


def test_leak() -> None:
    """94 KB a puzzle show as such, and as memory that grows with the run."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: BASE + 94 * number), clock)
    assert found.memory_exponent == pytest.approx(1.0, abs=0.1)
    assert found.kib == pytest.approx(94)


def test_leak_below_the_memory_of_the_supervisor() -> None:
    """What a small program leaves behind shows once it is more than the supervisor held before `exec`."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: max(BASE, 1500 + 94 * number)), clock)
    assert found.memory_exponent is not None
    assert found.memory_exponent > NOTABLE_GROWTH


def test_texts_are_no_leak() -> None:
    """A program may hold its input and output, and the worker its copies, without being called growing."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: BASE + round(ALLOWED_KIB) * number), clock)
    assert found.memory_exponent == 0.0


def test_caches_that_fill_are_no_leak() -> None:
    """Memory that is taken at the start of a run, and no more of it later, does not grow."""
    assert memory_growth([12_000, 40_000, 40_100, 40_200], [256, 512, 1024])[0] < NOTABLE_GROWTH


def test_disturbed_run() -> None:
    """A longest run that something made three times as long is run again, and does not count."""
    clock = FakeClock()
    undisturbed = MeteredSubject(clock, linear)
    measured(undisturbed, clock)
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, noisy=[len(undisturbed.asked)]), clock)
    assert found.time_exponent < 0.05


def test_spoilt_state() -> None:
    """A puzzle that has its answer once, and in no time when it is asked again in the same run, is growth."""
    clock = FakeClock()
    subject = MeteredSubject(clock, lambda number: START + PUZZLE * 4.0**number, limit=2.0)
    assert growth(subject, clock, repeats=True).time_exponent > 1


def test_slow_puzzles_are_no_growth() -> None:
    """A run that is not done because each puzzle is slow says nothing of growth."""
    clock = FakeClock()
    runs = measured(MeteredSubject(clock, lambda number: 0.6 * number, limit=1.0), clock, repeats=True)
    assert runs.stopped_by is not None
    assert runs.growth(10.0) is None


def test_time_is_kept() -> None:
    """No run begins that would not end in time if it took twice as long as the one of half its length."""
    clock = FakeClock()
    measured(MeteredSubject(clock, linear), clock, until=4.0)
    assert 0.5 < clock.now * 0.6 < 2.0


def test_unanswered() -> None:
    """A run without an answer is no time, and says why."""
    clock = FakeClock()
    with pytest.raises(UntimedError, match="no answer in time"):
        Timer(MeteredSubject(clock, linear, limit=0.0), clock).ask([EASY])


def test_unknown_usage() -> None:
    """A subject that does not tell what it takes is not timed."""
    clock = FakeClock()
    with pytest.raises(UntimedError, match="not known"):
        Timer(ScriptedSubject(clock), clock).ask([SOLUTION])


def test_too_quick_to_tell() -> None:
    """What a run takes beyond its start is not told where the start varies by more."""
    clock = FakeClock()
    timer = Timer(MeteredSubject(clock, linear), clock)
    timer.start, timer.noise = 0.1, 0.01
    assert timer.beyond_start(0.12) is None
    assert timer.beyond_start(0.2) == pytest.approx(0.1)
