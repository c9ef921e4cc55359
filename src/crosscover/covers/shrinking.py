"""Shrinks the steps that a solver fails: fewer steps, then fewer options, items, entries and colors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from crosscover.harness.budget import Steps

from .problem import Problem
from .subject import SearchStep


def shrink(
    steps: Sequence[SearchStep],
    first_failing: Callable[[Sequence[Sequence[SearchStep]]], int | None],
    budget: Steps,
    size: int = 1,
) -> Sequence[SearchStep]:
    """Return the smallest failing steps that the budget allows to find.

    `first_failing` runs the solver on up to `size` candidates, and returns the number of the first one that fails, None
    if none does. After a success, the search goes on at the same place, since smaller changes before it have failed. It
    ends, because each accepted change makes the steps smaller, after a whole pass without a success.
    """
    place, is_new = 0, False
    while True:
        waiting = islice(candidates(steps), place, None)
        found: int | None = None
        while found is None and (part := list(islice(waiting, size))):
            if budget.is_over:
                return steps
            budget.take()
            found = first_failing(part)
            if found is None:
                place += len(part)
            else:
                steps, place, is_new = part[found], place + found, True
        if found is None and not is_new:
            return steps
        if found is None:
            place, is_new = 0, False


def candidates(steps: Sequence[SearchStep]) -> Iterator[Sequence[SearchStep]]:
    """Yield smaller steps, the smallest first. Steps with equal problems are changed alike."""
    for size in _sizes(len(steps) - 1):
        for start in range(0, len(steps), size):
            fewer = [*steps[:start], *steps[start + size :]]
            if fewer and not fewer[0].again:
                yield fewer
    for problem in dict.fromkeys(step.problem for step in steps):
        for smaller in smaller_problems(problem):
            yield [replace(step, problem=smaller) if step.problem == problem else step for step in steps]


def smaller_problems(problem: Problem) -> Iterator[Problem]:
    """Yield problems with fewer options, items, entries, secondary items or colors, or with shorter names."""
    for smaller in _reduced(problem):
        if (smaller.is_usual or not problem.is_usual) and (problem.has_unused or not smaller.has_unused):
            yield smaller
    names = dict(zip(problem.items, map(_letters, range(len(problem.items))), strict=True))
    if tuple(names.values()) != problem.items and sum(map(len, names)) > sum(map(len, names.values())):
        yield problem.renamed(names)


def _reduced(problem: Problem) -> Iterator[Problem]:
    primary, options, secondary, colors = problem.primary, problem.options, problem.secondary, problem.colors
    for size in _sizes(len(options) - 1):
        for start in range(0, len(options), size):
            yield _used(problem, [*options[:start], *options[start + size :]])
    for item in problem.items:
        left = [[entry for entry in option if problem.split(entry)[0] != item] for option in options]
        kept = ([name for name in names if name != item] for names in (primary, secondary))
        yield Problem(next(kept), left, next(kept), colors)
    for place, option in enumerate(options):
        for entry in option:
            fewer = [other for other in option if other != entry]
            yield _used(problem, [*options[:place], fewer, *options[place + 1 :]])
            name, color = problem.split(entry)
            if color is not None:
                plain = [name if other == entry else other for other in option]
                yield Problem(primary, [*options[:place], plain, *options[place + 1 :]], secondary, colors)


def _used(problem: Problem, options: Sequence[Sequence[str]]) -> Problem:
    """Return a problem with these options and the items in them."""
    used = {problem.split(entry)[0] for option in options for entry in option}
    primary, secondary = ([name for name in names if name in used] for names in (problem.primary, problem.secondary))
    return Problem(primary, options, secondary, problem.colors)


def _sizes(largest: int) -> Iterator[int]:
    """Yield sizes of parts to leave out: half of the largest one, then half of that, down to 1."""
    size = largest
    while size > 0:
        yield size
        size //= 2


def _letters(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"i{number}"
