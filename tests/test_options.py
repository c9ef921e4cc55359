"""Options: setting, serializing and reading them, and the settings of a run."""

import json
import math
import re
from types import SimpleNamespace

import pytest

from crosscover import contracts
from crosscover.cli import main
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.option_values import duration, whole_number
from crosscover.options import OPTIONS, PYTEST, Call, Options, options_from_plain
from crosscover.reference import Shape
from crosscover.runner.settings import PYTEST_ROUNDS, read_settings

PROGRAM = "exec:./a.out"
OTHERS = {
    "dialect": "grid",
    "call": "rows",
    "contract": "any",
    "shape": "2x3+x",
    "variant": "x",
    "empty": "_",
    "answers": "drawing",
    "ignore": "^Case",
    "refuse_on": "ValueError,solver.Unsolvable",
    "no_clashes": True,
    "no_full_grids": True,
    "strict_forms": True,
    "python": "venv",
    "time_limit": 2.5,
    "memory_limit": 64,
}
"""A value of each option of a solver that differs from its default."""

FUNCTION_KINDS = "python:, js:, c:, cpp:, java:"


def test_options_come_back() -> None:
    """Options that are set by plain values survive a round trip through JSON; others are unchanged."""
    options = Options().with_overrides(OTHERS)
    assert (options.call, options.contract, options.shape) == (Call.ROWS, contracts.ANY, Shape(2, 3, diagonals=True))
    assert options.given() == options.to_plain() == OTHERS
    plain = json.loads(json.dumps({**options.to_plain(), "unknown": 40}))
    assert options_from_plain(plain, sorted(options.explicit)) == options


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("contract", "most", "contract: expected one of proper, any, count, unique, not 'most'"),
        ("dialect", "gird", "dialect: 'gird' is unknown (did you mean grid?)"),
        ("contract", Shape(), "contract: expected text, not Shape(box_rows=3, box_columns=3, diagonals=False)"),
        ("call", None, "call: expected text, not None"),
        ("time_limit", "long", "time_limit: expected a number of seconds up to 86400, not 'long'"),
        ("time_limit", 0, "time_limit: expected a number of seconds up to 86400, not '0'"),
        ("time_limit", "nan", "time_limit: expected a number of seconds up to 86400, not 'nan'"),
        ("time_limit", 86401, "time_limit: expected a number of seconds up to 86400, not '86401'"),
        ("memory_limit", 0.5, "memory_limit: expected a whole number from 1 to 1048576, not '0.5'"),
        ("memory_limit", "1048577", "memory_limit: expected a whole number from 1 to 1048576, not '1048577'"),
        ("memory_limit", True, "memory_limit: expected a number, not True"),
        ("no_clashes", 1, "no_clashes: expected True or False, not 1"),
        ("ignore", "(", "ignore: expected a regular expression, not '(': missing ), unterminated subpattern"),
        ("ignore", "a{99999999999}", "ignore: expected a regular expression, not 'a{99999999999}'"),
        ("explicit", "dialect", "there is no option 'explicit'"),
        ("variant", "hyper", "variant: expected x, for diagonal Sudoku, not 'hyper'"),
        ("patience", "1", "there is no option 'patience'"),
        ("seed", "1", "seed: a solver has no such option"),
    ],
)
def test_invalid_values(name: str, value: object, expected: str) -> None:
    """An invalid value is refused with the name of its option, and so is an unknown name."""
    with pytest.raises(ValueError, match=f"^{re.escape(expected)}"):
        Options().with_overrides({name: value})


@pytest.mark.parametrize("text", ["", "+1", "1.0", "٣", "-1", "2"])
def test_whole_numbers(text: str) -> None:
    """A whole number has only decimal digits and is within its bounds."""
    with pytest.raises(ValueError, match="expected a whole number from 3, not "):
        whole_number(text, 3)


