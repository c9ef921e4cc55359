"""Lazy enumeration with a solver that returns solutions in batches."""

from itertools import islice

import pytest

from crosscover.oracles.cpsat import INITIAL_LIMIT, solutions
from crosscover.oracles.errors import EngineError


class Pushing:
    """A solver with a number of solutions that starts each run with a different one and records the limits."""

    def __init__(self, number: int) -> None:
        self.all = [one.to_bytes(3) for one in range(number)]
        self.limits: list[int] = []

    def __call__(self, limit: int) -> list[bytes]:
        """Return solutions up to the limit."""
        self.limits.append(limit)
        turn = len(self.limits) % max(1, len(self.all))
        return (self.all[turn:] + self.all[:turn])[:limit]


@pytest.mark.parametrize("number", [0, 1, INITIAL_LIMIT, INITIAL_LIMIT + 1, 500])
@pytest.mark.parametrize("limit", [None, 0, 2, INITIAL_LIMIT, 65, 501])
def test_all_different(number: int, limit: int | None) -> None:
    """Every solution is returned once, in whatever order the runs find them, and runs respect the limit."""
    solver = Pushing(number)
    found = list(islice(solutions(solver, limit), limit))
    assert len(set(found)) == len(found) == min(number, number if limit is None else limit)
    assert limit is None or max(solver.limits, default=0) <= limit


def test_lazy() -> None:
    """The first solution needs only one short run."""
    solver = Pushing(100_000)
    next(solutions(solver))
    assert solver.limits == [INITIAL_LIMIT]


def test_small_limits() -> None:
    """A small limit needs a single run with that limit."""
    solver = Pushing(100)
    assert len(list(solutions(solver, 2))) == 2
    assert solver.limits == [2]


def test_growth() -> None:
    """Each run searches for four times as many solutions, so there are few runs."""
    solver = Pushing(1_000)
    assert len(list(solutions(solver))) == 1_000
    assert solver.limits == [16, 64, 256, 1_024]


def test_twice() -> None:
    """A repeated solution in one run is an error."""
    with pytest.raises(EngineError, match="twice"):
        list(solutions(lambda _: [b"\x01", b"\x01"], 2))
