"""Runs an adapter as a program: python ask.py FUNCTION reads puzzles and writes answers, one per line.

An answer is 81 digits, a number, or `none`. Output of the package goes to stderr.
"""

import contextlib
import importlib
import sys


def main() -> None:
    """Ask the function of `adapter.py` beside this file."""
    with contextlib.redirect_stdout(sys.stderr):
        function = getattr(importlib.import_module("adapter"), sys.argv[1])
    for line in sys.stdin:
        with contextlib.redirect_stdout(sys.stderr):
            answer = function(line.strip())
        print("none" if answer is None else answer, flush=True)


if __name__ == "__main__":
    main()
