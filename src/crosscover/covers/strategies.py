"""Hypothesis strategies for exact-cover problems.

Random options rarely have a cover, and problems of up to 6 items and 9 options do not backtrack far enough to show an
error of the links. So most problems contain planted covers, and their sizes go up to 24 items and 120 options.

A problem is drawn as one string of bytes: one byte for each choice of its form, then one byte for each entry of an
option. So drawing is fast, and a byte that shrinks to 0 takes its entry away.
"""

import math
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from string import ascii_lowercase

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from .known import all_primary, box_of_cells, tilings
from .problem import Problem

SIZES = ((1, 3), (3, 5), (6, 9), (8, 16), (12, 40), (16, 60), (24, 120))
"""Sizes of problems: the maximum numbers of items and of options."""

STYLES = ((4, 0, 5), (3, 0, 3.5), (2, 0, 2), (5, 0, 5), (5, 1 / 3, 5), (6, 1 / 2, 5))
"""Number of entries of an option, the share of them that is left out, and the largest number of options per item.

With more options per item, many problems would have more than 500 covers.
"""

CHOICES = 16
"""Number of bytes before the entries; a problem needs at most as many choices."""

Entry = tuple[int, str]
"""The number of an item, and its color in an option, if it has one."""

PALETTE = ("", ":r", ":b", ":0")

PLAIN = "plain form"
STRICT_FORMS = (PLAIN, "as drawn", "empty option", "no primary item", "no option")
"""What published solvers disagree about. Problems as drawn have options without a primary item and unused items."""

TWISTS = ("none", "none", "none", "none", "doubled options", "item in all", "item in one")
"""Changes of the drawn options."""

