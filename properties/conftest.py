"""Gives each property its harness."""

import pytest

from crosscover.harness.harness import Harness

HARNESS: pytest.StashKey[Harness] = pytest.StashKey()
"""The harness of a property, in the stash of its pytest item."""


@pytest.fixture
def harness(request: pytest.FixtureRequest) -> Harness:
    """The harness of the property, from its pytest item."""
    given: Harness = request.node.stash[HARNESS]
    return given
