"""The function `check_covers`, and the names of `crosscover.covers`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import crosscover
from crosscover import NotStartedError, covers
from crosscover.covers.engines import dancing_covers

QUICK: dict[str, Any] = {"rounds": 1, "seed": 1, "first": True, "only": "exactly_the_covers"}
KNOWN: dict[str, Any] = {**QUICK, "call": "primary,options,secondary", "contract": "all"}
MORE: dict[str, Any] = {**KNOWN, "rounds": 3}


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction] - pytest's
    monkeypatch.chdir(tmp_path)


def right(primary: Sequence[str], options: Sequence[Sequence[str]], secondary: Sequence[str]) -> Iterator[list[int]]:
    """Yield the covers of a problem by the reference."""
    colors = any(":" in entry for option in options for entry in option)
    yield from map(list, dancing_covers(covers.Problem(primary, options, secondary, colors), 10_000))


def wrong(primary: Sequence[str], options: Sequence[Sequence[str]], secondary: Sequence[str]) -> list[list[int]]:
    """Return all covers but those of three options."""
    return [cover for cover in right(primary, options, secondary) if len(cover) != 3]


def test_a_right_function() -> None:
    """A function of this process is copied, and its form is found; the result is returned."""
    result = crosscover.check_covers(right, **QUICK)
    assert (result.ok, result.setup.problem, result.judged) == (True, "cover", 4)
    assert result.setup.options["form"] == "primary,options,secondary"
    assert any("colors are judged" in note for note in result.notes)


def test_a_wrong_function() -> None:
    """The error of a wrong function contains the report, with the problem as an expression."""
    with pytest.raises(
        AssertionError, match=r"tests_covers_test_api_wrong\.py:wrong fails 1 of 1 selected property"
    ) as caught:
        crosscover.check_covers(wrong, **MORE)
    text = str(caught.value)
    assert "misses the cover" in text
    expression = next(line for line in text.splitlines() if line.startswith("Problem("))
    problem = eval(expression, {"Problem": covers.Problem})  # noqa: S307 - text of the package
    assert any(len(cover) == 3 for cover in covers.all_covers(problem))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"tyme": 5}, ValueError, "there is no option 'tyme'"),
        ({"time_limit": -1}, ValueError, "time_limit"),
        ({"html": "page.html"}, ValueError, "html"),
        ({"only": "tillings"}, ValueError, "no property of exact covers matches 'tillings'"),
        ({"call": "no such form"}, ValueError, "no such form"),
        ({"contract": "proper"}, ValueError, "proper"),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    """Unknown and invalid options are named."""
    with pytest.raises(error, match=message):
        crosscover.check_covers(right, **{**KNOWN, **options})


@pytest.mark.slow
def test_no_solver() -> None:
    """A function that is no exact-cover solver, and a missing file, cannot be checked."""
    with pytest.raises(NotStartedError, match="gives too few right answers to small problems in any form"):
        crosscover.check_covers(repr, **QUICK)
    with pytest.raises(NotStartedError, match="missing"):
        crosscover.check_covers("python:missing.py:solve", **QUICK)


def test_names() -> None:
    """The package offers problems, their strategy and all their covers, and nothing else."""
    assert {name: getattr(covers, name).__name__ for name in covers.__all__} == {name: name for name in covers.__all__}
    assert "check_covers" in crosscover.__all__
    with pytest.raises(AttributeError, match=r"module 'crosscover\.covers' has no attribute 'solve'"):
        _ = covers.solve  # type: ignore[attr-defined]  # it does not exist
