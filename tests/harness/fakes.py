"""A fake clock, scripted subjects, and harnesses for them."""

import math
from collections.abc import Callable, Iterator, Sequence

from crosscover.dialects import Formatting
from crosscover.harness.budget import Budget
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import CoverBatch
from crosscover.harness.property import Property
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel, UndecidedError
from crosscover.reference import Grid, Verdict
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.subjects.blocks import answers_of, grids
from crosscover.subjects.subject import BlockAnswers, Cells, EngineUnderTest, SubjectKind, Transcript, Usage

SOLUTION = Grid.simplest()
EASY = SOLUTION.with_cell(0, 0)
OTHER = SOLUTION.with_cell(80, 0)
SPARSE = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A proper puzzle with 14 empty cells."""
HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""A puzzle with 17 clues against search in cell order; Wikipedia, "Sudoku solving algorithms"."""
TIMED_OUT = Failed(Fault.TIMED_OUT, "no answer in time")
CRASH = Failed(Fault.CRASHED, "killed by SIGSEGV")
HANG = 1e9
"""Seconds that no time limit allows."""
BUDGET = Budget(examples=20, seed=1)

Answer = Callable[[Sequence[Grid]], Sequence[Response] | None]
"""A function from a batch to the subject's responses; None for correct answers."""
Cost = Callable[[Grid, int], float]
"""The seconds that a puzzle takes at a place of a run."""


def answer_correctly(_batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Answer everything correctly."""
    return None


def refuse_if_empty(cell: int) -> Answer:
    """Refuse batches with a puzzle in which a given cell is empty."""
    return lambda batch: [Declined()] * len(batch) if any(not puzzle.values[cell] for puzzle in batch) else None


def each(seconds: float) -> Cost:
    """All puzzles take the same time."""
    return lambda _puzzle, _place: seconds


def hangs_on(*puzzles: Grid, seconds: float = 0.01, times: int = 1000) -> Cost:
    """Some puzzles take for ever, the first times; the others, some seconds."""
    delays = iter([HANG] * times)
    return lambda puzzle, _: next(delays, seconds) if puzzle in puzzles else seconds


class FakeClock:
    """A clock whose time is set by the test."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class ScriptedSubject:
    """A subject that answers correctly in `seconds` per puzzle, or as `answer` returns; records its batches."""

    name = "exec:scripted"
    kind = SubjectKind.PROGRAM
    engine: EngineUnderTest | None = None
    hash_seed: int | None = None
    remarks: Sequence[str] = ()

    def __init__(
        self, clock: FakeClock, answer: Answer = answer_correctly, *, seconds: float = 0.0, options: Options = Options()
    ) -> None:
        self.options = options
        self.received: list[tuple[Grid, ...]] = []
        self.limits: list[float | None] = []
        self.clock = clock
        self.seconds = seconds
        self._answer = answer

    def run(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Answer a batch, and record it."""
        self.received.append(tuple(batch))
        self.limits.append(seconds)
        own = self.options.seconds(len(batch)) if seconds is None else seconds
        return self.respond(batch, formatting, own, math.inf if wall_seconds is None else wall_seconds)

    def respond(self, batch: Sequence[Grid], _formatting: Formatting, _own: float, _wall: float) -> Transcript:
        """Answer a batch, in time."""
        self.clock.now += self.seconds * len(batch)
        return Transcript(tuple(self._answer(batch) or map(correct, batch)))

    def run_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Answer a block as a batch."""
        return answers_of(self.run(grids(puzzles), seconds=seconds), self.options.contract)

    def use_hash_seed(self, seed: int | None) -> None:
        """Keep the seed; there is no Python to start."""
        self.hash_seed = seed

    def close(self) -> None:
        """Do nothing: there is no process."""


class TimedSubject(ScriptedSubject):
    """A subject that takes `start` seconds for a run, and for each puzzle what `cost` returns; time limits stop it.

    With `buffers` no answer of a stopped run arrives. If it `is_starved`, other processes take its time.
    """

    is_starved = False

    def __init__(
        self,
        clock: FakeClock,
        cost: Cost,
        *,
        start: float = 0.0,
        buffers: bool = False,
        answer: Answer = answer_correctly,
        options: Options = Options(),
    ) -> None:
        super().__init__(clock, answer, options=options)
        self._cost, self._start, self._buffers = cost, start, buffers

    def respond(self, batch: Sequence[Grid], _formatting: Formatting, own: float, wall: float) -> Transcript:
        """Answer a batch until the time limit of its processes, or that of the run."""
        limit = min(own, wall)
        taken, answered = self._start, 0
        while answered < len(batch) and taken <= limit:
            taken += self._cost(batch[answered], answered)
            answered += taken <= limit
        self.clock.now += min(taken, limit)
        if answered < len(batch) and self._buffers:
            answered = 0
        done = batch[:answered]
        responses = tuple(self._answer(done) or map(correct, done))
        usage = Usage(min(taken, limit), is_cut_off=limit < min(own, taken) or self.is_starved)
        return Transcript((*responses, *(TIMED_OUT,) * (len(batch) - answered)), usage=usage)


def scripted(
    answer: Answer = answer_correctly, *, seconds: float = 0.0, options: Options = Options()
) -> ScriptedSubject:
    """A scripted subject with a clock of its own."""
    return ScriptedSubject(FakeClock(), answer, seconds=seconds, options=options)


def timed(cost: Cost, answer: Answer = answer_correctly, *, start: float = 0.0, buffers: bool = False) -> TimedSubject:
    """A timed subject with a clock of its own."""
    return TimedSubject(FakeClock(), cost, start=start, buffers=buffers, answer=answer)


def correct(puzzle: Grid) -> Response:
    """A correct answer under the contract `any`."""
    solution = next(BitmaskEngine()(puzzle, 1), None)
    return Declined() if solution is None else Answered(solution)


def finds_nothing(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
    """A wrong engine."""
    return iter(())


def verdicts() -> VerdictCache:
    """Verdicts of one quick oracle."""
    return VerdictCache(Panel({"bitmask": BitmaskEngine()}))


class Undecided(Panel):
    """A panel that cannot decide one puzzle."""

    def __init__(self, puzzle: Grid) -> None:
        super().__init__({"bitmask": BitmaskEngine()})
        self._puzzle = puzzle

    def judge(self, puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        """Judge a puzzle."""
        if puzzle == self._puzzle:
            raise UndecidedError(puzzle, ["cpsat"], ["bitmask"])
        return super().judge(puzzle)


def harness_of(
    subject: ScriptedSubject,
    budget: Budget = BUDGET,
    *,
    name: str = "p",
    run_seconds: float = math.inf,
    cover: Sequence[CoverBatch] = (),
    jobs: int = 1,
) -> SolverHarness:
    """A harness of a new session, in a run of some seconds, for the property `name` with a covering list."""
    session = SubjectSession(subject, verdicts(), clock=subject.clock, jobs=jobs)
    if run_seconds < math.inf:
        session.begin(run_seconds)
    prop = Property(name, "What p says.", lambda _: None, cover=lambda _: cover)
    return SolverHarness(Round(session, session.result_of(prop), budget))


def sizes(subject: ScriptedSubject) -> list[int]:
    """The number of puzzles in each run."""
    return [len(batch) for batch in subject.received]
