import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

parser = argparse.ArgumentParser()
parser.add_argument("--puzzle", required=True)
cells = parser.parse_args().puzzle
board = [[int(cell) for cell in cells[start : start + 9]] for start in range(0, 81, 9)]
fill(board)
print("".join(str(digit) for row in board for digit in row))
