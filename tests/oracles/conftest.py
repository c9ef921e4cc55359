"""Engines are built once for all tests: that they can be asked again and again is part of what they promise."""

from functools import cache

import pytest

from crosscover.engines import engine, names
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.reference import Engine


@cache
def open_engine(name: str) -> Engine | str:
    """The engine of a name, or why it cannot run here."""
    try:
        return engine(name)
    except UnavailableEngineError as error:
        return str(error)


@pytest.fixture(params=names())
def every_engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine of the registry that runs here."""
    found = open_engine(request.param)
    if isinstance(found, str):
        pytest.skip(found)
    return found
