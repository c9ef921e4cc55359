"""Options of subjects: setting, serialising and reading them."""

import json
from enum import Enum
from types import SimpleNamespace

import pytest

from crosscover import contracts
from crosscover.option_values import whole_number
from crosscover.options import PROFILES, SOLVER_OPTIONS, Call, Options, Plain, options_from_plain
from crosscover.reference import Shape

OTHERS = Options(
    "grid",
    Call.ROWS,
    contracts.ANY,
    empty="_",
    refusal="none",
    refuse_on="ValueError,solver.Unsolvable",
    python="venv",
    answers="drawing",
    ignore="^Case",
    stream=True,
    strict_forms=True,
    time_limit=1,
    puzzle_time=0.5,
    memory_limit=64,
    shape=Shape(2, 3),
)
"""Options of which nearly all differ from their defaults."""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("dialect", "grid", "grid"),
        ("call", "rows", Call.ROWS),
        ("contract", "any", contracts.ANY),
        ("refusal", "none", "none"),
        ("refuse_on", "ValueError, a.B", "ValueError,a.B"),
        ("python", "venv", "venv"),
        ("time_limit", "2.5", 2.5),
        ("puzzle_time", "0", 0.0),
        ("time_limit", "86400", 86400.0),
        ("memory_limit", "64", 64),
        ("memory_limit", "1048576", 1 << 20),
        ("output_limit", "1", 1),
        ("shape", "2x3", Shape(2, 3)),
    ],
)
def test_set_by_text(name: str, text: str, expected: object) -> None:
    """An option is set by its name and a text; the others are unchanged."""
    changed = Options().with_overrides({name: text})

    assert getattr(changed, name) == expected
    assert changed.explicit == {name}


@pytest.mark.parametrize("name", SOLVER_OPTIONS)
def test_set_by_value(name: str) -> None:
    """An option is set by its name and a value of its type."""
    assert getattr(Options().with_overrides({name: getattr(OTHERS, name)}), name) == getattr(OTHERS, name)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("contract", "most", "contract: expected one of proper, any, count, unique, not 'most'"),
        ("dialect", "gird", "dialect: 'gird' is unknown (did you mean grid?)"),
        ("contract", Call.ROWS, "contract: expected text, not <Call.ROWS: 'rows'>"),
        ("call", None, "call: expected text, not None"),
        ("time_limit", "long", "time_limit: expected a number of seconds up to 86400, not 'long'"),
        ("time_limit", "-1", "time_limit: expected a number of seconds up to 86400, not '-1'"),
        ("time_limit", -1.0, "time_limit: expected a number of seconds up to 86400, not '-1.0'"),
        ("puzzle_time", "inf", "puzzle_time: expected a number of seconds up to 86400, not 'inf'"),
        ("memory_limit", "0", "memory_limit: expected a whole number from 1 to 1048576, not '0'"),
        ("memory_limit", 0.5, "memory_limit: expected a whole number from 1 to 1048576, not '0.5'"),
        ("time_limit", "1e10", "time_limit: expected a number of seconds up to 86400, not '1e10'"),
        ("time_limit", 86401, "time_limit: expected a number of seconds up to 86400, not '86401'"),
        ("memory_limit", "1048577", "memory_limit: expected a whole number from 1 to 1048576, not '1048577'"),
        ("output_limit", 10**17, "output_limit: expected a whole number from 1 to 1048576, not '1000"),
        ("memory_limit", True, "memory_limit: expected a number, not True"),
        ("stream", "True", "stream: expected True or False, not 'True'"),
        ("stream", 1, "stream: expected True or False, not 1"),
        ("refusal", 0, "refusal: expected text, not 0"),
        ("refuse_on", "A,,B", "refuse_on: expected names of exceptions such as ValueError,puzzle.Unsolvable"),
        ("ignore", "(", "ignore: expected a regular expression, not '(': missing ), unterminated subpattern"),
        ("ignore", "a{99999999999}", "ignore: expected a regular expression, not 'a{99999999999}'"),
        ("explicit", "stream", "there is no option 'explicit'"),
        ("patience", "1", "there is no option 'patience'"),
    ],
)
def test_invalid_values(name: str, value: object, expected: str) -> None:
    """An invalid value is refused with the name of its option, and so is an unknown name."""
    with pytest.raises(ValueError, match=name) as caught:
        Options().with_overrides({name: value})

    assert str(caught.value).startswith(expected)


