"""Options: set by people, written down and read again."""

import json
from enum import Enum

import pytest

from crosscover.option_parsers import whole_number
from crosscover.options import PROFILES, SOLVER_OPTIONS, Call, Contract, Options, Plain, options_from_plain
from crosscover.reference import Shape

OTHERS = Options(
    "grid",
    Call.ROWS,
    Contract.ANY,
    refusal="none",
    refuse_on="ValueError,solver.Unsolvable",
    python="venv",
    ignore="^Case",
    words="none=no",
    stream=True,
    time_limit=1,
    puzzle_time=0.5,
    memory_limit=64,
    shape=Shape(2, 3),
)
"""Options that nearly all differ from their defaults."""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("dialect", "grid", "grid"),
        ("call", "rows", Call.ROWS),
        ("contract", "any", Contract.ANY),
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
    """An option is set by its name and the text that a person writes; the others stay."""
    changed = Options().with_overrides({name: text})

    assert getattr(changed, name) == expected
    assert changed.explicit == {name}


@pytest.mark.parametrize("name", SOLVER_OPTIONS)
def test_set_by_value(name: str) -> None:
    """An option is set by its name and a value of its own."""
    assert getattr(Options().with_overrides({name: getattr(OTHERS, name)}), name) == getattr(OTHERS, name)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("contract", "most", "contract: expected 'proper' or 'any' or 'count' or 'unique' "),
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
        ("words", "no", "words: expected none=TEXT,one=TEXT,several=TEXT with different texts, not 'no'"),
        ("words", "none=,one=1", "words: expected none=TEXT"),
        ("words", "none=no,one=no", "words: expected none=TEXT"),
        ("words", "none=no,none=nil", "words: expected none=TEXT"),
        ("explicit", "stream", "there is no option 'explicit'"),
        ("patience", "1", "there is no option 'patience'"),
    ],
)
def test_values_that_do_not_fit(name: str, value: object, expected: str) -> None:
    """A value that does not fit is refused with the name of its option, and so is a name that no option has."""
    with pytest.raises(ValueError, match=name) as caught:
        Options().with_overrides({name: value})

    assert str(caught.value).startswith(expected)


@pytest.mark.parametrize("text", ["", "+1", "1.0", "٣", "-1", "2"])
def test_text_that_is_no_whole_number(text: str) -> None:
    """A whole number is written in decimal digits alone, and is as large as is asked for."""
    with pytest.raises(ValueError, match="expected a whole number from 3, not "):
        whole_number(text, 3)


def test_default_limits() -> None:
    """The limits are those of nobody until somebody sets one; other options do not matter."""
    assert Options().has_default_limits
    assert Options(memory_limit=64).with_overrides({"call": "rows"}).has_default_limits


@pytest.mark.parametrize("name", ["time_limit", "puzzle_time"])
def test_limit_set_to_its_default(name: str) -> None:
    """A limit that somebody sets to its default is set."""
    options = Options().with_overrides({name: str(SOLVER_OPTIONS[name].default)})

    assert options == Options(explicit=frozenset({name}))
    assert not options.has_default_limits


def test_time_of_a_run() -> None:
    """A run has its time and that of its puzzles, but never more than a day."""
    options = Options(time_limit=1.0, puzzle_time=3600.0)

    assert (options.seconds(0), options.seconds(2), options.seconds(100)) == (1.0, 7201.0, 86400)


def test_what_differs_from_its_default_is_set() -> None:
    """An option that is given when options are made counts as set where it differs from its default."""
    assert Options(time_limit=5.0, puzzle_time=0.1).explicit == {"time_limit"}


def test_overrides_of_a_profile() -> None:
    """What a profile sets stays set when other options are set after it."""
    options = PROFILES["poj3074"].with_overrides({"refusal": "none"})

    assert options.explicit == {"time_limit", "puzzle_time", "memory_limit", "refusal"}


@pytest.mark.parametrize("options", [Options(), OTHERS, Options().with_overrides({"time_limit": "10"})])
def test_options_come_back(options: Options) -> None:
    """Options come through JSON unchanged, with what somebody had set."""
    plain = json.loads(json.dumps(options.to_plain()))

    assert options_from_plain(plain, sorted(options.explicit)) == options


def test_what_is_not_of_a_subject_is_passed_over() -> None:
    """Other options of a run do not matter, also among those set; missing ones have their defaults."""
    assert options_from_plain({"examples": 40, "call": "rows"}, ["examples"]) == Options(call=Call.ROWS)


@pytest.mark.parametrize(("name", "value"), [("call", "shout"), ("contract", None), ("stream", 1), ("refusal", 0)])
def test_plain_values_that_do_not_fit(name: str, value: Plain) -> None:
    """A plain value that does not fit is refused with the name of its option."""
    with pytest.raises(ValueError, match=f"^{name}: "):
        options_from_plain({name: value}, [])


@pytest.mark.parametrize("name", [name for name, option in SOLVER_OPTIONS.items() if option.metavar])
def test_plain_values_are_what_people_write(name: str) -> None:
    """The text of a plain value sets the option to that value."""
    value = getattr(OTHERS, name)

    assert SOLVER_OPTIONS[name].parse(str(value.value if isinstance(value, Enum) else value)) == value


def test_no_time() -> None:
    """Limits that leave no time at all are refused."""
    with pytest.raises(ValueError, match="'time_limit' and 'puzzle_time' leave no time"):
        Options(time_limit=0.0, puzzle_time=0.0)
