"""A solver and its options in one argument of a command line."""

import pytest

from crosscover.cli.inputs import read_quoted
from crosscover.options import Call


@pytest.mark.parametrize(
    ("text", "spec", "options"),
    [
        ("python:my solver.py:solve", "python:my solver.py:solve", {}),
        ("python:my solver.py:solve --call rows", "python:my solver.py:solve", {"call": Call.ROWS}),
        ("exec:./a.out -v --fast", "exec:./a.out -v --fast", {}),
        ("exec:./a.out --fast --dialect=grid", "exec:./a.out --fast", {"dialect": "grid"}),
        ('exec:sh -c "a --no-clashes" --no-clashes', 'exec:sh -c "a --no-clashes"', {"no_clashes": True}),
        ("exec:./a.out --ignore 'solved in'", "exec:./a.out", {"ignore": "solved in"}),
    ],
)
def test_words_and_options(text: str, spec: str, options: dict[str, object]) -> None:
    """Options come at the end; everything before them is the solver's command, unchanged."""
    assert read_quoted(text) == (spec, options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python:a.py:solve --cal rows", "--cal"),
        ("exec:./a.out --dialect gird", "gird"),
        ("exec:./a.out --dialect", "expected one argument"),
        ("exec:./a.out --no-clashes yes", "yes"),
        ("python:a.py:solve --python 'none", "No closing quotation"),
    ],
)
def test_invalid_options(text: str, message: str) -> None:
    """An unknown option, or one with a missing or invalid value, is an error that shows it."""
    with pytest.raises(ValueError, match=message):
        read_quoted(text)