NAMINGS: tuple[Callable[[int, int], str], ...] = (
    lambda number, _: ascii_lowercase[number % 26] + (str(number // 26) if number >= 26 else ""),
    lambda number, _: str(number + 1),
    lambda number, count: str(count - 1 - number),
    lambda number, _: f"{'bA'[number % 2]}{number}",
    lambda number, _: f"{'kK'[number % 2]}{number // 2}",
    lambda number, count: f"a_long{count - number:02}",
)
"""The name of an item by its number: many orders of items differ from the order of their names as text.

Knuth's programs read names of at most eight characters, and colors of one.
"""

PIECES = ("##", "## #.", "###", "## ##", "### #..", "### .#.", "##. .##")
"""A domino, and pieces of three and four cells."""


def problems(
    *,
    max_items: int = 16,
    max_options: int = 60,
    secondary: bool = True,
    colors: bool = False,
    strict_forms: bool = False,
) -> SearchStrategy[Problem]:
    """Generate exact-cover problems of all sizes up to the given ones: some with no cover, most with one or a few.

    `secondary` allows secondary items, and `colors` lets them have colors. `strict_forms` adds what published solvers
    disagree about: options without a primary item or without any item, items in no option, no primary item, no option.
    Options may occur twice. More than 24 items or 120 options may have thousands of covers.

    Examples shrink to few items and few options.
    """
    smaller = [size for size in SIZES if size[0] < max_items and size[1] < max_options]
    sizes = (*smaller, (max_items, max_options), (max_items, max_options))
    # Hypothesis mixes the parts of examples, and a string of another length would become one of zeros.
    length = CHOICES + max(entries for entries, _, _ in STYLES) * max(max_options, 60)
    return st.binary(min_size=length, max_size=length).map(
        lambda drawn: problem_of(drawn, sizes, secondary=secondary, colors=colors, strict_forms=strict_forms)
    )


def problem_of(
    drawn: bytes, sizes: Sequence[tuple[int, int]], *, secondary: bool, colors: bool, strict_forms: bool
) -> Problem:
    """The problem that these bytes describe."""
    unread = iter(drawn)

    def choice(count: int) -> int:
        return next(unread) % count

    most_items, most_options = sizes[choice(len(sizes))]
    length, gap, per_item = STYLES[choice(len(STYLES))]
    items = most_items - choice(most_items // 3 + 1)
    primary = items
    if secondary and items > 1 and choice(2):
        primary -= 1 + choice(items // 2)
    most_options = max(1, min(most_options, int(primary * per_item)))
    count = most_options - choice(most_options // 3 + 1)
    palette = PALETTE if colors and choice(2) else PALETTE[:1]
    size = math.ceil(items / length * (1 + gap)) + (2 if gap else 0)  # of a planted cover; at most 2 options more
    planted = (1, 0, 2, 3 if gap else count)[choice(4)]
    if planted == count > size:  # only options of planted covers
        count -= count % size
    twist, position = TWISTS[choice(len(TWISTS))], choice(count)
    order, name = choice(256), NAMINGS[choice(len(NAMINGS))]
    form = STRICT_FORMS[choice(len(STRICT_FORMS))] if strict_forms else PLAIN

    entries = bytes(unread)
    everything = [(item, "") for item in range(primary)]
    everything += [(item, color) for item in range(primary, items) for color in palette]
    options: list[list[Entry]] = []
    covered: set[int] = set()
    for number in range(count):
        chunk = entries[number * length : (number + 1) * length]
        cover, place = divmod(number, size)
        if cover >= planted:
            options.append(chosen_entries(chunk, everything, set(), int(gap * items)))
            continue
        # In a planted cover, several options may contain a secondary item of one color.
        pool = [(item, palette[(item + cover) % len(palette)] if item >= primary else "") for item in range(items)]
        if place == 0:
            covered = set()
        options.append(chosen_entries(chunk, pool, covered, int(gap * items)))
        covered |= {item for item, color in options[-1] if not color}

    last = (items - 1, palette[-1] if primary < items else "")
    options = arranged(twisted(options, twist, position, primary, last), order)
    return named_problem(options, primary, [name(item, items) for item in range(items)], form, colors=colors)


def chosen_entries(chunk: bytes, pool: Sequence[Entry], covered: AbstractSet[int], gap: int) -> list[Entry]:
    """An entry for each byte: the one at this place of the pool, or the next one whose item is free; none for a gap."""
    option: dict[int, str] = {}
    free = len({item for item, _ in pool} - covered)
    for byte in chunk:
        place = (byte - 1) % (len(pool) + gap)
        if byte and place < len(pool) and len(option) < free:
            while pool[place][0] in covered or pool[place][0] in option:
                place = (place + 1) % len(pool)
            item, color = pool[place]
            option[item] = color
    return list(option.items())


def twisted(options: list[list[Entry]], twist: str, position: int, primary: int, last: Entry) -> list[list[Entry]]:
    """The options with two of them doubled, or with the last item in all of them, or in one."""
    without = [[entry for entry in option if entry[0] != last[0]] for option in options]
    match twist:
        case "doubled options":
            return [*options, options[position], options[0]]
        case "item in all":
            cover = [(item, "") for item in range(primary) if item != last[0]]
            return [[*option, last] for option in (*without, cover)]
        case "item in one":
            return [*without[:position], [*without[position], last], *without[position + 1 :]]
        case _:
            return options


def arranged(options: Sequence[list[Entry]], order: int) -> list[list[Entry]]:
    """The options in their order, with the planted covers first, or reversed, or shuffled."""
    if order < 50:
        return list(options)
    if order < 100:
        return list(reversed(options))
    random = Random(order)
    return [random.sample(option, len(option)) for option in random.sample(options, len(options))]


def named_problem(
    options: Sequence[Sequence[Entry]], primary: int, names: Sequence[str], form: str, *, colors: bool
) -> Problem:
    """The problem of these options; only some forms keep what published solvers disagree about."""
    options = [option for option in options if option]
    used = set(range(len(names)))
    match form:
        case "no primary item":
            primary = 0
        case "no option":
            options = []
        case "empty option":
            options.append([])
        case "as drawn":
            pass
        case _:
            options = [option for option in options if any(item < primary for item, _ in option)] or [[(0, "")]]
            used = {item for option in options for item, _ in option}
    return Problem(
        [names[item] for item in range(primary) if item in used],
        [[names[item] + color for item, color in option] for option in options],
        [names[item] for item in range(primary, len(names)) if item in used],
        colors=colors,
    )


def tiling(rows: int, columns: int, pieces: Sequence[str], holes: bytes, halves: str) -> Problem:
    """The tilings of a rectangle with holes; each piece may be used any number of times.

    Two options that are halves of the board, in front of the others or after them, cover it, too. Solvers that try them
    last find this cover after deeper dead ends.
    """
    cells = sorted(box_of_cells(1, rows, columns))
    board = sorted(set(cells) - {cells[hole % len(cells)] for hole in holes})
    problem = tilings(frozenset(board), {piece: piece for piece in pieces}, reuse=True)
    if halves == "none" and problem.options:
        return problem
    names = [",".join(map(str, cell)) for cell in board]
    both = [names[: len(names) // 2], names[len(names) // 2 :]]
    return all_primary([*both, *problem.options] if halves == "in front" else [*problem.options, *both])


def tilings_with_holes() -> SearchStrategy[Problem]:
    """Generate tilings of boards with two kinds of pieces; up to three of at most 16 cells are holes.

    Shrinks to small boards.
    """
    pieces = st.lists(st.sampled_from(PIECES), min_size=2, max_size=2, unique=True)
    halves = st.sampled_from(("none", "in front", "after the others"))
    return st.builds(tiling, st.integers(2, 4), st.integers(3, 4), pieces, st.binary(max_size=3), halves)
