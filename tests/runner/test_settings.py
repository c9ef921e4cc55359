"""The settings of a run, given as text or as values."""

import math
import re

import pytest

from crosscover import contracts
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.options import Options
from crosscover.runner.settings import CI_SEED, RunSettings, read_settings

PROGRAM = "exec:./a.out"


def test_text_and_values_mean_the_same() -> None:
    """Text and values mean the same settings; an option that is set to its default counts as set."""
    typed = {"contract": "any", "time_limit": f"{Options().time_limit}", "examples": "7", "seed": "3"}
    passed = {"contract": contracts.ANY, "time_limit": Options().time_limit, "examples": 7, "seed": 3}
    assert read_settings(PROGRAM, typed) == read_settings(PROGRAM, passed)
    options = read_settings(PROGRAM, typed).options
    assert options.explicit == {"contract", "time_limit"}
    assert not options.has_default_limits


def test_defaults() -> None:
    """An engine is judged under `any`, with a new seed each time; a dialect implies the contract of its judge."""
    settings = read_settings("engine:dlx", {"contract": None})
    assert settings.options.contract is contracts.ANY
    assert settings.seeds != read_settings("engine:dlx", {}).seeds
    program = {"dialect": "sudokunique"}
    assert read_settings(PROGRAM, program).options.contract is contracts.UNIQUE
    assert read_settings(PROGRAM, {**program, "contract": "proper"}).options.contract is contracts.PROPER


def test_profiles() -> None:
    """`ci` has a round with a fixed seed, `nightly` more examples, and `poj3074` the limits of that judge."""
    ci = read_settings("engine:dlx", {"profile": "ci", "seed": 9})
    assert ci.seeds == (CI_SEED, 9)
    assert (ci.in_one_round().seeds, ci.in_one_round().budget.seed) == ((CI_SEED,), CI_SEED)
    assert read_settings("engine:dlx", {"profile": "nightly"}).budget.examples == 1000
    assert read_settings("engine:dlx", {"profile": "nightly", "examples": 5}).budget.examples == 5
    assert read_settings(PROGRAM, {"profile": "poj3074"}).options.time_limit == 1.0
    assert read_settings("engine:dlx", {"profile": "poj3074"}).options.explicit == {"contract"}


def test_check_command() -> None:
    """Under pytest the command of the same tests has a fixed number of batches."""
    settings = read_settings("python:m:f", {"contract": "any", "call": "rows", "seed": 1, "time": 30})
    words = ["crosscover", "check", "python:m:f", "--call=rows", "--contract=any"]
    assert list(settings.check_command()) == words
    assert list(settings.in_one_round().check_command()) == [*words, "--examples=40"]


def rounds(settings: RunSettings) -> list[tuple[int, int]]:
    """The seed and the examples of the first rounds."""
    return [(one.seed, one.examples) for one in map(settings.rounds, range(3)) if one is not None]


def test_rounds() -> None:
    """By default rounds grow until time is up; `examples` sets a single round, `rounds` their number."""
    default, fixed, repeated = (
        read_settings("engine:dlx", {"seed": 9, **given}) for given in ({}, {"examples": 7}, {"rounds": 2})
    )
    assert rounds(default) == [(9, 3), (9, 6), (9, 12)]
    assert rounds(fixed) == [(9, 7)]
    assert rounds(repeated) == [(9, 3), (9, 6)]
    assert (default.seconds, fixed.seconds, repeated.seconds) == (DEFAULT_SECONDS, math.inf, math.inf)
    assert read_settings("engine:dlx", {"time": "2m"}).seconds == 120


def test_selected_properties_and_performance() -> None:
    """If only some properties are selected, performance is measured if an option asks for it."""
    options: list[dict[str, float]] = [{}, {"performance": 5}, {"max_slowdown": 10}, {"max_growth": 0.5}]
    measures = [read_settings("python:m:f", {"only": "images", **given}).measures for given in options]
    assert measures == [False, True, True, True]


@pytest.mark.parametrize(
    ("spec", "name", "value", "message"),
    [
        (PROGRAM, "exmples", 2, "there is no option 'exmples' (did you mean examples?)"),
        (PROGRAM, "examples", 0, "examples: expected a whole number from 1, not '0'"),
        (PROGRAM, "profile", "judge", "profile: expected one of dev, ci, nightly, poj3074, not 'judge'"),
        (PROGRAM, "refuse_on", "ValueError", "refuse_on: only for python: and js: solvers, not exec:./a.out"),
        ("engine:dlx", "time_limit", 5, "time_limit: only for exec: and python: and js: solvers, not engine:dlx"),
        ("python:m:f", "dialect", "grid", "dialect: only for exec: solvers, not python:m:f"),
    ],
)
def test_invalid_settings(spec: str, name: str, value: object, message: str) -> None:
    """An option that is unknown, invalid or of another kind of solver is an error that names it."""
    with pytest.raises(ValueError, match=f"{re.escape(message)}$"):
        read_settings(spec, {name: value})
