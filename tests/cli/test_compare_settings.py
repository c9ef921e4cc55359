"""The settings of the solvers that `crosscover compare` runs."""

import pytest

from crosscover.cli.compare import solver_settings
from crosscover.exit_code import UsageError


def test_defaults_of_all_solvers() -> None:
    """An option outside quotes is a default for the solvers that it applies to."""
    texts = ["engine:dlx", "python:m:f", "exec:./a.out", "exec:./b.out --dialect lines"]
    settings = solver_settings(texts, {"dialect": "grid", "call": "rows", "seed": 1})
    assert [one.options.dialect for one in settings] == ["poj3074", "poj3074", "grid", "lines"]
    assert ["call" in one.options.explicit for one in settings] == [False, True, False, False]


def test_own_options_must_apply() -> None:
    """An option of a solver that does not apply to its kind is refused."""
    with pytest.raises(UsageError, match=r"^'python:m:f --dialect grid': dialect: only for exec: solvers"):
        solver_settings(["python:m:f --dialect grid", "engine:dlx"], {})
