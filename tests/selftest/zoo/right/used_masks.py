"""Bit masks `used_row | used_col | used_box`: reads 81 numbers, returns 81 numbers or None."""


def solve(cells: list[int]) -> list[int] | None:
    """Solve a puzzle; None if that is impossible."""
    used_row, used_col, used_box = [0] * 9, [0] * 9, [0] * 9
    grid = list(cells)
    spaces: list[tuple[int, int, int]] = []
    for cell, digit in enumerate(grid):
        row, col = cell // 9, cell % 9
        box = row // 3 * 3 + col // 3
        if digit == 0:
            spaces.append((row, col, box))
            continue
        bit = 1 << digit
        if (used_row[row] | used_col[col] | used_box[box]) & bit:
            return None
        used_row[row] |= bit
        used_col[col] |= bit
        used_box[box] |= bit

    def free(space: tuple[int, int, int]) -> int:
        row, col, box = space
        return 0b1111111110 & ~(used_row[row] | used_col[col] | used_box[box])

    def fill(depth: int) -> bool:
        if depth == len(spaces):
            return True
        best = depth
        least = 10
        for index in range(depth, len(spaces)):
            number = free(spaces[index]).bit_count()
            if number < least:
                best, least = index, number
                if number < 2:
                    break
        spaces[depth], spaces[best] = spaces[best], spaces[depth]
        row, col, box = spaces[depth]
        left = free(spaces[depth])
        while left:
            bit = left & -left
            left &= left - 1
            used_row[row] |= bit
            used_col[col] |= bit
            used_box[box] |= bit
            grid[row * 9 + col] = bit.bit_length() - 1
            if fill(depth + 1):
                return True
            used_row[row] &= ~bit
            used_col[col] &= ~bit
            used_box[box] &= ~bit
        grid[row * 9 + col] = 0
        spaces[depth], spaces[best] = spaces[best], spaces[depth]
        return False

    return grid if fill(0) else None
