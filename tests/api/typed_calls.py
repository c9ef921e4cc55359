"""Calls of the public functions, for type checkers alone: each wrong call is an error that mypy and pyright report."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from typing import assert_type

import crosscover
from crosscover import CheckResult, Comparison, Grid, NoSolution, Several, Unique
from crosscover.suite import assert_right, properties_of


def calls_with_options(solver: str) -> None:
    """The options have names; their values are checked when the function is called."""
    assert_type(crosscover.check(str, time="10m", seed=1, first=True), CheckResult)
    assert_type(crosscover.compare(solver, str, contract="any"), Comparison)
    assert callable(properties_of(solver, rounds=2))
    assert_right(solver, ["." * 81], contract="any", memory_limit=64)
    crosscover.check(solver, "any")  # type: ignore[call-arg]  # options have names
    assert_right(solver, [81])  # type: ignore[list-item]  # no text


def members_of_results(result: CheckResult) -> None:
    """A failure has grids as text, and words for what they cannot show."""
    failure = result.failures[0]
    assert_type(failure.puzzle, str)
    assert_type(failure.expected, tuple[str, ...])
    assert_type(failure.wrong_cells, tuple[int, ...])


def calls_of_puzzle_functions(puzzle: list[list[int]]) -> None:
    """Puzzles come in many forms."""
    assert_type(crosscover.solve(puzzle), Grid)
    assert_type(crosscover.unique("." * 81), NoSolution | Unique | Several)
    crosscover.solve(81)  # type: ignore[arg-type]  # no puzzle
