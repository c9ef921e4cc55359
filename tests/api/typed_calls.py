"""Calls of the public functions, for type checkers alone: each wrong call is an error that mypy and pyright report."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from pathlib import Path
from typing import assert_type

import crosscover
from crosscover import CheckResult, Grid, NoSolution, Several, Shape, Unique, contracts
from crosscover.options import Call
from crosscover.suite import assert_right, properties_of


def calls_of_check(solver: str) -> None:
    """`check` has the options of `crosscover check`, apart from the reports that its result has."""
    assert_type(crosscover.check(solver), CheckResult)
    crosscover.check(str, time="10m", seed=1, first=True, only="full_grids", rounds=3)
    crosscover.check(solver, contract="any", call=Call.ROWS, shape=Shape(2, 3), time_limit=5, junit=Path("junit.xml"))
    crosscover.check(solver, tyme=5)  # type: ignore[call-arg]  # misspelt
    crosscover.check(solver, json="report.json")  # type: ignore[call-arg]  # its own
    crosscover.check(solver, seed="one")  # type: ignore[arg-type]  # no number
    crosscover.check(solver, "any")  # type: ignore[call-arg]  # options have names


def members_of_results(result: CheckResult) -> None:
    """A failure has grids as text, and words for what they cannot show."""
    failure = result.failures[0]
    assert_type(failure.puzzle, str)
    assert_type(failure.received, str)
    assert_type(failure.expected, tuple[str, ...])
    assert_type(failure.wrong_cells, tuple[int, ...])


def calls_of_properties_of(spec: str) -> None:
    """`properties_of` has the options of pytest, apart from the subject."""
    test_solver = properties_of(spec, contract=contracts.ANY, examples=10, json="report.json", time_limit=5)
    assert callable(test_solver)
    properties_of(spec, rounds=3)  # type: ignore[call-arg]  # only in `check`
    properties_of(spec, subject=spec)  # type: ignore[call-arg]  # already given


def calls_of_assert_right(spec: str) -> None:
    """`assert_right` has the options of a solver."""
    assert_right(spec, ["." * 81], contract="any", memory_limit=64)
    assert_right(spec, ["." * 81], seed=1)  # type: ignore[call-arg]  # of a run
    assert_right(spec, [81])  # type: ignore[list-item]  # no text


def calls_of_puzzle_functions(puzzle: list[list[int]]) -> None:
    """Puzzles come in many forms."""
    assert_type(crosscover.solve(puzzle), Grid)
    assert_type(crosscover.verdict("." * 81, engine="bitmask"), NoSolution | Unique | Several)
    assert_type(crosscover.count(puzzle, None, shape="2x2"), int)
    crosscover.solve(81)  # type: ignore[arg-type]  # no puzzle
