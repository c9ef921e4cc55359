"""The wrong solvers of the zoo that the covering lists alone catch, and puzzles of a suite that catch others."""

import json
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.engines import panel_of
from crosscover.harness.applies import Conditions, Property
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.properties import test_solver
from crosscover.properties.covering import covering_list
from crosscover.reference import Grid
from crosscover.subjects.specification import subject
from tests.selftest.suite.__main__ import FILES, SUITES
from tests.selftest.suite.kills import find_kills, pool
from tests.selftest.suite.measuring import SIZES
from tests.selftest.zoo.model import Mutant, Solver, materialise

PROPERTY_SECONDS = 20.0
"""Time limit of the covering list of one property in seconds."""

SUITE_SECONDS = 10.0
"""Time limit of the smallest suite in seconds."""


@dataclass(frozen=True, slots=True)
class ListResult:
    """The number of puzzles and runs that the lists asked a solver, and the property that failed, if any."""

    puzzles: int
    runs: int
    failed: str | None
    not_asked: int


def ask_lists(solver: Solver, folder: Path) -> ListResult:
    """Ask a solver, built in a folder, the covering lists of its properties until one fails."""
    options = solver.options
    puzzles = runs = not_asked = 0
    with closing(subject(materialise(solver, folder), options)) as asked:
        session = SubjectSession(asked, _verdicts(least=options.contract is contracts.LEAST))
        offers = Conditions(
            asked.kind,
            options,
            has_saved=False,
            has_own_puzzles=False,
            has_limits=False,
            certifies=False,
            limits_performance=False,
        )
        for judged in filter(offers.allow, solver_properties()):
            cover = covering_list(judged.name, options)
            if not cover:
                continue
            budget = Budget(examples=1, shrink_seconds=0)
            harness = Harness(session, judged.name, budget, seconds=PROPERTY_SECONDS, cover=cover)
            try:
                harness.for_each_example(st.just([]), harness.judge)
            except SubjectFailedError:
                return ListResult(puzzles + harness.record.judged, runs + harness.covered, judged.name, not_asked)
            puzzles += harness.record.judged
            runs += harness.covered
            not_asked += len(cover) - harness.covered
    return ListResult(puzzles, runs, None, not_asked)


@cache
def solver_properties() -> tuple[Property, ...]:
    """The properties of a solver in any language."""
    tests = (test for name, test in vars(test_solver).items() if name.startswith("test_"))
    return tuple(mark.args[0] for test in tests for mark in test.pytestmark)


@cache
def _verdicts(*, least: bool) -> VerdictCache:
    return VerdictCache(panel_of(), least=least)


def suite_kills(mutants: Collection[Mutant], folder: Path) -> dict[Grid, frozenset[str]]:
    """The mutants that each puzzle of the smallest suite catches, by name; best puzzles first."""
    lines = (SUITES / FILES[SIZES[0]]).read_text(encoding="ascii").splitlines()
    suite = [Grid.parse(json.loads(line)["puzzle"]) for line in lines]
    block = pool()
    place_of = {row.tobytes(): place for place, row in enumerate(block.puzzles)}
    part = block.rows(np.array([place_of[puzzle.values] for puzzle in suite], np.intp))
    names: dict[Grid, set[str]] = {puzzle: set() for puzzle in suite}
    for mutant in mutants:
        for place in find_kills(mutant, part, folder, SUITE_SECONDS).places:
            names[suite[place]].add(mutant.name)
    return {puzzle: frozenset(caught) for puzzle, caught in names.items()}
