"""The wrong solvers of the zoo that the covering lists alone catch, and puzzles of a suite that catch others."""

import json
from collections import Counter
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
from crosscover.reference import Grid, Shape
from crosscover.subjects.specification import subject
from tests.selftest.suite.__main__ import FILES, SUITES
from tests.selftest.suite.kills import find_kills, pool
from tests.selftest.suite.measuring import SIZES
from tests.selftest.zoo import MUTANTS
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
    """Ask a solver, built in a folder, the covering lists of its properties until one fails.

    Runs without a facet are left out: those of a suite, which were chosen for the solvers that the others miss.
    """
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
            limits_performance=False,
        )
        for judged in filter(offers.allow, solver_properties()):
            cover = [batch for batch in covering_list(judged.name, options) if batch.facets]
            if not cover:
                continue
            budget = Budget(examples=1, shrink_steps=0)
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


def measure(folder: Path) -> dict[str, object]:
    """Ask all mutants, and return the figures: which lists catch how many, and which puzzles of the suite others."""
    results: dict[str, ListResult] = {}
    for mutant in MUTANTS:
        results[mutant.name] = ask_lists(mutant, folder)
        print(f"{mutant.name}: {results[mutant.name].failed}", flush=True)
    missed = [mutant for mutant in MUTANTS if results[mutant.name].failed is None]
    kills = suite_kills([mutant for mutant in missed if mutant.options.shape == Shape()], folder)
    return {
        "mutants": len(MUTANTS),
        "caught": Counter(result.failed for result in results.values() if result.failed),
        "missed": sorted(mutant.name for mutant in missed),
        "suite": {str(puzzle): sorted(names) for puzzle, names in kills.items() if names},
    }
