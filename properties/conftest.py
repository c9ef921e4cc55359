"""The fixture of the properties; a project that runs them may have another fixture of this name."""

import pytest

from crosscover.harness.harness import Harness


@pytest.fixture(scope="session")
def harness(crosscover_harness: Harness) -> Harness:
    """The harness of the run, made by the plugin."""
    return crosscover_harness
