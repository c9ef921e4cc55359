"""Fixtures of engines, which are built once for all tests, since engines must be reusable."""

from functools import cache

import pytest

from crosscover.engines import engine, names
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.reference import Engine


@cache
def open_engine(name: str) -> Engine | str:
    """The engine with a name; skips the test with the reason if it is not available."""
    try:
        return engine(name)
    except UnavailableEngineError as error:
        return str(error)


@pytest.fixture(params=names())
def every_engine(request: pytest.FixtureRequest) -> Engine:
    """Each available engine of the registry."""
    found = open_engine(request.param)
    if isinstance(found, str):
        pytest.skip(found)
    return found
