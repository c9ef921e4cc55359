"""A short soak; `python -m tests.soak` is a long one."""

import sys
from random import Random

import pytest

from .soak import soak_inputs, soak_signals


def test_mutated_inputs() -> None:
    """For mutated texts, readers raise no exception other than MalformedInputError."""
    assert list(soak_inputs(500, Random(1))) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_signals() -> None:
    """After a signal at a random moment no command leaves anything behind."""
    assert list(soak_signals(28, Random(1))) == []
