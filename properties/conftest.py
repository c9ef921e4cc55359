"""Hands the trial over; a project that runs the properties may have a fixture of this name for ends of its own."""

import pytest

from .trial import Trial


@pytest.fixture(scope="session")
def trial(crosscover_trial: Trial) -> Trial:
    """The trial of the run, as the plugin has made it."""
    return crosscover_trial
