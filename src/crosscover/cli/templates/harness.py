"""Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON."""

import json
import sys


# Your solver begins here.
def solve(puzzle: str) -> str | None:
    """The solution of a puzzle of 81 characters, `.` for an empty cell; None if it has no solution."""
    raise NotImplementedError("put your solver into harness.py, between the two comments")


# Your solver ends here.

for line in sys.stdin:
    try:
        solution = solve(json.loads(line)["puzzle"])
        answer = {"refusal": "none"} if solution is None else {"solution": solution}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
