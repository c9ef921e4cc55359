"""The Weekly Challenge 086, task 2: a script reads rows such as `[ 5 _ _ 2 6 _ 7 _ 1 ]` and prints the solution."""

from pathlib import Path

from program import last_grid, output

_FILE = next((Path(__file__).resolve().parent / "source").glob("challenge-086/*/*/ch-2.*"))
_INTERPRETER = {".pl": "perl", ".py": "python3"}[_FILE.suffix]


def solve(puzzle):
    """The last grid that it prints, or None if it prints none, or fails with "Cannot be solved"."""
    cells = puzzle.replace(".", "_")
    text = "".join(f"[ {' '.join(cells[start : start + 9])} ]\n" for start in range(0, 81, 9))
    try:
        return last_grid(output(_INTERPRETER, str(_FILE), "/dev/stdin", text=text))
    except RuntimeError as error:
        if "Cannot be solved" not in str(error):
            raise
        return None