def test_limits() -> None:
    """A time limit that is set, even to its default, is no default limit; a run of a day is the longest."""
    assert Options(memory_limit=64).has_default_limits
    assert not Options().with_overrides({"time_limit": Options().time_limit}).has_default_limits
    assert [round(Options(time_limit=1.0).seconds(puzzles)) for puzzles in (0, 20, 10**6)] == [1, 3, 86400]


@pytest.mark.parametrize(("options", "expected"), [(Options(), 512), (Options(memory_limit=900), 900)])
def test_default_memory(options: Options, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default memory limit is at most half of the machine's memory; one that somebody has set is as it is."""
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(total=1 << 30))
    assert options.memory_mebibytes == expected


def test_text_and_values_mean_the_same() -> None:
    """Settings are read from text and from values; an engine is judged under `any`, a judge's dialect implies its."""
    typed = {"contract": "any", "time_limit": "6", "rounds": "7", "seed": "3", "jobs": None}
    assert read_settings(PROGRAM, typed) == read_settings(
        PROGRAM, {"contract": contracts.ANY, "time_limit": 6.0, "rounds": 7, "seed": 3}
    )
    assert read_settings("engine:dlx", {}).options.contract is contracts.ANY
    assert read_settings(PROGRAM, {"dialect": "sudokunique"}).options.contract is contracts.UNIQUE


def test_rounds() -> None:
    """Rounds are limited by time or number, under pytest by both; the seed is that of the budget."""
    default, repeated, test, long = (
        read_settings("engine:dlx", {"seed": 9, **given}, *user)
        for given, *user in (({},), ({"rounds": 2},), ({}, PYTEST), ({"time": "5m"}, PYTEST))
    )
    assert [one.budget.rounds for one in (default, repeated, test, long)] == [None, 2, PYTEST_ROUNDS, None]
    assert {one.budget.seed for one in (default, repeated, test, long)} == {9}
    assert [one.seconds for one in (default, repeated, test, long)] == [DEFAULT_SECONDS, math.inf, DEFAULT_SECONDS, 300]
    assert test.check_command() == ("crosscover", "check", "engine:dlx", "--contract=any", "--rounds=4")


def test_measuring_performance() -> None:
    """Performance is measured unless 0 disables it or some properties are selected without a limit."""
    given: list[dict[str, object]] = [
        {},
        {"max_slowdown": 0},
        {"only": "images"},
        {"only": "images", "max_slowdown": 9},
    ]
    settings = [read_settings("python:m:f", one) for one in given]
    assert [one.measures for one in settings] == [True, False, False, True]
    assert [one.budget.max_slowdown for one in settings] == [None, None, None, 9]


@pytest.mark.parametrize(
    ("spec", "name", "value", "message"),
    [
        (PROGRAM, "ronds", 2, "there is no option 'ronds' (did you mean rounds?)"),
        (PROGRAM, "refuse_on", "ValueError", f"refuse_on: only for {FUNCTION_KINDS} solvers, not exec:./a.out"),
        ("engine:dlx", "time_limit", 5, f"time_limit: only for exec:, {FUNCTION_KINDS} solvers, not engine:dlx"),
        ("python:m:f", "dialect", "grid", "dialect: only for exec: solvers, not python:m:f"),
    ],
)
def test_options_of_other_solvers(spec: str, name: str, value: object, message: str) -> None:
    """An option that is unknown or of another kind of solver is an error that names it."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_settings(spec, {name: value})


def test_the_help_fits_on_a_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` has at most 28 options; its help has at most 70 lines of 80 columns, and explains each of them."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["check", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (len(lines) <= 70, max(map(len, lines)) <= 80, len(OPTIONS) <= 28) == (True, True, True)
    assert {option.word for option in OPTIONS.values()} <= set(re.findall(r"--[\w-]+", "\n".join(lines)))


def test_durations() -> None:
    """A time has a number, perhaps with decimals, and a unit: seconds without one."""
    assert [duration(text) for text in ("90", "90s", "1.5m", "2h")] == [90, 90, 90, 7200]
    for text in ("0s", "-1s", "1d", "s", ""):
        with pytest.raises(ValueError, match="expected a time such as 90s, 10m or 2h, not "):
            duration(text)
