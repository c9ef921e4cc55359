"""Hands the harness over; a project that runs the properties may have a fixture of this name for its own purposes."""

import pytest

from crosscover.harness.harness import Harness


@pytest.fixture(scope="session")
def harness(crosscover_harness: Harness) -> Harness:
    """The harness of the run, as the plugin has made it."""
    return crosscover_harness
