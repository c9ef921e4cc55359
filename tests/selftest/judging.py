"""Judges solvers of the zoo over several processes, and says of each whether the suite told it for what it is.

It differs from a check in what it leaves out: a failure is not made small and not kept, since nobody will look at it,
and what gives no answer to an easy puzzle is judged like the rest, since the properties are to be proved.
For one seed every solver of a contract is drawn the same puzzles, so a process keeps verdicts from solver to solver.
"""

import os
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path

from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.harness.harness import Budget, Trial
from crosscover.oracles.panel import Panel
from crosscover.reference import Grid, Verdict
from crosscover.report.events import Outcome, Status
from crosscover.runner.run import run as run_session
from crosscover.subjects.response import Failed, Fault
from crosscover.subjects.smoke import ask_easy
from crosscover.subjects.specification import subject
from crosscover.worker_pool import Workers

from .loading import NotMadeError, load

REASON = 300
"""Characters of a reason that are kept: an exception may spell out hundreds of puzzles."""

FAULTS = (Status.FAULT, Status.VACUOUS)


class Fate(Enum):
    """What became of a solver of the zoo in one run."""

    KILLED = "killed"
    """It is wrong, and a property has shown it by something worse than a late answer."""
    TIMED_OUT = "timed out"
    """It is wrong, and all that was seen of it is that answers did not come in time."""
    SURVIVED = "survived"
    """It is wrong, and every property passed: a gap in what is drawn."""
    CLEARED = "cleared"
    """It is right, and every property passed."""
    ACCUSED = "accused"
    """It is right, and a property failed."""
    FAULT = "fault"
    """A property could not be decided, for a fault of crosscover."""
    NOT_RUN = "not run"
    """It could not be made or started here."""


BAD = (Fate.SURVIVED, Fate.ACCUSED, Fate.FAULT)


@dataclass(frozen=True, slots=True)
class Case:
    """A solver, by its name, to be judged by what a seed draws."""

    name: str
    seed: int


@dataclass(frozen=True, slots=True)
class Seen:
    """How one property came out; `failed_after` of the puzzles that it judged it failed, None where it did not."""

    name: str
    status: Status
    judged: int
    failed_after: int | None
    seconds: float
    reason: str

    @property
    def failed(self) -> bool:
        """Whether it holds something against the solver."""
        return self.status in (Status.WRONG, Status.TIMED_OUT)


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a case: its properties in the order in which they ran, or why it was not judged."""

    case: Case
    fate: Fate
    seen: tuple[Seen, ...]
    seconds: float
    reason: str = ""

    @property
    def first_kill(self) -> int | None:
        """How many puzzles had been judged, under all properties, when the first failed; None where none did."""
        before = 0
        for seen in self.seen:
            if seen.failed:
                return before + (seen.failed_after or 0)
            before += seen.judged
        return None


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges one case at a time, in whatever process it is called; with `first` only until a property fails."""

    zoo: Path
    workshop: Path
    examples: int = Budget().examples
    first: bool = False

    def __call__(self, case: Case) -> Judged:
        """Judge a case."""
        zoo = load(self.zoo)
        solver = zoo[case.name]
        folder = self.workshop / str(os.getpid())  # two processes may make the same solver for different seeds
        folder.mkdir(exist_ok=True)
        try:
            spec = zoo.make(case.name, folder)
        except NotMadeError as error:
            return Judged(case, Fate.NOT_RUN, (), 0, str(error))
        budget = Budget(self.examples, case.seed, shrink_seconds=0)
        trial = Trial(subject(spec, solver.source.options), _panel(), budget)
        trial.verdicts = _verdicts()
        try:
            match ask_easy(trial.subject).responses[0]:
                case Failed(Fault.NOT_STARTED, reason):
                    return Judged(case, Fate.NOT_RUN, (), 0, reason)
                case _:
                    pass
            session = run_session(trial, _Desk(), seeds=[case.seed], first=self.first)
        finally:
            trial.subject.close()
        if session.error:
            return Judged(case, Fate.FAULT, (), session.seconds, session.error)
        seen = tuple(map(_seen, session.outcomes))
        fate = _fate(seen, is_right=solver.is_right)
        return Judged(case, fate, seen, session.seconds, _reason(seen, fate))


def judge_all(judge: Judge, cases: Sequence[Case], jobs: int) -> Generator[Judged]:
    """Judge cases over so many processes, in their order; when this is closed the processes end at once."""
    with Workers(judge, jobs) as workers:
        yield from chain(chain.from_iterable(map(workers.put, cases)), workers.drain())


class _Desk:
    def begun(self, names: tuple[str, ...]) -> None:
        pass

    def started(self, name: str) -> None:
        pass

    def finished(self, outcome: Outcome) -> Outcome:
        return outcome


@cache
def _panel() -> Panel:
    return Panel({name: engine(name) for name in DEFAULT_PANEL})


@cache
def _verdicts() -> dict[Grid, Verdict]:
    return {}


def _seen(outcome: Outcome) -> Seen:
    reason = outcome.failure.reason.partition("\n")[0][:REASON] if outcome.failure is not None else ""
    return Seen(outcome.name, outcome.status, outcome.judged, outcome.failed_after, outcome.seconds, reason)


def _fate(seen: Sequence[Seen], *, is_right: bool) -> Fate:
    statuses = {one.status for one in seen}
    if statuses.intersection(FAULTS):
        return Fate.FAULT
    if is_right:
        return Fate.CLEARED if statuses == {Status.PASSED} else Fate.ACCUSED
    if Status.WRONG in statuses:
        return Fate.KILLED
    return Fate.TIMED_OUT if Status.TIMED_OUT in statuses else Fate.SURVIVED


def _reason(seen: Sequence[Seen], fate: Fate) -> str:
    """What led to a fate, as the first property says it that did."""
    wanted = FAULTS if fate is Fate.FAULT else (Status.WRONG, Status.TIMED_OUT)
    return next((f"{one.name}: {one.reason}" for one in seen if one.status in wanted), "")
