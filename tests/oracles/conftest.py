"""Fixtures of engines, which are built once for all tests, since engines must be reusable."""

from functools import cache

import pytest

from crosscover.engines import ENGINES, engine
from crosscover.oracles.cnf import ENCODINGS
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.reference import Engine


@cache
def open_engine(name: str) -> Engine | str:
    """The engine with a name; skips the test with the reason if it is not available."""
    try:
        return engine(name)
    except UnavailableEngineError as error:
        return str(error)


SAT_ENGINES = ("sat:glucose4", "sat:minisat22", "sat:lingeling", *(f"sat:cadical195:{name}" for name in ENCODINGS))


@pytest.fixture(params=[*ENGINES, *SAT_ENGINES])
def every_engine(request: pytest.FixtureRequest) -> Engine:
    """Each available engine of the registry, with every encoding and a few solvers of python-sat."""
    found = open_engine(request.param)
    if isinstance(found, str):
        pytest.skip(found)
    return found
