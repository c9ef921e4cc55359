"""Sudoku as an exact-cover problem, for the adapters of exact-cover libraries: 324 items, 729 options of four."""


def _items(option: int) -> tuple[int, int, int, int]:
    cell, digit = divmod(option, 9)
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit


ITEMS = 324
OPTIONS = [_items(option) for option in range(729)]
"""Option `9 * cell + digit - 1` puts the digit into the cell; these are its items."""


def possible(puzzle: str) -> list[int]:
    """The options that fit the clues: one for the cell of a clue, nine for an empty one."""
    return [option for option in range(729) if puzzle[option // 9] in (".", str(option % 9 + 1))]


def grid(options: list[int]) -> str:
    """The 81 digits of a cover."""
    digits = ["."] * 81
    for option in options:
        digits[option // 9] = str(option % 9 + 1)
    return "".join(digits)
