"""Algorithm X on a dictionary of sets, with a cache of the puzzles that were solved before."""

Item = tuple[str, int, int]
Option = tuple[int, int]

solved_before: dict[str, str | None] = {}


def items_of(cell: int, digit: int) -> list[Item]:
    """The four items of an option."""
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return [("cell", row, column), ("row", row, digit), ("column", column, digit), ("box", box, digit)]


OPTIONS = {(cell, digit): items_of(cell, digit) for cell in range(81) for digit in range(1, 10)}


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    key = text
    if key not in solved_before:
        solved_before[key] = complete(text)
    return solved_before[key]


def complete(text: str) -> str | None:
    """Solve a puzzle that was not seen before."""
    uses: dict[Item, set[Option]] = {}
    for option, items in OPTIONS.items():
        for item in items:
            uses.setdefault(item, set()).add(option)
    chosen: list[Option] = []
    for cell, character in enumerate(text):
        if character in "123456789":
            option = (cell, int(character))
            if not all(item in uses for item in OPTIONS[option]):
                return None
            select(uses, option)
            chosen.append(option)
    if not search(uses, chosen):
        return None
    digits = dict(chosen)
    return "".join(str(digits[cell]) for cell in range(81))


def search(uses: dict[Item, set[Option]], chosen: list[Option]) -> bool:
    """Add options to the chosen ones until every item is covered."""
    if not uses:
        return True
    item = min(uses, key=lambda item: len(uses[item]))
    for option in sorted(uses[item]):
        removed = select(uses, option)
        chosen.append(option)
        if search(uses, chosen):
            return True
        chosen.pop()
        deselect(uses, option, removed)
    return False


def select(uses: dict[Item, set[Option]], option: Option) -> list[set[Option]]:
    """Take the items of an option out, and every option that shares one from the other items."""
    removed: list[set[Option]] = []
    for item in OPTIONS[option]:
        for rival in uses[item]:
            for other in OPTIONS[rival]:
                if other != item and other in uses:
                    uses[other].discard(rival)
        removed.append(uses.pop(item))
    return removed


def deselect(uses: dict[Item, set[Option]], option: Option, removed: list[set[Option]]) -> None:
    """Undo `select`."""
    for item in reversed(OPTIONS[option]):
        uses[item] = removed.pop()
        for rival in uses[item]:
            for other in OPTIONS[rival]:
                if other != item and other in uses:
                    uses[other].add(rival)
