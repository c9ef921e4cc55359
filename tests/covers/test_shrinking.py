"""Failures shrink to small problems and few searches."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings

from crosscover.covers import Problem, problems
from crosscover.covers.shrinking import candidates, shrink, smaller_problems
from crosscover.covers.subject import SearchStep
from crosscover.harness.budget import Deadline, Steps

LARGE = Problem(
    [f"p{number}" for number in range(12)],
    [
        *([f"p{number}", f"p{(number + shift) % 12}"] for shift in (1, 2, 5) for number in range(12)),
        *([f"p{number}", f"s:{'red' if number % 2 else 'blue'}"] for number in range(12)),
        ["p3", "p4", "p7", "p8", "t"],
        ["p3", "p4", "p7", "p8", "t"],
    ],
    ["s", "t"],
    colors=True,
)


def clock() -> float:
    """Return the same time always."""
    return 0.0


def shrunk(
    steps: Sequence[SearchStep], fails: Callable[[Sequence[SearchStep]], bool], number: int = 5000
) -> Sequence[SearchStep]:
    """Return the smallest steps."""

    def first_failing(part: Sequence[Sequence[SearchStep]]) -> int | None:
        return next((place for place, smaller in enumerate(part) if fails(smaller)), None)

    return shrink(steps, first_failing, Steps(number, Deadline(clock)), 3)


FAILING: list[tuple[Callable[[Problem], object], Problem]] = [
    (lambda _: True, Problem("a", ["a"])),
    (lambda problem: len(problem.options) >= 3, Problem("ab", ["a", "a", "b"])),
    (lambda problem: len(problem.primary) >= 3, Problem("abc", ["abc"])),
    (lambda problem: len(set(problem.options)) < len(problem.options), Problem("a", ["a", "a"])),
    (lambda problem: any(map(any, problem.row_colors)), Problem("a", [["a", "b:blue"]], "b", colors=True)),
    (lambda problem: problem.secondary, Problem("a", ["ab"], "b")),
    (lambda problem: max(map(len, problem.options)) >= 4, Problem("abcd", ["abcd"])),
]


@pytest.mark.parametrize(("fails", "smallest"), FAILING)
def test_the_smallest_problem(fails: Callable[[Problem], object], smallest: Problem) -> None:
    """A large problem shrinks to one that no part of can be left out, with names of one letter."""
    (step,) = shrunk([SearchStep(LARGE)], lambda steps: bool(fails(steps[0].problem)))
    assert sorted(map(len, step.problem.options)) == sorted(map(len, smallest.options))
    assert len(step.problem.items) == len(smallest.items)
    assert step.problem.row_colors == smallest.row_colors
    assert set(map(len, step.problem.items)) == {1}


def test_searches_are_dropped() -> None:
    """Only the searches that are needed remain, and the first one repeats nothing."""
    other = Problem("ab", ["a", "b"])
    steps = [
        SearchStep(LARGE),
        SearchStep(LARGE, again=True),
        SearchStep(other, 1),
        SearchStep(other),
        SearchStep(LARGE),
    ]
    found = shrunk(steps, lambda steps: any(step.take for step in steps[:-1]))
    assert [(step.take, step.again, step.problem.rows) for step in found] == [
        (1, False, ((0,),)),
        (None, False, ((0,),)),
    ]
    assert len(shrunk(steps, lambda _: True)) == 1
    assert all(not smaller[0].again for smaller in candidates(steps))


def test_repeated_searches_stay_alike() -> None:
    """A search and its repetition keep the same problem."""
    found = shrunk([SearchStep(LARGE), SearchStep(LARGE, again=True)], lambda steps: len(steps) == 2)
    assert [step.again for step in found] == [False, True]
    assert found[0].problem == found[1].problem
    assert found[0].problem.rows == ((0,),)


def test_the_budget_ends_it() -> None:
    """Without steps left the failure stays as it is; each run costs a step."""
    steps, runs = [SearchStep(LARGE)], list[int]()

    def fails(smaller: Sequence[SearchStep]) -> bool:
        runs.append(len(smaller))
        return True

    assert shrunk(steps, fails, 0) == steps
    assert runs == []
    shrunk(steps, fails, 3)
    assert len(runs) == 3


def measure(problem: Problem) -> tuple[int, int, int, int]:
    """Return what shrinking makes smaller."""
    colors = sum(color > 0 for colors in problem.row_colors for color in colors)
    return len(problem.options), problem.nodes + len(problem.items), colors, sum(map(len, problem.items))


@given(problems(max_items=6, max_options=9, colors=True, strict_forms=True))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_candidates_are_smaller(problem: Problem) -> None:
    """Each candidate is smaller, so shrinking ends, and what published solvers agree about stays so."""
    for smaller in smaller_problems(problem):
        assert measure(smaller) < measure(problem)
        assert smaller.is_usual or not problem.is_usual
        assert problem.has_unused or not smaller.has_unused
