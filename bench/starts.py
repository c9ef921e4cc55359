"""`python -m bench.starts`: measure the time until the first line of a command's output.

The commands take turns. The first line of `check` comes after the solver has answered its first puzzles. CPU times are
those of the command's process, without the processes that it starts.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crosscover.reference import Grid

from .blocks import SOLVERS
from .results import show_table, update_results

PUZZLE = str(Grid.simplest().with_cell(0, 0))
COMMANDS = {
    "crosscover --help": ["--help"],
    "crosscover solve PUZZLE": ["solve", PUZZLE],
    "crosscover audit FILE, one puzzle": ["audit", "puzzle.txt", "--jobs", "1"],
    "crosscover check, the reference": ["check"],
    "crosscover check, a Python function": ["check", f"{SOLVERS}/masks.py"],
    "crosscover check, a C program": ["check", f"{SOLVERS}/links.c"],
}
"""The arguments of each command, by its name in the table."""


class Start(NamedTuple):
    """Time until the first line, in seconds of wall-clock time and of CPU."""

    wall: float
    cpu: float


def start_of(arguments: list[str], folder: str) -> Start:
    """Run a command until its first line; raises RuntimeError if there is none."""
    started = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "crosscover", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None  # noqa: S101 - for the type checkers
    with process.stdout:
        line = process.stdout.readline()
        wall = time.perf_counter() - started
        process.kill()
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if not line:
        raise RuntimeError(f"crosscover {' '.join(arguments)} prints nothing")
    return Start(wall, usage.ru_utime + usage.ru_stime)


def main() -> None:
    """Parse the arguments, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.starts", description="Measures the start of commands.")
    parser.add_argument("--runs", type=int, default=11, help="runs of each command (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table, beside others in the file")
    arguments = parser.parse_args()
    starts: defaultdict[str, list[Start]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        Path(folder, "puzzle.txt").write_text(f"{PUZZLE}\n", encoding="ascii")
        for _ in range(arguments.runs):
            for name, words in COMMANDS.items():
                starts[name].append(start_of(words, folder))
    rows = [
        {
            "command": name,
            "seconds": f"{median(start.wall for start in measured):.2f}",
            "seconds of CPU": f"{median(start.cpu for start in measured):.2f}",
        }
        for name, measured in starts.items()
    ]
    show_table(f"time until the first line, medians of {arguments.runs} runs", rows)
    if arguments.json:
        update_results(arguments.json, {"starts": rows})


if __name__ == "__main__":
    main()
