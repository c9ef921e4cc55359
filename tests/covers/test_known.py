"""Known numbers of covers, confirmed by a search that shares no code with the package."""

from collections import Counter

import pytest

from crosscover.covers.known import KNOWN, KnownProblem
from crosscover.covers.problem import Problem

SLOW = {"Langford pairs 11", "Latin squares 5", "pentominoes 4", "pentominoes 6", "Scott", "Soma"}


def counted(problem: Problem) -> int:
    """The number of covers, by Algorithm X on sets of options, which are the bits of an integer."""
    options = [dict(problem.split(entry) for entry in option) for option in problem.options]
    colored: Counter[tuple[str, str | None]] = Counter()
    containing: Counter[str] = Counter()
    for number, option in enumerate(options):
        for name, color in option.items():
            containing[name] |= 1 << number
            colored[name, color] |= 1 << number
    compatible: list[int] = []
    for option in options:
        clashing = 0
        for name, color in option.items():
            clashing |= containing[name] & ~(colored[name, color] if color else 0)
        compatible.append(~clashing)

    def count(possible: int, items: frozenset[str]) -> int:
        if not items:
            return 1
        item = min(items, key=lambda name: (possible & containing[name]).bit_count())
        choices = possible & containing[item]
        total = 0
        while choices:
            number = choices.bit_length() - 1
            choices ^= 1 << number
            total += count(possible & compatible[number], items - options[number].keys())
        return total

    return count((1 << len(options)) - 1, frozenset(problem.primary))


@pytest.mark.parametrize(
    "known",
    [pytest.param(known, id=known.name, marks=[pytest.mark.slow] if known.name in SLOW else []) for known in KNOWN],
)
def test_known_number_of_covers(known: KnownProblem) -> None:
    """A known problem has the known number of covers."""
    assert counted(known.build()) == known.covers


def test_known_problems_have_a_plain_form() -> None:
    """Published solvers agree about the form of every known problem."""
    assert [known.name for known in KNOWN if not known.build().plain_form] == []


def test_names_are_different() -> None:
    """Each known problem has a name of its own."""
    assert len({known.name for known in KNOWN}) == len(KNOWN)
