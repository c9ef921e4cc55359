"""Options, written and read again."""

import json

import pytest
from crosscover.subjects.option_codec import Plain, options_of, written

from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Call, Options


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options("grid", Call.ROWS, Contract.ANY, "none", stream=True, time_limit=1, puzzle_time=0.5, memory_limit=64),
    ],
)
def test_options_come_back(options: Options) -> None:
    """Options come through JSON unchanged."""
    assert options_of(json.loads(json.dumps(written(options)))) == options


def test_what_is_not_of_a_subject_is_passed_over() -> None:
    """Other options of a run do not matter, missing ones have their defaults."""
    assert options_of({"examples": 40, "call": "rows"}) == Options(call=Call.ROWS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("call", "shout"),
        ("contract", None),
        ("stream", 1),
        ("time_limit", "long"),
        ("memory_limit", True),
        ("refusal", 0),
    ],
)
def test_values_of_the_wrong_kind(name: str, value: Plain) -> None:
    """A value of the wrong kind is refused with the name of its option."""
    with pytest.raises(ValueError, match=f"option '{name}' is"):
        options_of({name: value})
