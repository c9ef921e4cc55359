"""The keyword arguments of public functions agree with the definitions of options."""

from typing import get_type_hints

import pytest

from crosscover.api.check_result import REPORTS
from crosscover.options import CHECK, OPTIONS, PYTEST, QUOTED, CheckSettings, SolverSettings, SuiteSettings


def names_of(command: str) -> set[str]:
    """The names of the options of a command."""
    return {name for name, option in OPTIONS.items() if command in option.commands}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (CheckSettings, names_of(CHECK) - REPORTS),
        (SuiteSettings, names_of(PYTEST) - {"subject"}),
        (SolverSettings, names_of(QUOTED)),
    ],
)
def test_names(settings: type, expected: set[str]) -> None:
    """A function has the options of its command as keyword arguments."""
    assert get_type_hints(settings).keys() == expected


@pytest.mark.parametrize("settings", [CheckSettings, SuiteSettings, SolverSettings])
def test_types(settings: type) -> None:
    """The type of a keyword argument includes the type of its option."""
    hints = get_type_hints(settings)
    narrower = [name for name, hint in hints.items() if (OPTIONS[name].type | hint | None) != (hint | None)]
    assert narrower == []
