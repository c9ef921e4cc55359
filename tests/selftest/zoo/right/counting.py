"""Counts solutions to 2, by exact cover on plain lists: after each choice the options that clash are left out."""

Option = tuple[int, ...]


def all_options() -> list[Option]:
    """The items of each of the 729 options, in the order of cells and digits."""
    options: list[Option] = []
    for cell in range(81):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        options.extend((cell, 81 + 9 * row + d, 162 + 9 * column + d, 243 + 9 * box + d) for d in range(9))
    return options


OPTIONS = all_options()


def solve(text: str) -> int:
    """The number of solutions, counted to 2."""
    items = set(range(324))
    options = OPTIONS
    for cell, character in enumerate(text):
        if character in "123456789":
            clue = OPTIONS[9 * cell + int(character) - 1]
            if not items.issuperset(clue):
                return 0
            items.difference_update(clue)
            options = without(options, clue)
    return count(items, options, 2)


def without(options: list[Option], chosen: Option) -> list[Option]:
    """The options that share no item with the chosen one."""
    a, b, c, d = chosen
    return [option for option in options if option[0] != a and option[1] != b and option[2] != c and option[3] != d]


def count(items: set[int], options: list[Option], limit: int) -> int:
    """The number of ways to cover the items, counted to a limit."""
    if not items:
        return 1
    uses: dict[int, list[Option]] = {item: [] for item in sorted(items)}
    for option in options:
        for item in option:
            uses[item].append(option)
    found = 0
    for option in min(uses.values(), key=len):
        found += count(items.difference(option), without(options, option), limit - found)
        if found >= limit:
            break
    return found
