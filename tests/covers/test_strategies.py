"""Drawn exact-cover problems."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import find, settings
from hypothesis.strategies import SearchStrategy

from crosscover.covers.known import LARGE, KnownProblem
from crosscover.covers.problem import Cover, Problem
from crosscover.covers.strategies import problems, tilings_with_holes
from tests.drawing import drawn as examples


def covers(problem: Problem) -> Iterator[Cover]:
    """The covers, by trying for each item in turn the options that fit."""
    options = [dict(map(problem.split, option)) for option in problem.options]

    def fits(option: dict[str, str | None], colors: dict[str, str | None]) -> bool:
        return all(
            name not in colors or (color is not None and colors[name] == color) for name, color in option.items()
        )

    def search(cover: Cover, colors: dict[str, str | None]) -> Iterator[Cover]:
        missing = [name for name in problem.primary if name not in colors]
        if not missing:
            yield tuple(sorted(cover))
            return
        choices = {
            name: [number for number, option in enumerate(options) if name in option and fits(option, colors)]
            for name in missing
        }
        for number in min(choices.values(), key=len):
            yield from search((*cover, number), colors | options[number])

    return search((), {})


@cache
def small() -> list[tuple[Problem, list[Cover]]]:
    """Drawn problems of up to 8 items and 16 options with their covers."""
    drawn = examples(problems(max_items=8, max_options=16, colors=True), 300)
    return [(problem, list(covers(problem))) for problem in drawn]


def uses(problem: Problem) -> Counter[str]:
    """In how many options each item is."""
    return Counter(problem.split(entry)[0] for option in problem.options for entry in option)


def covered(problem: Problem, answer: list[Cover]) -> set[str]:
    """The items of all covers."""
    return {problem.split(entry)[0] for cover in answer for number in cover for entry in problem.options[number]}


def only_cover(answer: list[Cover]) -> Cover:
    """The only cover, or none."""
    return answer[0] if len(answer) == 1 else ()


def has_colors(problem: Problem, number: int) -> bool:
    """Whether some secondary item has this number of colors, of which one is in two options."""
    colors: dict[str, Counter[str]] = {}
    for option in problem.options:
        for name, color in map(problem.split, option):
            if color is not None:
                colors.setdefault(name, Counter())[color] += 1
    return any(len(counts) == number and max(counts.values()) > 1 for counts in colors.values())


CASES: dict[str, Callable[[Problem, list[Cover]], bool]] = {
    "no cover": lambda _, answer: not answer,
    "one cover": lambda _, answer: len(answer) == 1,
    "several covers": lambda _, answer: 2 <= len(answer) < 10,
    "many covers": lambda _, answer: len(answer) >= 10,
    "each option in a cover": lambda problem, answer: len({*sum(answer, ())}) == len(problem.options) > 4,
    "a matching": lambda problem, _: all(len(option) == 2 for option in problem.options) and len(problem.items) > 3,
    "a duplicate option": lambda problem, _: len({*map(frozenset, problem.options)}) < len(problem.options),
    "one item": lambda problem, _: len(problem.items) == 1,
    "one item and several options": lambda problem, _: len(problem.items) == 1 < len(problem.options),
    "the first option in the only cover": lambda _, answer: 0 in only_cover(answer),
    "the last option in the only cover": lambda problem, answer: len(problem.options) - 1 in only_cover(answer),
    "a primary item in one option": lambda problem, _: any(uses(problem)[name] == 1 for name in problem.primary),
    "a primary item in all options": lambda problem, _: any(
        uses(problem)[name] == len(problem.options) > 1 for name in problem.primary
    ),
    "no secondary item": lambda problem, _: not problem.secondary,
    "a secondary item in one option": lambda problem, _: any(uses(problem)[name] == 1 for name in problem.secondary),
    "a secondary item in many options": lambda problem, _: any(uses(problem)[name] > 3 for name in problem.secondary),
    "a secondary item in no cover": lambda problem, answer: (
        bool(answer) and not covered(problem, answer) >= {*problem.secondary}
    ),
    "equal colors": lambda problem, _: has_colors(problem, 1),
    "different colors": lambda problem, _: has_colors(problem, 2),
    "names in order": lambda problem, _: list(problem.items) == sorted(problem.items) and len(problem.items) > 3,
    "names in another order": lambda problem, _: list(problem.items) != sorted(problem.items),
    "numbers as names": lambda problem, _: problem.items[0].isdecimal(),
    "long names": lambda problem, _: len(problem.items[0]) == 8,
}


@pytest.mark.parametrize("case", CASES)
def test_each_case_is_drawn(case: str) -> None:
    """Each case occurs in at least 2 % of the small problems."""
    assert sum(CASES[case](problem, answer) for problem, answer in small()) >= 6


def test_numbers_sort_otherwise_than_their_names() -> None:
    """In some problems, an item 10 comes after an item 9."""
    drawn = examples(problems(), 100)
    assert any(
        problem.items.index("9") < problem.items.index("10") for problem in drawn if {"9", "10"} <= {*problem.items}
    )


@pytest.mark.parametrize("strategy", [problems(max_items=24, max_options=120, colors=True), tilings_with_holes()])
def test_problems_have_a_plain_form(strategy: SearchStrategy[Problem]) -> None:
    """Published solvers agree about the form of a drawn problem."""
    assert all(problem.plain_form for problem in examples(strategy, 200))


def test_strict_forms() -> None:
    """Strict forms contain each form that published solvers disagree about."""
    drawn = examples(problems(strict_forms=True), 300)
    assert any(() in problem.options for problem in drawn)
    assert any(not problem.options for problem in drawn)
    assert any(not problem.primary for problem in drawn)
    assert any(
        problem.primary and not {*option} & {*problem.primary} for problem in drawn for option in problem.options
    )
    assert any(problem.options and not {*uses(problem)} >= {*problem.primary} for problem in drawn)
    assert any(problem.options and not {*uses(problem)} >= {*problem.secondary} for problem in drawn)


@pytest.mark.parametrize(("items", "options"), [(1, 1), (2, 8), (16, 1), (5, 9), (24, 120)])
def test_sizes(items: int, options: int) -> None:
    """Problems have at most the given numbers of items and options, and some have nearly as many."""
    drawn = examples(problems(max_items=items, max_options=options, secondary=False), 100)
    assert items * 0.8 <= max(len(problem.items) for problem in drawn) <= items
    assert options * 0.8 <= max(len(problem.options) for problem in drawn) <= options + 2


def test_few_problems_have_many_covers() -> None:
    """At most 1 % of the problems have more than 500 covers."""
    drawn = examples(problems(), 200)
    assert sum(len(list(zip(range(501), covers(problem), strict=False))) > 500 for problem in drawn) <= 2


def without_secondary_items(problem: Problem) -> Problem:
    """The problem of the primary items alone."""
    return Problem(
        problem.primary, [[name for name in option if name in problem.primary] for option in problem.options]
    )


CONDITIONS: dict[str, Callable[[Problem], bool]] = {
    "two covers": lambda problem: len(list(covers(problem))) == 2,
    "no cover": lambda problem: not list(covers(problem)),
    "duplicate option": lambda problem: len({*problem.options}) < len(problem.options),
    "secondary item": lambda problem: [*covers(problem)] != [*covers(without_secondary_items(problem))],
}


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_problems_shrink(condition: str) -> None:
    """A problem shrinks to at most four items and three options."""
    drawn = problems(max_items=8, max_options=16)
    smallest = find(drawn, CONDITIONS[condition], settings=settings(database=None, deadline=None), random=Random(1))
    assert len(smallest.items) <= 4
    assert len(smallest.options) <= 3


@pytest.mark.parametrize(
    ("known", "options", "nodes"), [(LARGE[0], 2_800, 66_542), (LARGE[1], 1_400, 32_942), (LARGE[2], 65_536, 327_745)]
)
def test_large_problems(known: KnownProblem, options: int, nodes: int) -> None:
    """Large problems have the known number of covers: an item in one option excludes the options that clash with it."""
    problem = known.build()
    assert (len(problem.options), problem.nodes, problem.plain_form) == (options, nodes, True)
    item, clashing = problem.options[0]
    assert uses(problem)[item] == 1
    left = [option for option in problem.options[1:] if clashing not in option]
    assert len(list(covers(Problem(problem.primary[2:], left)))) == known.covers
