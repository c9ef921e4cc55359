import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

board = [["*123456789".index(cell) for cell in sys.stdin.readline().strip()] for _ in range(9)]
fill(board)
for row in board:
    print(*row)
