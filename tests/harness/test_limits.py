"""Every limit of time has one home."""

from pathlib import Path

import pytest

import crosscover
from crosscover.harness import limits

PACKAGE = Path(crosscover.__file__).parent
NAMES = [name for name in vars(limits) if name.isupper()]


def test_number_of_limits() -> None:
    """There are at most 20 limits, since nobody can predict more."""
    assert 0 < len(NAMES) <= 20


@pytest.mark.parametrize("folder", ["harness", "runner"])
def test_no_limit_elsewhere(folder: str) -> None:
    """No other module of the harness or the runner defines a limit of time."""
    lines = [line for path in PACKAGE.glob(f"{folder}/[!l]*.py") for line in path.read_text().splitlines()]
    named = [name for name, is_assigned, _ in (line.partition(" = ") for line in lines) if is_assigned]
    assert [name for name in named if name.endswith(("SECONDS", "SHARE", "TIMEOUT"))] == []
