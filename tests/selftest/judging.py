"""Judge the solvers of the zoo in several processes: each mutant must be killed, and each right solver must pass.

Some steps of a check are left out: failures are neither shrunk nor saved, since nobody reads them. As in a check, no
property judges a solver that answers no easy puzzle correctly. With one seed, all solvers of a contract receive the
same puzzles, so each process keeps its verdicts between solvers.
"""

import math
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from crosscover.engines import panel_of
from crosscover.errors import NotStartedError
from crosscover.harness.budget import Budget
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.report.words import list_some
from crosscover.result import CheckedProperty, Status
from crosscover.runner.opening import properties_for
from crosscover.runner.run import Run
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject

from .zoo.model import MissingToolError, RightSolver, Solver, materialise

UNDECIDED = (Status.FAULT, Status.VACUOUS)


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


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a case, its properties in execution order, and the reason for a failure."""

    case: Case
    result: MutantResult
    properties: tuple[CheckedProperty, ...] = ()
    seconds: float = 0
    reason: str = ""

    @property
    def puzzles_to_kill(self) -> int | None:
        """The number of puzzles judged, over all properties, up to the first failure; None if there was none."""
        if not self.properties and self.result in (MutantResult.KILLED, MutantResult.FALSE_POSITIVE):
            return 0
        before = 0
        for one in self.properties:
            if one.status.has_failed:
                return before + (one.failed_after or 0)
            before += one.judged
        return None


def judge(case: Case, build_dir: Path, *, examples: int | None = None, complete: bool = False) -> CaseResult:
    """Judge a case in this process as `crosscover check` does; the first failure ends the run unless it is `complete`.

    With `examples`, there is one round with that number of examples per property.
    """
    own_dir = build_dir / str(os.getpid())  # two processes may build the same solver for different seeds
    own_dir.mkdir(exist_ok=True)
    try:
        spec = materialise(case.solver, own_dir)
    except MissingToolError as error:
        return CaseResult(case, MutantResult.NOT_RUN, reason=str(error))
    budget = Budget(examples or Budget().examples, case.seed, rounds=1 if examples else None, shrink_steps=0)
    verdicts = verdicts_of_process()
    try:
        found = find(spec, case.solver.options, DEFAULT_SECONDS)
    except NotStartedError as error:
        is_right = isinstance(case.solver, RightSolver)
        result = MutantResult.FALSE_POSITIVE if is_right else MutantResult.KILLED
        return CaseResult(case, result, reason=f"no easy puzzle is answered: {error}")
    session = SubjectSession(open_subject(found.spec, found.options), verdicts, seed=case.seed)
    seconds = math.inf if examples else DEFAULT_SECONDS
    with closing(session):
        run = Run(session, properties_for(session.features()), budget, seconds, stops_at_failure=not complete)
        if (reason := session.smoke()) is not None:
            return CaseResult(case, MutantResult.NOT_RUN, reason=reason)
        done = run.run()
        if run.error is not None:
            return CaseResult(case, MutantResult.FAULT, reason=str(run.error))
    result, reason = result_of(done.properties, is_right=isinstance(case.solver, RightSolver), complete=done.complete)
    return CaseResult(case, result, done.properties, done.seconds, reason)


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
