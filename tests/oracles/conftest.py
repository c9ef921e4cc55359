"""Fixtures of engines, which are built once for all tests, since engines must be reusable."""

from functools import cache

import pytest

from crosscover.engines import ENGINES, engine
from crosscover.oracles.cnf import ENCODINGS
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.pysat import BACKENDS
from crosscover.reference import Engine

OTHERS = [name for name in ENGINES if not name.startswith("sat") and name != "dlx:compiled"]


@cache
def open_engine(name: str) -> Engine:
    """The engine with a name; skips the test with the reason if it is not available."""
    try:
        return engine(name)
    except UnavailableEngineError as error:
        pytest.skip(str(error))


@pytest.fixture(
    params=[*OTHERS, *(f"sat:{backend}:{encoding}" for backend in BACKENDS for encoding in ENCODINGS)],
)
def every_engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine of the registry, the SAT solvers with every encoding."""
    return open_engine(request.param)
