"""Tables of which most rows are tested with `-m slow`."""

from collections.abc import Mapping

import pytest

EVERY = 6
"""One row of six is tested by default."""


def some_slow(rows: Mapping[str, object]) -> list[object]:
    """Parameters with the names as IDs, of which most are marked as slow."""
    return [
        pytest.param(row, id=name, marks=[pytest.mark.slow] if place % EVERY else [])
        for place, (name, row) in enumerate(rows.items())
    ]
