"""Bit masks of the digits that each row, column and box still lacks; singles first, then the fewest candidates."""

ALL = 0b111111111


def house_numbers(cell: int) -> tuple[int, int, int]:
    """The row, the column and the box of a cell, among 27 houses."""
    row, column = divmod(cell, 9)
    return row, 9 + column, 18 + row // 3 * 3 + column // 3


HOUSES = [house_numbers(cell) for cell in range(81)]


def solve(text: str) -> str:
    """Solve a proper puzzle."""
    values = [0 if character in ".0" else int(character) for character in text]
    lacks = [ALL] * 27
    for cell, digit in enumerate(values):
        if digit:
            for house in HOUSES[cell]:
                lacks[house] &= ~(1 << (digit - 1))
    search(values, lacks)
    return "".join(map(str, values))


def search(values: list[int], lacks: list[int]) -> bool:
    """Fill the empty cells; False, with nothing changed, if that is impossible."""
    cell, choices = branch(values, lacks)
    if cell < 0:
        return True
    row, column, box = HOUSES[cell]
    while choices:
        bit = choices & -choices
        choices ^= bit
        values[cell] = bit.bit_length()
        lacks[row] ^= bit
        lacks[column] ^= bit
        lacks[box] ^= bit
        if search(values, lacks):
            return True
        lacks[row] ^= bit
        lacks[column] ^= bit
        lacks[box] ^= bit
    values[cell] = 0
    return False


def branch(values: list[int], lacks: list[int]) -> tuple[int, int]:
    """A cell to fill and the digits to try there; cell -1 where none is empty."""
    once = [0] * 27
    twice = [0] * 27
    best, choices, fewest = -1, 0, 10
    seen: list[tuple[int, int]] = []
    for cell, (row, column, box) in enumerate(HOUSES):
        if values[cell]:
            continue
        free = lacks[row] & lacks[column] & lacks[box]
        number = free.bit_count()
        if number < fewest:
            best, choices, fewest = cell, free, number
            if number <= 1:
                return best, choices
        seen.append((cell, free))
        for house in (row, column, box):
            twice[house] |= once[house] & free
            once[house] |= free
    for cell, free in seen:
        row, column, box = HOUSES[cell]
        only = free & ~(twice[row] & twice[column] & twice[box])
        if only:
            return cell, only & -only
    return best, choices
