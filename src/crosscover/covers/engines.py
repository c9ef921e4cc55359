"""Four engines that find all covers: dancing links, SAT, CP-SAT and bit sets; brute force for small problems.

Each enters a problem in its own way, so none shares a mistake with another.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, islice
from typing import Any

from crosscover.oracles.cpsat import cp_model, search
from crosscover.oracles.pysat import DEFAULT_BACKEND, SatSolver, model_of
from crosscover.reference.dlx import dancing_links

from .problem import Cover, Problem
from .rules import violation

CoverEngine = Callable[[Problem, int], list[Cover]]
"""Returns at most `limit` different covers of a problem, or all if there are fewer."""

MAX_BRUTE_FORCE = 12
"""Maximum number of options for which brute force tries all sets of options."""

PAIRWISE = 40
"""Maximum number of literals of which each pair gets a clause; of more, at most one is true by a chain of variables."""


def dancing_covers(problem: Problem, limit: int) -> list[Cover]:
    """Find covers by dancing links with colors (Algorithm C), which never choose an option without a primary item."""
    numbers = [number for number, row in enumerate(problem.rows) if row]
    rows = [problem.rows[number] for number in numbers]
    colors = [problem.row_colors[number] for number in numbers] if problem.colors else ()
    links = dancing_links()(rows, len(problem.primary), len(problem.secondary), colors)
    found = links.covers()
    covers = [tuple(sorted(numbers[option] for option in cover)) for cover in islice(found, limit)]
    found.close()
    return covers


def sat_covers(problem: Problem, limit: int) -> list[Cover]:
    """Find covers by CaDiCaL: a clause excludes each cover that was found.

    Options are variables. So are the colors of an item, which an option implies; at most one of them is true.
    """
    clauses: list[Sequence[int]] = []
    top = len(problem.options)
    in_primary: set[int] = set()
    for number, entries in enumerate(_entries(problem)):
        colors = dict.fromkeys(color for _, color in entries if color is not None)
        for color in colors:
            top += 1
            colors[color] = top
            clauses += [(-option - 1, top) for option, its in entries if its == color]
        literals = [option + 1 for option, color in entries if color is None] + list(filter(None, colors.values()))
        if number < len(problem.primary):
            clauses.append(literals)
            in_primary.update(option for option, _ in entries)
        if len(literals) <= PAIRWISE:
            clauses += [(-one, -other) for one, other in combinations(literals, 2)]
        else:
            before, *others = literals
            for literal in others:  # `before` is true if an earlier literal is true
                top += 1
                clauses += [(-before, top), (-literal, top), (-before, -literal)]
                before = top
    clauses += [(-option - 1,) for option in range(len(problem.options)) if option not in in_primary]
    solver = SatSolver(DEFAULT_BACKEND, clauses)
    covers: list[Cover] = []
    try:
        while len(covers) < limit:
            model = model_of(solver, (), len(problem.options))
            if model is None:
                break
            covers.append(tuple(literal - 1 for literal in model))
            solver.add_clause([-literal for literal in model])
    finally:
        solver.delete()
    return covers


def cpsat_covers(problem: Problem, limit: int) -> list[Cover]:
    """Find covers by CP-SAT: an exactly-one constraint for each primary item, at-most-one for each secondary one.

    Options that give an item the same color count once.
    """
    model: Any = cp_model().CpModel()
    options = [model.new_bool_var("") for _ in problem.options]
    groups: dict[str, dict[str, list[Any]]] = {name: {} for name in problem.items}
    primary = set(problem.primary)
    for variable, option in zip(options, problem.options, strict=True):
        names = [entry.partition(":") if problem.colors else (entry, "", "") for entry in option]
        for name, _, color in names:
            group = groups[name]
            group.setdefault(color or f" {len(group)}", []).append(variable)  # alone without a color
        if primary.isdisjoint(name for name, _, _ in names):
            model.add(variable == 0)
    for number, group in enumerate(groups.values()):
        literals: list[Any] = []
        for variables in group.values():
            literals.append(variables[0] if len(variables) == 1 else model.new_bool_var(""))
            if len(variables) > 1:
                model.add_max_equality(literals[-1], variables)
        if number < len(problem.primary):
            model.add_exactly_one(literals)
        elif len(literals) > 1:
            model.add_at_most_one(literals)
    found = search(model, limit)
    return [tuple(option for option in range(len(options)) if values[option]) for values in found]


def bitset_covers(problem: Problem, limit: int) -> list[Cover]:
    """Find covers by backtracking with sets of options as the bits of integers."""
    containing = [0] * len(problem.items)
    shared: dict[tuple[int, int], int] = {}
    for option, (row, colors) in enumerate(zip(problem.rows, problem.row_colors, strict=True)):
        for item, color in zip(row, colors, strict=True):
            containing[item] |= 1 << option
            shared[item, color] = shared.get((item, color), 0) | 1 << option

    usable = 0
    for item in range(len(problem.primary)):
        usable |= containing[item]

    @cache
    def excluded(option: int) -> int:
        """Return the options that share an item with an option, unless they give it the same color."""
        found = 1 << option
        for item, color in zip(problem.rows[option], problem.row_colors[option], strict=True):
            found |= containing[item] & ~shared[item, color] if color else containing[item]
        return found

    found: list[Cover] = []
    waiting: list[tuple[Cover, int, Sequence[int]]] = [((), usable, range(len(problem.primary)))]
    while waiting and len(found) < limit:
        chosen, left, items = waiting.pop()
        if not items:
            found.append(tuple(sorted(chosen)))
            continue
        rarest = min(items, key=lambda item: (left & containing[item]).bit_count())
        candidates = left & containing[rarest]
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            option = bit.bit_length() - 1
            others = [item for item in items if item not in problem.rows[option]]
            waiting.append(((*chosen, option), left & ~excluded(option), others))
    return found


def brute_force(problem: Problem, limit: int) -> list[Cover]:
    """Try all sets of options; for at most `MAX_BRUTE_FORCE` options."""
    numbers = range(len(problem.options))
    sets = (chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size))
    return list(islice((chosen for chosen in sets if not violation(problem, chosen)), limit))


ENGINES: dict[str, CoverEngine] = {
    "dlx": dancing_covers,
    "bitset": bitset_covers,
    "sat": sat_covers,
    "cpsat": cpsat_covers,
}
"""The engines of the panel by name, the cheap ones first."""


def _entries(problem: Problem) -> list[list[tuple[int, str | None]]]:
    """Return the options that contain each item, with the color that they give it."""
    entries: list[list[tuple[int, str | None]]] = [[] for _ in problem.items]
    for option, words in enumerate(problem.options):
        for name, color in map(problem.split, words):
            entries[problem.number[name]].append((option, color))
    return entries
