"""Judge the solvers of the zoo in several processes: each mutant must be killed, and each right solver must pass.

A run is one of `crosscover check`, without files. It stops at the first failure, which is not shrunk, unless it is
complete. With one seed, all Sudoku solvers of a contract receive the same puzzles, so each process keeps its verdicts.
"""

import math
import os
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path

import msgspec

from crosscover import __version__
from crosscover.covers.opening import open_run as open_covers
from crosscover.covers.opening import read_settings
from crosscover.covers.run import ExactCoverRun
from crosscover.engines import panel_of
from crosscover.errors import NotStartedError
from crosscover.harness.budget import Budget
from crosscover.harness.limits import AFTER_FAILURE_SECONDS, DEFAULT_SECONDS
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.report.events import Event, Failing, Listener
from crosscover.report.words import list_some
from crosscover.result import CheckedProperty, Status
from crosscover.runner.opening import properties_for
from crosscover.runner.run import Run
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject

from .zoo.model import MissingToolError, RightSolver, Solver, materialise

UNDECIDED = (Status.FAULT, Status.VACUOUS)

CORRECT = {"sudoku": "correct solvers", "cover": "correct solvers of exact covers"}
"""Rows of the table for correct solvers, by problem."""


class MutantResult(Enum):
    """The result of one solver of the zoo in one run."""

    KILLED = "killed"
    """The solver is wrong: it answers no easy puzzle correctly, or a property failed other than by a timeout."""
    TIMED_OUT = "timed out"
    """The solver is wrong, and all failures were timeouts."""
    SURVIVED = "survived"
    """The solver is wrong, but every property passed: a gap in the suite."""
    PASSED = "passed"
    """The solver is right, and every property passed."""
    FALSE_POSITIVE = "false positive"
    """The solver is right, but a property failed, or it answered no easy puzzle."""
    FAULT = "fault"
    """A property was not decided because of a fault in crosscover."""
    NOT_RUN = "not run"
    """The solver could not be built or started on this machine."""


SUITE_FAILURES = (MutantResult.SURVIVED, MutantResult.FALSE_POSITIVE, MutantResult.FAULT)


@dataclass(frozen=True, slots=True)
class Case:
    """A solver, and the seed for judging it."""

    solver: Solver
    seed: int


class CaseResult(msgspec.Struct, frozen=True):
    """The result of a run of a solver, whose kind is `row`, the row of the table.

    `first` is the time until the first failure was reported, None if there was none; `reason` explains the result.
    `version` is the version of crosscover.
    """

    name: str
    row: str
    seed: int
    result: MutantResult
    seconds: float = 0
    first: float | None = None
    reason: str = ""
    circumstances: tuple[str, ...] = ()
    properties: tuple[CheckedProperty, ...] = ()
    version: str = __version__

    @property
    def is_wrong(self) -> bool:
        """Whether the solver is wrong."""
        return self.row not in CORRECT.values()


def row_of(solver: Solver) -> str:
    """Return the row of the table for a solver: its kind of mistake, or the correct solvers of its problem."""
    return CORRECT[solver.problem] if isinstance(solver, RightSolver) else solver.kind.value


def judge(case: Case, build_dir: Path, *, examples: int | None = None, complete: bool = False) -> CaseResult:
    """Judge a case in this process as `crosscover check` does; the first failure ends the run unless it is `complete`.

    With `examples`, there is one round with that number of examples per property.
    """
    own_dir = build_dir / str(os.getpid())  # two processes may build the same solver for different seeds
    own_dir.mkdir(exist_ok=True)
    solver, started, first = case.solver, time.monotonic(), list[float]()
    is_right = isinstance(solver, RightSolver)
    name, row, seed = solver.name, row_of(solver), case.seed

    def listen(event: Event) -> None:
        if isinstance(event, Failing) and event.prop.status.has_failed:
            first.append(time.monotonic() - started)

    try:
        spec = materialise(solver, own_dir)
        started = time.monotonic()
        open_case = _open_sudoku if solver.problem == "sudoku" else _open_covers
        run = open_case(case, spec, listen, examples, complete=complete)
    except MissingToolError as error:
        return CaseResult(name, row, seed, MutantResult.NOT_RUN, reason=str(error))
    except NotStartedError as error:
        result = MutantResult.FALSE_POSITIVE if is_right else MutantResult.KILLED
        seconds = time.monotonic() - started
        return CaseResult(name, row, seed, result, seconds, seconds, f"no easy puzzle is answered: {error}")
    with closing(run):
        done = run.run()
    if run.error is not None:
        return CaseResult(name, row, seed, MutantResult.FAULT, reason=str(run.error))
    result, reason = result_of(done.properties, is_right=is_right, complete=done.complete)
    seconds = time.monotonic() - started
    return CaseResult(
        name, row, seed, result, seconds, min(first, default=None), reason, done.circumstances, done.properties
    )


def _open_sudoku(case: Case, spec: str, listener: Listener, examples: int | None, *, complete: bool) -> Run:
    found = find(spec, case.solver.options, DEFAULT_SECONDS)
    session = SubjectSession(open_subject(found.spec, found.options), verdicts_of_process(), seed=case.seed)
    budget = Budget(examples or Budget().examples, case.seed, rounds=1 if examples else None)
    run = Run(
        session,
        properties_for(session.features()),
        budget if complete else replace(budget, shrink_steps=0),
        math.inf if examples else DEFAULT_SECONDS,
        [listener],
        stops_at_failure=not complete,
        after_failure=math.inf if examples else AFTER_FAILURE_SECONDS,
    )
    if (reason := session.smoke()) is not None:
        session.close()
        raise MissingToolError(reason)
    return run


def _open_covers(case: Case, spec: str, listener: Listener, examples: int | None, *, complete: bool) -> ExactCoverRun:
    given = {**({"rounds": 1} if examples else {}), "seed": case.seed, "first": not complete}
    return open_covers(read_settings(spec, given, store=None), [listener], ())


@cache
def verdicts_of_process() -> VerdictCache:
    """Return the verdicts for all cases of this process, by the whole panel: no solver of the zoo is an engine."""
    return VerdictCache(panel_of())


def result_of(properties: Sequence[CheckedProperty], *, is_right: bool, complete: bool) -> tuple[MutantResult, str]:
    """Return the result of all properties, and as its reason the first property that decides it, or missing facets."""
    undecided = [one for one in properties if one.status in UNDECIDED]
    failures = [one for one in properties if one.status.has_failed]
    reason = next((f"{one.name}: {one.reason}" for one in [*undecided, *failures]), "")
    if undecided:
        return MutantResult.FAULT, reason
    if failures and is_right:
        return MutantResult.FALSE_POSITIVE, reason
    if failures:
        wrong = any(one.status is Status.WRONG for one in failures)
        return MutantResult.KILLED if wrong else MutantResult.TIMED_OUT, reason
    if not complete:
        return MutantResult.FAULT, "the run was cut short"
    if is_right:
        return MutantResult.PASSED, ""
    not_covered = [facet for one in properties for gap in one.gaps if gap.kind == "not covered" for facet in gap.what]
    return MutantResult.SURVIVED, f"not covered: {list_some(not_covered)}" if not_covered else ""
