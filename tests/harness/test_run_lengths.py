"""Runs of increasing length: time and memory per puzzle, and their growth."""

from collections.abc import Callable, Sequence
from math import inf

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.performance import NOTABLE_GROWTH, Growth
from crosscover.harness.run_lengths import ALLOWED_KIB, PARTS, RunLengths, Timer, UntimedError, memory_growth
from crosscover.reference import Grid
from crosscover.subjects.subject import Transcript, Usage

from .fakes import EASY, SOLUTION, TIMED_OUT, FakeClock, ScriptedSubject

START, PUZZLE, BASE = 0.002, 0.001, 12_000


class MeteredSubject(ScriptedSubject):
    """A subject whose processor time and memory in KiB are functions of the number of puzzles.

    A run of more than `limit` seconds has no answers. Runs in `noisy`, counted from 1, take three times as long.
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

    def cpu_of(self, batch: Sequence[Grid]) -> float:
        """The processor time of a run."""
        return self._cpu(len(batch))

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - no text
        seconds: float | None = None,  # noqa: ARG002 - it uses a fake clock
        wall_seconds: float | None = None,  # noqa: ARG002 - it uses a fake clock
    ) -> Transcript:
        """Return dummy answers with the usage."""
        self.asked.append(tuple(batch))
        cpu = self.cpu_of(batch) * (3 if len(self.asked) in self._noisy else 1)
        self._clock.now += min(cpu, self._limit)
        if cpu > self._limit:
            return Transcript((TIMED_OUT,) * len(batch), usage=Usage(self._limit, BASE))
        return Transcript((), usage=Usage(cpu, self._peak(len(batch))))


def linear(number: int) -> float:
    """The time of a run in which all puzzles take the same time."""
    return START + PUZZLE * number


def measured(subject: MeteredSubject, clock: FakeClock, *, until: float = 10.0, repeats: bool = False) -> RunLengths:
    """Measure runs of one puzzle within a time."""
    timer = Timer(subject, clock)
    timer.time_start([EASY])
    runs = RunLengths(timer, lambda number: [EASY] * number, repeats=repeats)
    runs.climb(until / 2)
    return runs


def growth(subject: MeteredSubject, clock: FakeClock, *, repeats: bool = False) -> Growth:
    """The growth of time or memory with the length of runs."""
    found = measured(subject, clock, repeats=repeats).growth(10.0)
    assert found is not None
    return found


def test_no_growth() -> None:
    """A solver without state does not grow, and the times for start and puzzle are separated."""
    clock = FakeClock()
    runs = measured(MeteredSubject(clock, linear), clock)
    found = runs.growth(10.0)
    assert found is not None
    assert (found.puzzles, found.memory_exponent, found.kib) == (runs.longest, 0.0, 0.0)
    assert found.time_exponent < 0.02
    assert runs.start() == pytest.approx(START)
    assert runs.puzzle_seconds() == pytest.approx(PUZZLE, rel=0.02)


def test_history() -> None:
    """If each puzzle is compared with all earlier ones, its time grows with the length of the run."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, lambda number: linear(number) + 0.00002 * number**2), clock)
    assert 0.7 < found.time_exponent < 1.1


def test_leak() -> None:
    """A leak of 94 KB per puzzle is measured and reported as growth."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: BASE + 94 * number), clock)
    assert found.memory_exponent == pytest.approx(1.0, abs=0.1)
    assert found.kib == pytest.approx(94)


def test_leak_below_the_memory_of_the_supervisor() -> None:
    """A leak of a small program is visible when it exceeds the memory of the supervisor before `exec`."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: max(BASE, 1500 + 94 * number)), clock)
    assert found.memory_exponent is not None
    assert found.memory_exponent > NOTABLE_GROWTH


def test_input_and_output_are_not_a_leak() -> None:
    """Memory for input and output, and for the worker's copies, is not reported as growth."""
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, lambda number: BASE + round(ALLOWED_KIB) * number), clock)
    assert found.memory_exponent == 0.0


def test_caches_are_not_a_leak() -> None:
    """Memory that is allocated only at the start of a run is not reported as growth."""
    assert memory_growth([12_000, 40_000, 40_100, 40_200], [256, 512, 1024])[0] < NOTABLE_GROWTH


def test_disturbed_run() -> None:
    """A longest run that was disturbed is repeated, and its first measurement is ignored."""
    clock = FakeClock()
    undisturbed = MeteredSubject(clock, linear)
    measured(undisturbed, clock)
    clock = FakeClock()
    found = growth(MeteredSubject(clock, linear, noisy=[len(undisturbed.asked)]), clock)
    assert found.time_exponent < 0.05


