import sys

from .solver import solve

for line in sys.stdin:
    rows = solve([[int(d) for d in line[r : r + 9].replace(".", "0")] for r in range(0, 81, 9)])
    print("".join(str(d) for row in rows for d in row) if rows else "no solution", flush=True)
