"""The script that confirms errors of exact-cover libraries, with answers known to be right or wrong."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gallery.confirm_covers import covers, error_in, judge
from gallery.entries import HERE, load
from gallery.install import ask_command
from gallery.judging import subject


def search(text: str, **changes: object) -> dict[str, Any]:
    """A search for the covers of a problem: items, then options, separated by commas."""
    items, *options = text.split(", ")
    primary, _, secondary = items.partition("|")
    problem = {"primary": primary.split(), "options": [option.split() for option in options]}
    return {**problem, "secondary": secondary.split(), "take": None, "again": False, **changes}


SEARCH = search("a b, a b, a, b, b")
COVERS = [[0], [1, 2], [1, 3]]
NONE = search("a b, a, a")
EMPTY: list[list[int]] = []


def test_covers_keep_the_rules() -> None:
    """Primary items are contained once, secondary ones at most once or with one color, options have a primary item."""
    assert covers(SEARCH) == [(0,), (1, 2), (1, 3)]
    assert covers(NONE) == []
    assert covers(search("a b | s, a s, b s, b, s")) == [(0, 2)]
    assert covers(search("a b | s, a s:1, b s:1, b s:2, b s")) == [(0, 1)]


@pytest.mark.parametrize(("colors", "number"), [(("", ""), 48), ((":1", ":2"), 48), ((":1", ":1"), 64)])
def test_many_options_are_judged_by_sat(colors: tuple[str, str], number: int) -> None:
    """More options than brute force can judge have the covers that their pairs allow."""
    first, second = colors
    found = covers(search(f"a b | s{f', a s{first}, b s{second}, a, b' * 4}"))
    assert len(set(found)) == len(found) == number


@pytest.mark.parametrize(
    ("problem", "answer", "contract"),
    [
        (SEARCH, [[2, 1], [0], [3, 1]], "all"),
        (search("a b, a b, a, b, b", take=2), [[0], [1, 3]], "all"),
        (NONE, EMPTY, "all"),
        (NONE, {"raised": "NoSolution: none"}, "all"),
        (SEARCH, [1, 3], "one"),
        (SEARCH, [["b"], ["a"]], "one"),
        (NONE, None, "one"),
        (NONE, [], "one"),
    ],
)
def test_a_right_answer_is_accepted(problem: dict[str, Any], answer: object, contract: str) -> None:
    """Covers in any order, a part of them if no more are taken, options for numbers, and refusals are accepted."""
    assert error_in(problem, answer, contract) is None


@pytest.mark.parametrize(
    ("problem", "answer", "contract"),
    [
        (SEARCH, [[0], [1, 2]], "all"),
        (SEARCH, [*COVERS, [0]], "all"),
        (SEARCH, [[0], [1, 2], []], "all"),
        (SEARCH, {"raised": "NoSolution: none"}, "all"),
        (search("a b, a b, a, b, b", take=2), [[0], [0]], "all"),
        (NONE, [EMPTY], "all"),
        (NONE, {"raised": "IndexError: list"}, "all"),
        (SEARCH, None, "one"),
        (SEARCH, [], "one"),
        (SEARCH, [1], "one"),
        (SEARCH, [["a"], ["a"]], "one"),
        (NONE, [0], "one"),
    ],
)
def test_a_wrong_answer_is_found(problem: dict[str, Any], answer: object, contract: str) -> None:
    """Missing, repeated and invalid covers, exceptions and wrong refusals are errors."""
    assert "in all); the answer is" in str(error_in(problem, answer, contract))


WRAPPER = """
def covers(primary, options):
    print("a message of the package")
    rest = iter([[0], [1]])
    return lambda: rest
"""


def test_a_case_is_asked_by_a_wrapper(tmp_path: Path) -> None:
    """An abandoned iterator that a second search of the same object goes on with is an error."""
    (tmp_path / "ask_covers.py").write_text((HERE / "adapters" / "ask_covers.py").read_text())
    (tmp_path / "adapter.py").write_text(WRAPPER)
    entry = replace(load()["pypi:dlx/covers"], options=())
    place = str(tmp_path / "adapter.py")
    assert subject(entry, tmp_path, "all") == [
        f"python:{place}:covers",
        "--python",
        sys.executable,
        "--problem",
        "cover",
    ]
    twice = search("a, a, a")
    searches = [{**twice, "take": 1}, {**twice, "again": True}]
    case = {"command": ask_command(entry, tmp_path, "all"), "contract": "all", "searches": searches}
    reason = "the covers are [0], [1] (2 in all); the answer is [[1]]"
    assert judge(case) == (True, reason)
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case))
    script = [sys.executable, str(HERE / "confirm_covers.py"), str(file)]
    done = subprocess.run(script, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == {"confirmed": True, "reason": reason}
    assert judge({**case, "searches": searches[:1]}) == (False, "all 1 answers are correct")
