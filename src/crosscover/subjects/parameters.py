"""The arguments beside the puzzle, by the names of their parameters.

Solvers that recurse take a row and a column, a list of empty cells or a size; solvers with a display take a callback.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Role:
    """The argument of parameters whose names match one of the patterns.

    Words in braces are arguments that depend on the language or the puzzle. `others` are tried rarely.
    """

    patterns: tuple[str, ...]
    meaning: str
    argument: str
    others: tuple[str, ...] = ()


ROLES = (
    Role(
        ("on_*", "*callback*", "cb", "*visuali*", "*draw*", "print*", "update*", "display*", "render*", "*listener"),
        "a function that does nothing, or one that receives the answer",
        "{ignore}",
        ("{receive}",),
    ),
    Role(
        ("*empties", "*empty*", "*blank*", "*unfilled*", "*missing*", "*unassigned*", "zeros", "holes"),
        "the empty cells, as (row, column) of a grid with rows, else as places in the text or list",
        "{empties}",
    ),
    Role(("*symbols", "*digits", "*numbers", "nums", "values", "alphabet"), "the digits", "{digits}"),
    Role(("solutions", "results", "answers", "found", "res", "out"), "an empty list for answers", "{found}"),
    Role(("box*", "block*", "*subgrid*", "base", "order", "width", "height"), "3, or 9", "{box}", ("{side}",)),
    Role(("n",), "9, or 0", "{side}", ("0",)),
    Role(("size", "*_size", "side", "dim*", "length"), "9, 3 or (3, 3)", "{side}", ("{box}", "{boxes}")),
    Role(
        ("*row", "*col", "*column", "r", "c", "i", "j", "k", "x", "y", "*index", "idx", "*pos", "*position", "depth"),
        "0, the first",
        "0",
    ),
    Role(
        ("verbose", "debug", "trace", "show*", "*animate*", "delay", "sleep", "speed"),
        "0, off",
        "0",
    ),
    Role(("is_*", "use_*", "*check*", "allow_*", "with_*"), "0, off, or 1, on", "0", ("1",)),
    Role(("max_*", "*limit"), "0, or a million", "0", ("1000000",)),
)
"""The roles in the order in which names are compared."""

CHOICES = 1 + max(len(role.others) for role in ROLES)
"""Number of arguments that are tried for a parameter."""

PUZZLE = re.compile("board|puzzle|grid|sudoku|matrix|cells", re.IGNORECASE)
"""Names of attributes that hold the puzzle, and of parameters that take it even if they come later."""


def role_of(name: str) -> Role | None:
    """Return what the name of a parameter states; None if it may take the puzzle."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).strip("_0123456789").lower()
    for role in ROLES:
        if any(fnmatchcase(words, pattern) for pattern in role.patterns):
            return role
    return None


def puzzle_parameter(names: list[str], required: int) -> int:
    """Return the index of the parameter that takes the puzzle; the first `required` parameters have no default.

    >>> puzzle_parameter(["size", "rows"], 2)
    1
    """
    without_role = [place for place, name in enumerate(names) if role_of(name) is None]
    for place in without_role:
        if PUZZLE.search(names[place]):
            return place
    if without_role and without_role[0] < required:
        return without_role[0]
    for place, name in enumerate(names):
        if argument_of(name) == "{digits}":  # such as `values`
            return place
    return 0


def argument_of(name: str, choice: int = 0) -> str:
    """Return an argument for a parameter that does not take the puzzle; 0 if its name states nothing.

    The first choice is the usual argument; beyond the last choice, it is the last one.
    """
    role = role_of(name)
    choices = ("0",) if role is None else (role.argument, *role.others)
    return choices[min(choice, len(choices) - 1)]
