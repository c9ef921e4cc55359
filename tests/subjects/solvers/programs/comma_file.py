import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

with open(sys.argv[1]) as source:
    board = [[int(cell) for cell in row] for row in csv.reader(source)]
fill(board)
csv.writer(sys.stdout).writerows(board)
