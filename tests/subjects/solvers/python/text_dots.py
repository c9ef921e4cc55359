"""Solves a Sudoku given as a string of 81 characters, row by row, with dots for the empty squares."""

from search import fill


def solve(s):
    rows = [[int(ch) for ch in s[r:r + 9].replace('.', '0')] for r in range(0, 81, 9)]
    return ''.join(str(n) for row in rows for n in row) if fill(rows) else None
