import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

parser = argparse.ArgumentParser()
parser.add_argument("-f", "--file", metavar="FILE", required=True, help="nine lines")
with open(parser.parse_args().file) as source:
    board = [[int(cell) if cell.isdigit() else 0 for cell in line.strip()] for line in source]
fill(board)
print("\n".join("".join(map(str, row)) for row in board))
