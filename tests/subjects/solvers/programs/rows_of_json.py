import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from search import fill

board = json.loads(sys.argv[1])
fill(board)
print(json.dumps(board))
