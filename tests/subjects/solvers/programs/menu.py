import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

print("1. enter a puzzle", "2. generate a puzzle", "3. quit", sep="\n")
if input("choice: ") != "1":
    sys.exit("bye")
board = [[int(cell) for cell in input(f"row {number}: ")] for number in range(1, 10)]
fill(board)
for row in board:
    print(row)
