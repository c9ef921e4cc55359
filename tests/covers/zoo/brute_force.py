"""Problems and their covers without code of the package: text, random problems, brute force."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple


class Instance(NamedTuple):
    """An exact-cover problem; entries of options are items, or `item:color` for secondary items."""

    primary: list[str]
    options: list[list[str]]
    secondary: list[str]


def parse(text: str) -> Instance:
    """Return the problem of a text: items, then options, separated by semicolons; `|` before the secondary items."""
    items, *options = text.split(";")
    primary, _, secondary = items.partition("|")
    return Instance(primary.split(), [option.split() for option in options], secondary.split())


def is_cover(instance: Instance, chosen: tuple[int, ...]) -> bool:
    """Whether options contain each primary item once, and each secondary item at most once or with one color."""
    entries = [entry for number in chosen for entry in instance.options[number]]
    if any(entries.count(item) != 1 for item in instance.primary):
        return False
    for item in instance.secondary:
        found = [entry for entry in entries if entry.partition(":")[0] == item]
        if len(found) > 1 and (item in found or len(set(found)) > 1):
            return False
    return True


def covers_by_definition(instance: Instance) -> list[tuple[int, ...]]:
    """Return the covers: try every set of options. Each option must contain a primary item."""
    numbers = range(len(instance.options))
    sets = (chosen for size in range(len(instance.primary) + 1) for chosen in combinations(numbers, size))
    return sorted(chosen for chosen in sets if is_cover(instance, chosen))


def covers(instance: Instance) -> list[tuple[int, ...]]:
    """Return the covers: try every option that contains the first item left. For problems with too many sets."""
    options_of: dict[str, list[int]] = {item: [] for item in instance.primary}
    for number, option in enumerate(instance.options):
        for entry in option:
            if entry in options_of:
                options_of[entry].append(number)

    def search(chosen: list[int], given: dict[str, str]) -> Iterator[list[int]]:
        open_items = [item for item in instance.primary if item not in given]
        if not open_items:
            yield chosen
            return
        for number in options_of[min(open_items, key=lambda item: len(options_of[item]))]:
            entries = {entry.partition(":")[0]: entry for entry in instance.options[number]}
            shared = given.keys() & entries.keys()
            if all(given[item] == entries[item] != item for item in shared):
                yield from search([*chosen, number], given | entries)

    return sorted(tuple(sorted(chosen)) for chosen in search([], {}))


def drawn(rng: random.Random, items: int, options: int, *, secondary: int = 0, colors: int = 0) -> Instance:
    """Return a random problem in which every item is in an option and every option has a primary item.

    A cover is planted in two of three problems.
    """
    primary = [f"p{number}" for number in range(items)]
    others = [f"s{number}" for number in range(secondary)]
    chosen: list[set[str]] = []
    if rng.randrange(3):
        rest = rng.sample(primary, items)
        while rest:
            size = rng.randint(1, 3)
            chosen.append(set(rest[:size]))
            rest = rest[size:]
    while len(chosen) < options or set(primary) - set().union(*chosen):
        chosen.append(set(rng.sample(primary, rng.randint(1, min(4, items)))))
    if rng.randrange(3) == 0:
        chosen.append(rng.choice(chosen))
    for item in others:
        for members in rng.sample(chosen, rng.randint(1, min(4, len(chosen)))):
            members.add(item)
    rng.shuffle(chosen)
    names = [rng.sample(sorted(members), len(members)) for members in chosen]
    return Instance(primary, [[colored(rng, entry, colors) for entry in option] for option in names], others)


def colored(rng: random.Random, entry: str, colors: int) -> str:
    """Return the entry of an option, perhaps with a color."""
    if entry.startswith("s") and colors and rng.randrange(4):
        return f"{entry}:{rng.randrange(colors)}"
    return entry