class UnevenSubject(MeteredSubject):
    """A subject without state that needs longer for the later puzzles of a series than for the first ones."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock, linear)

    def cpu_of(self, batch: Sequence[Grid]) -> float:
        """The processor time of a run."""
        return START + PUZZLE * sum(puzzle.values[0] for puzzle in batch)


def test_harder_puzzles_are_not_growth() -> None:
    """If later puzzles take longer, the same puzzles take as long in short runs, and no growth is reported."""
    clock = FakeClock()
    timer = Timer(UnevenSubject(clock), clock)
    timer.time_start([SOLUTION])
    runs = RunLengths(
        timer, lambda number: [SOLUTION.with_cell(0, min(1 + place // 200, 9)) for place in range(number)]
    )
    runs.climb(5.0)
    found = runs.growth(10.0)
    assert found is not None
    assert runs.longest >= 1024
    assert found.time_exponent < 0.02


def warming_up(number: int) -> float:
    """The time to fill a cache."""
    return min(number, 32) * 0.02


def starting(number: int) -> float:  # noqa: ARG001 - a cost
    """The time of a compiler."""
    return 0.3


@pytest.mark.parametrize("once", [warming_up, starting])
def test_work_that_is_done_once_is_not_growth(once: Callable[[int], float]) -> None:
    """A cache that fills, or a compiler that works at the start, makes short runs longer, and is no growth."""
    clock = FakeClock()
    assert growth(MeteredSubject(clock, lambda number: linear(number) + once(number)), clock).time_exponent < 0.02


def test_growth_must_be_seen_twice_on_the_same_puzzles() -> None:
    """If all runs but the last comparison are disturbed like growing ones, there is no growth."""
    calls = 0

    def exponent(disturbed: float) -> float:
        nonlocal calls
        calls, clock = 0, FakeClock()

        def cpu(number: int) -> float:
            nonlocal calls
            calls += 1
            return linear(number) + 0.00002 * number**2 * (calls <= disturbed)

        return growth(MeteredSubject(clock, cpu), clock).time_exponent

    assert exponent(inf) > NOTABLE_GROWTH
    assert exponent(calls - (PARTS + 1)) < 0.02


def test_memory_of_one_run_is_not_growth() -> None:
    """Memory must grow again when the runs are repeated: what a collector has not freed yet does not count."""
    clock = FakeClock()
    sizes: list[int] = []

    def peak(number: int) -> int:
        sizes.append(number)
        return BASE + 94 * number * (sizes.count(number) == 1)

    assert growth(MeteredSubject(clock, linear, peak), clock).memory_exponent == 0.0


def test_spoilt_state() -> None:
    """A solver that answers a puzzle once and times out when it is repeated in the same run shows growth."""
    clock = FakeClock()
    subject = MeteredSubject(clock, lambda number: START + PUZZLE * 4.0**number, limit=2.0)
    assert growth(subject, clock, repeats=True).time_exponent > 1


def test_a_run_that_is_stopped_once_is_not_growth() -> None:
    """If a run of one repeated puzzle is stopped, but is answered when it is repeated, there is no growth."""
    clock = FakeClock()
    sizes: list[int] = []

    def cpu(number: int) -> float:
        sizes.append(number)
        return linear(number) * (100 if number == 64 and sizes.count(number) == 1 else 1)

    runs = measured(MeteredSubject(clock, cpu, limit=1.0), clock, repeats=True)
    assert runs.stopped_by is not None
    found = runs.growth(10.0)
    assert found is not None
    assert found.time_exponent < NOTABLE_GROWTH


def test_slow_puzzles_are_not_growth() -> None:
    """A timeout because each puzzle is slow is not reported as growth."""
    clock = FakeClock()
    runs = measured(MeteredSubject(clock, lambda number: 0.6 * number, limit=1.0), clock, repeats=True)
    assert runs.stopped_by is not None
    assert runs.growth(10.0) is None


def test_time_budget() -> None:
    """A run starts only if there is time for twice the duration of the run of half its length."""
    clock = FakeClock()
    measured(MeteredSubject(clock, linear), clock, until=4.0)
    assert 0.5 < clock.now * 0.6 < 2.0


def test_unanswered() -> None:
    """A run without an answer has no measurement, with the reason."""
    clock = FakeClock()
    with pytest.raises(UntimedError, match="no answer in time"):
        Timer(MeteredSubject(clock, linear, limit=0.0), clock).ask([EASY])


def test_unknown_usage() -> None:
    """A subject that does not report its usage is not measured."""
    clock = FakeClock()
    with pytest.raises(UntimedError, match="its time is unknown"):
        Timer(ScriptedSubject(clock), clock).ask([SOLUTION])


def test_too_quick_to_measure() -> None:
    """The time per puzzle is not reported if it is less than the variation of the start."""
    clock = FakeClock()
    timer = Timer(MeteredSubject(clock, linear), clock)
    timer.start, timer.noise = 0.1, 0.01
    assert timer.beyond_start(0.12) is None
    assert timer.beyond_start(0.2) == pytest.approx(0.1)


def test_no_time_for_skipped_lengths() -> None:
    """If there is no time for lengths that were skipped, growth is unknown, and the other runs keep their costs."""
    clock = FakeClock()
    runs = measured(MeteredSubject(clock, lambda number: START + number * PUZZLE / 1000), clock)
    assert runs.growth(until=0.0) is None
    assert runs.longest in {cost.puzzles for cost in runs.costs("easy", 0.001)}
