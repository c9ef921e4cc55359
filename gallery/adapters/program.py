"""Run a program once for each puzzle, for adapters of solvers in other languages."""

import re
import subprocess


def output(*command, text=""):
    """The standard output of the program; raises RuntimeError with the end of stderr if its exit code is not 0."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(f"exit code {done.returncode}: {last}")
    return done.stdout


def last_grid(printed):
    """The last 81 numbers and underscores of an output, joined, with dots for underscores; None if there are none."""
    return "".join(re.findall("[0-9]+|_", printed)[-81:]).replace("_", ".") or None
