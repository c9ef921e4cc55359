"""A short soak; `python -m tests.soak` is a long one."""

import sys
from random import Random

import pytest

from .soak import soak_inputs, soak_signals


def test_mutated_inputs() -> None:
    """No mutated text makes a reader raise anything but that it is malformed."""
    assert list(soak_inputs(500, Random(1))) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_signals() -> None:
    """Signals at random moments leave nothing behind, whatever the command."""
    assert list(soak_signals(28, Random(1))) == []
