"""The settings of a run, given as text or as values."""

import math
import re
from itertools import islice

import pytest

from crosscover import contracts
from crosscover.options import PYTEST, Call, Options
from crosscover.runner.settings import CI_SEED, DEFAULT_SECONDS, read_settings


def test_text_and_values_mean_the_same() -> None:
    """Text from a command line and values from a program give the same settings."""
    typed = {"contract": "any", "time_limit": "2", "examples": "7", "seed": "3"}
    passed = {"contract": contracts.ANY, "time_limit": 2.0, "examples": 7, "seed": 3}
    assert read_settings("exec:./a.out", typed) == read_settings("exec:./a.out", passed)


def test_defaults() -> None:
    """An engine is judged under `any`, with a new seed each time."""
    settings = read_settings("engine:dlx", {"contract": None})
    assert settings.options.contract is contracts.ANY
    assert settings.seeds != read_settings("engine:dlx", {}).seeds


def test_contract_of_a_dialect() -> None:
    """A dialect implies the contract of its online judge, unless a contract is given."""
    program = {"dialect": "sudokunique"}
    assert read_settings("exec:./a.out", program).options.contract is contracts.UNIQUE
    assert read_settings("exec:./a.out", {**program, "contract": "proper"}).options.contract is contracts.PROPER
    assert read_settings("exec:./a.out", {**program, "dialect": "lines"}).options.contract is contracts.PROPER


def test_set_options_are_recorded() -> None:
    """An option that is set to its default counts as set."""
    options = read_settings("python:m:f", {"time_limit": "10", "call": "text"}).options
    assert (options.time_limit, options.call) == (Options().time_limit, Call.TEXT)
    assert options.explicit == {"time_limit", "call"}
    assert not options.has_default_limits


def test_one_round() -> None:
    """Under pytest the profile `ci` runs only its first round."""
    settings = read_settings("engine:dlx", {"profile": "ci", "seed": 9}).in_one_round()
    assert (settings.seeds, settings.budget.seed) == ((CI_SEED,), CI_SEED)


def test_profiles() -> None:
    """`ci` has a round with a fixed seed, `nightly` more examples, and `poj3074` the limits of that judge."""
    assert read_settings("engine:dlx", {"profile": "ci", "seed": 9}).seeds == (CI_SEED, 9)
    assert read_settings("engine:dlx", {"profile": "nightly"}).budget.examples == 1000
    assert read_settings("exec:./a.out", {"profile": "poj3074"}).options.time_limit == 1.0
    assert read_settings("engine:dlx", {"profile": "nightly", "examples": 5}).budget.examples == 5


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("exmples", 2, r"there is no option 'exmples' \(did you mean examples\?\)"),
        ("examples", 0, "examples: expected a whole number from 1, not '0'"),
        ("seed", "x", "seed: expected a whole number from 0, not 'x'"),
        ("profile", "judge", "profile: expected one of dev, ci, nightly, poj3074, not 'judge'"),
        ("contract", "maybe", "contract"),
        ("time_limit", "soon", "time_limit"),
        ("refusal", True, "refusal"),
    ],
)
def test_invalid_settings(name: str, value: object, message: str) -> None:
    """An unknown or invalid setting is an error that names it."""
    with pytest.raises(ValueError, match=message):
        read_settings("python:m:f", {name: value})


def test_check_command() -> None:
    """Under pytest the command of the same tests has a fixed number of batches."""
    given = {"contract": "any", "call": "rows", "seed": 1, "time": 30}
    words = ["crosscover", "check", "python:m:f", "--call=rows", "--contract=any"]
    settings = read_settings("python:m:f", given)
    assert list(settings.check_command()) == words
    assert list(settings.in_one_round().check_command()) == [*words, "--examples=40"]


def test_rounds() -> None:
    """By default rounds grow until time is up; `examples` sets a single round, `rounds` their number."""
    default, fixed, repeated = (
        read_settings("engine:dlx", {"seed": 9, **given}) for given in ({}, {"examples": 7}, {"rounds": 2})
    )
    assert [budget.examples for budget in islice(default.budgets(), 3)] == [3, 6, 12]
    assert [budget.examples for budget in fixed.budgets()] == [7]
    assert [budget.seed for budget in repeated.budgets()] == [9, 10]
    assert (default.seconds, fixed.seconds, repeated.seconds) == (DEFAULT_SECONDS, math.inf, math.inf)
    assert read_settings("engine:dlx", {"time": "2m"}).seconds == 120
    ci = read_settings("engine:dlx", {"profile": "ci", "seed": 9})
    assert [(budget.seed, budget.examples) for budget in islice(ci.budgets(), 3)] == [(0, 12), (9, 3), (10, 6)]


@pytest.mark.parametrize(
    ("given", "measures"),
    [({}, False), ({"performance": 5}, True), ({"max_slowdown": 10}, True), ({"max_growth": 0.5}, True)],
)
def test_selected_properties_and_performance(given: dict[str, float], *, measures: bool) -> None:
    """If only some properties are selected, performance is measured if an option asks for it."""
    assert read_settings("python:m:f", {"only": "images", **given}).measures is measures


@pytest.mark.parametrize(
    ("spec", "name", "value", "message"),
    [
        ("engine:dlx", "call", "rows", "call: only for python: and js: solvers, not engine:dlx"),
        ("engine:dlx", "time_limit", 5, "time_limit: only for exec: and python: and js: solvers, not engine:dlx"),
        ("python:m:f", "dialect", "grid", "dialect: only for exec: solvers, not python:m:f"),
        ("js:./m.mjs:f", "python", "venv", "python: only for python: solvers, not js:./m.mjs:f"),
        ("engine:dlx", "no_clashes", True, "no_clashes: only for exec: and python: and js: solvers, not engine:dlx"),
        ("exec:./a.out", "refuse_on", "ValueError", "refuse_on: only for python: and js: solvers, not exec:./a.out"),
    ],
)
def test_options_of_other_kinds_of_solvers(spec: str, name: str, value: object, message: str) -> None:
    """An option that does not apply to the kind of solver is refused by name."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_settings(spec, {name: value})


def test_options_of_other_commands() -> None:
    """An option that the caller does not have is refused by name."""
    with pytest.raises(ValueError, match=r"^rounds: properties_of has no such option$"):
        read_settings("engine:dlx", {"rounds": 3}, PYTEST, "properties_of")


def test_profile_of_an_engine() -> None:
    """Of a profile those options count that apply to the kind of solver."""
    assert read_settings("engine:dlx", {"profile": "poj3074"}).options.explicit == {"contract"}
