"""The right solvers and their forms."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from crosscover.options import Options
from tests.selftest.zoo.model import RightSolver

from .brute_force import Instance
from .model import Form, Promise, RightCovers


def names_of(instance: Instance) -> list[str]:
    """Return names for the options."""
    return [f"o{number}" for number in range(len(instance.options))]


def dictionaries(instance: Instance) -> tuple[Any, ...]:
    """Return the items as a set, and a dictionary from names of options to lists of items."""
    return set(instance.primary), dict(zip(names_of(instance), map(list, instance.options), strict=True))


def rows_of(instance: Instance) -> list[list[int]]:
    """Return the matrix of the options."""
    return [[int(item in option) for item in instance.primary] for option in map(set, instance.options)]


def matrix_text(instance: Instance) -> str:
    """Return the size and the matrix, as Luogu and POJ do."""
    lines = [[len(instance.options), len(instance.primary)], *rows_of(instance)]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def columns_text(instance: Instance) -> str:
    """Return the size, and each row as the number of its columns and the columns, as HUST does."""
    number = {item: place for place, item in enumerate(instance.primary, 1)}
    rows = [[len(option), *(number[item] for item in option)] for option in instance.options]
    lines = [[len(instance.options), len(instance.primary)], *rows]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def knuth_text(instance: Instance) -> str:
    """Return the items on the first line, then one option per line."""
    separator = ["|", *instance.secondary] if instance.secondary else []
    return "".join(" ".join(line) + "\n" for line in ([*instance.primary, *separator], *instance.options))


def cover_of(numbers: Iterable[Any], first: int = 0) -> tuple[int, ...]:
    """Return a cover of option numbers that are counted from `first`."""
    return tuple(sorted(int(number) - first for number in numbers))


def covers_of_names(instance: Instance, answer: Iterable[Iterable[str]]) -> list[tuple[int, ...]]:
    """Return the covers whose options are given by name."""
    return [cover_of(map(names_of(instance).index, names)) for names in answer]


def covers_of_options(instance: Instance, answer: Iterable[Iterable[list[str]]]) -> list[tuple[int, ...]]:
    """Return the covers given as options. The n-th cover with the same options stands for the n-th of its meanings."""
    numbers: dict[tuple[str, ...], list[int]] = {}
    for number, option in enumerate(instance.options):
        numbers.setdefault(tuple(option), []).append(number)
    seen: dict[tuple[int, ...], int] = {}
    found: list[tuple[int, ...]] = []
    for options in answer:
        candidates = [numbers[tuple(option)] for option in options]
        key = cover_of(same[0] for same in candidates)
        place = seen[key] = seen.get(key, -1) + 1
        chosen: list[int] = []
        for same in candidates:
            place, index = divmod(place, len(same))
            chosen.append(same[index])
        found.append(cover_of(chosen))
    return found


ROW_NUMBERS = Form(
    Promise.ALL,
    lambda instance: (np.array(rows_of(instance)),),
    lambda _, answer: [cover_of(numbers) for numbers in answer],
)


def right(source: str, description: str, form: Form, function: str = "") -> RightCovers:
    """Return the solver in a file of `right/`: a program in C, or a function."""
    name = f"right-{source.replace('.', '-')}"
    return RightCovers(RightSolver(name, source, description, Options(), function=function, problem="cover"), form)


RIGHT = (
    DANCING := right(
        "dancing.py",
        "Dancing links of node objects; a generator of lists of option numbers.",
        Form(
            Promise.ALL,
            lambda instance: (instance.primary[:], [option[:] for option in instance.options], instance.secondary[:]),
            lambda _, answer: [cover_of(numbers) for numbers in answer],
            secondary=True,
        ),
        "covers",
    ),
    DICTS := right(
        "dicts.py",
        "Algorithm X with dictionaries and sets, after Ali Assaf; a generator of lists of option names.",
        Form(Promise.ALL, dictionaries, covers_of_names),
        "solve",
    ),
    MATRIX := right(
        "matrix.py",
        "Algorithm X on a numpy array; a list of lists of row numbers.",
        ROW_NUMBERS,
        "exact_covers",
    ),
    MASKS := right(
        "masks.py",
        "Bit masks and a table; the number of covers.",
        Form(
            Promise.COUNT,
            lambda instance: ([option[:] for option in instance.options],),
            lambda _, answer: answer,
        ),
        "count",
    ),
    LINKS := right(
        "links.mjs",
        "Dancing links in arrays; the row numbers of one cover, or null.",
        Form(
            Promise.ONE,
            lambda instance: (rows_of(instance),),
            lambda _, answer: None if answer is None else cover_of(answer),
        ),
        "solve",
    ),
    SPACERS := right(
        "spacers.mjs",
        "One table of nodes with spacers, no recursion; a generator of arrays of options.",
        Form(
            Promise.ALL,
            lambda instance: (instance.primary, instance.options, instance.secondary),
            covers_of_options,
            secondary=True,
        ),
        "covers",
    ),
    ROWS := right(
        "rows.c",
        "A template for Luogu P4929; the rows of one cover, or No Solution!",
        Form(
            Promise.ONE,
            matrix_text,
            lambda _, answer: None if answer == "No Solution!\n" else cover_of(answer.split(), 1),
        ),
    ),
    COLORS := right(
        "colors.c",
        "Algorithm C on Knuth's text; the option numbers of each cover.",
        Form(
            Promise.ALL,
            knuth_text,
            lambda _, answer: [cover_of(line.split()) for line in answer.splitlines()],
            secondary=True,
            colors=True,
        ),
    ),
    CASES := right(
        "cases.c",
        "A template for HUST 1017; the number of rows and the rows of one cover, or NO.",
        Form(
            Promise.ONE,
            columns_text,
            lambda _, answer: None if answer == "NO" else cover_of(answer.split()[1:], 1),
            cases=True,
        ),
    ),
    DECIDE := right(
        "decide.c",
        "POJ 3740 by taking or leaving each row; whether there is a cover.",
        Form(
            Promise.DECIDE,
            matrix_text,
            lambda _, answer: {"Yes, I found it": True, "It is impossible": False}.get(answer),
            cases=True,
        ),
    ),
)
