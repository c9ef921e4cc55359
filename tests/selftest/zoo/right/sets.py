"""Recursion on sets of used digits, kept for each row, column and box; the fewest candidates come first."""

Rows = list[list[int]]

DIGITS = set(range(1, 10))


def solve(rows: Rows) -> Rows | None:
    """Return any solution of a puzzle, or None."""
    used_row: list[set[int]] = [set() for _ in range(9)]
    used_col: list[set[int]] = [set() for _ in range(9)]
    used_box: list[set[int]] = [set() for _ in range(9)]
    empty: list[tuple[int, int, int]] = []
    for r in range(9):
        for c in range(9):
            b, digit = r // 3 * 3 + c // 3, rows[r][c]
            if digit == 0:
                empty.append((r, c, b))
                continue
            if digit in used_row[r] | used_col[c] | used_box[b]:
                return None
            used_row[r].add(digit)
            used_col[c].add(digit)
            used_box[b].add(digit)

    def fill() -> bool:
        if not empty:
            return True
        r, c, b = min(empty, key=lambda cell: -len(used_row[cell[0]] | used_col[cell[1]] | used_box[cell[2]]))
        empty.remove((r, c, b))
        for digit in DIGITS - (used_row[r] | used_col[c] | used_box[b]):
            rows[r][c] = digit
            for used in (used_row[r], used_col[c], used_box[b]):
                used.add(digit)
            if fill():
                return True
            for used in (used_row[r], used_col[c], used_box[b]):
                used.remove(digit)
        empty.append((r, c, b))
        return False

    rows = [list(row) for row in rows]
    return rows if fill() else None
