"""Run random attacks until time is up: `python -m tests.attack [--seconds N] [--seed N] [NAME ...]`, in a checkout.

Prints each finding as soon as there is one, and how often each attack was tried. The exit code is 1 if there is one.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, time

from .attacks import ATTACKS


def main(arguments: list[str] | None = None) -> int:
    """Run attacks in turn, each with a seed of its own and an empty folder, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *ATTACKS], help="run these attacks only")
    parser.add_argument("--seconds", type=float, default=1800, metavar="N", help="run for N seconds (1800)")
    parser.add_argument("--seed", type=int, default=int(time()), metavar="N", help="draw the same attacks again")
    parsed = parser.parse_args(arguments)
    names = parsed.names or list(ATTACKS)
    print(f"seed {parsed.seed}: {', '.join(names)}", flush=True)
    end = monotonic() + parsed.seconds
    tries, findings = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    number = 0
    while monotonic() < end:
        name = names[number % len(names)]
        with TemporaryDirectory(prefix="attack-") as folder:
            random = Random(f"{parsed.seed} {number}")
            for finding in ATTACKS[name](random, Path(folder)):
                findings[name] += 1
                print(f"{name} {number}: {finding}", flush=True)
        tries[name] += 1
        number += 1
    for name in names:
        print(f"{name:20} {tries[name]:>8,} tries {findings[name]:>5,} findings")
    return min(sum(findings.values()), 1)


if __name__ == "__main__":
    sys.exit(main())
