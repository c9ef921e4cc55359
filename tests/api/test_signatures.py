"""The signatures of public functions agree with the definitions of options."""

from argparse import ArgumentParser
from collections.abc import Callable
from inspect import Parameter, signature
from typing import get_type_hints

import pytest

import crosscover
from crosscover.api.check_result import REPORTS
from crosscover.cli import audit as cli_audit
from crosscover.options import CHECK, OPTIONS, PYTEST, QUOTED, CheckSettings, SolverSettings, SuiteSettings, plain_value
from crosscover.suite import assert_right, properties_of


def names_of(command: str) -> set[str]:
    """The names of the options of a command."""
    return {name for name, option in OPTIONS.items() if command in option.commands}


@pytest.mark.parametrize(
    ("function", "own", "expected"),
    [
        (crosscover.check, ["solver"], names_of(CHECK) - REPORTS),
        (properties_of, ["spec"], names_of(PYTEST) - {"subject"}),
        (assert_right, ["subject", "puzzles", "formatting", "hash_seed"], names_of(QUOTED)),
    ],
)
def test_signatures(function: Callable[..., object], own: list[str], expected: set[str]) -> None:
    """A function shows the options of its command, with their defaults, as keyword arguments."""
    parameters = signature(function).parameters
    assert list(parameters)[: len(own)] == own
    settings = {name: parameter for name, parameter in parameters.items() if name not in own}
    assert settings.keys() == expected
    assert {one.kind for one in settings.values()} == {Parameter.KEYWORD_ONLY}
    assert {name: one.default for name, one in settings.items()} == {
        name: plain_value(OPTIONS[name].default) for name in expected
    }


def test_signature_of_audit() -> None:
    """`audit` has the options of `crosscover audit`, apart from the reports and the rows that its result has."""
    parser = ArgumentParser(add_help=False)
    cli_audit.add_arguments(parser)
    options = vars(parser.parse_args([])).keys() - {"files", "judge", "json", "html", "output"}
    assert signature(crosscover.audit).parameters.keys() == {"puzzles", "judges", *options}


@pytest.mark.parametrize("settings", [CheckSettings, SuiteSettings, SolverSettings])
def test_types(settings: type) -> None:
    """The type of a keyword argument includes the type of its option."""
    hints = get_type_hints(settings)
    narrower = [name for name, hint in hints.items() if (OPTIONS[name].type | hint | None) != (hint | None)]
    assert narrower == []