@pytest.mark.parametrize("text", ["", "+1", "1.0", "٣", "-1", "2"])
def test_whole_numbers(text: str) -> None:
    """A whole number has only decimal digits and is within its bounds."""
    with pytest.raises(ValueError, match="expected a whole number from 3, not "):
        whole_number(text, 3)


def test_default_limits() -> None:
    """Limits count as default until one is set; other options do not matter."""
    assert Options().has_default_limits
    assert Options(memory_limit=64).with_overrides({"call": "rows"}).has_default_limits


@pytest.mark.parametrize("name", ["time_limit", "puzzle_time"])
def test_limit_set_to_its_default(name: str) -> None:
    """A limit that is set to its default counts as set."""
    options = Options().with_overrides({name: str(SOLVER_OPTIONS[name].default)})

    assert options == Options(explicit=frozenset({name}))
    assert not options.has_default_limits


def test_time_of_a_run() -> None:
    """The time limit of a run includes that of its puzzles, up to a day."""
    options = Options(time_limit=1.0, puzzle_time=3600.0)

    assert (options.seconds(0), options.seconds(2), options.seconds(100)) == (1.0, 7201.0, 86400)


def test_options_that_differ_from_their_default_are_set() -> None:
    """An option passed to the constructor counts as set if it differs from its default."""
    assert Options(time_limit=5.0, puzzle_time=0.1).explicit == {"time_limit"}


@pytest.mark.parametrize(("options", "expected"), [(Options(), 512), (Options(memory_limit=900), 900)])
def test_default_memory(options: Options, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default memory limit is at most half of the machine's memory; one that somebody has set is as it is."""
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(total=1 << 30))

    assert options.memory_mebibytes == expected


def test_overrides_of_a_profile() -> None:
    """Options set by a profile stay set when others are set later."""
    options = PROFILES["poj3074"].with_overrides({"refusal": "none"})

    assert options.explicit == {"strict_forms", "time_limit", "puzzle_time", "memory_limit", "refusal"}


@pytest.mark.parametrize("options", [Options(), OTHERS, Options().with_overrides({"time_limit": "10"})])
def test_options_come_back(options: Options) -> None:
    """Options and the names of set ones survive a round trip through JSON."""
    plain = json.loads(json.dumps(options.to_plain()))

    assert options_from_plain(plain, sorted(options.explicit)) == options


def test_other_options_are_ignored() -> None:
    """Other options of a run are ignored; missing ones have their defaults."""
    assert options_from_plain({"examples": 40, "call": "rows"}, ["examples"]) == Options(call=Call.ROWS)


@pytest.mark.parametrize(("name", "value"), [("call", "shout"), ("contract", None), ("stream", 1), ("refusal", 0)])
def test_invalid_plain_values(name: str, value: Plain) -> None:
    """An invalid plain value is refused with the name of its option."""
    with pytest.raises(ValueError, match=f"^{name}: "):
        options_from_plain({name: value}, [])


@pytest.mark.parametrize("name", [name for name, option in SOLVER_OPTIONS.items() if option.value.metavar])
def test_plain_values_as_text(name: str) -> None:
    """The text of a plain value sets the option to the same value."""
    value = getattr(OTHERS, name)

    assert SOLVER_OPTIONS[name].value.parse(str(value.value if isinstance(value, Enum) else value)) == value


def test_no_time() -> None:
    """Limits that leave no time are refused."""
    with pytest.raises(ValueError, match="'time_limit' and 'puzzle_time' leave no time"):
        Options(time_limit=0.0, puzzle_time=0.0)
