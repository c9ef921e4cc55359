"""Run random attacks until time is up: `python -m tests.attack [--seconds N] [--seed N] [NAME ...]`, in a checkout.

Each attack gets the same share of the time. Each finding is printed at once, with the command that repeats it; at the
end, or after Ctrl-C, a table follows. The exit code is 1 if there is a finding.
"""

import argparse
import os
import signal
import sys
from collections import Counter, defaultdict
from time import monotonic, sleep, time

from .attacks import ATTACKS, WITH_SAMPLES
from .attempt import Attempt
from .commands import samples


class Session:
    """Attempts of some attacks, two or more at a time."""

    def __init__(self, names: list[str], seed: int, jobs: int) -> None:
        self.names, self.seed, self.jobs = names, seed, jobs
        self.running: list[Attempt] = []
        self.begun: Counter[str] = Counter()
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.found: Counter[str] = Counter()

    def run(self, seconds: float) -> None:
        """Make attempts until time is up."""
        end = monotonic() + seconds
        while monotonic() < end:
            if len(self.running) < self.jobs:
                name = min(self.names, key=self.share)
                self.start(name, self.begun[name])
            self.collect()
        while self.running:
            self.collect()

    def share(self, name: str) -> float:
        """The time that an attack has had; attempts that run count as at least a second."""
        return sum(self.seconds[name]) + sum(max(1, each.seconds) for each in self.running if each.name == name)

    def start(self, name: str, number: int) -> None:
        """Start an attempt."""
        self.begun[name] += 1
        self.running.append(Attempt(name, self.seed, number))

    def collect(self) -> None:
        """Print the findings of the attempts that have ended."""
        ended = [each for each in self.running if each.ended()]
        for each in ended:
            self.running.remove(each)
            self.seconds[each.name].append(each.seconds)
            for finding in each.findings():
                self.found[each.name] += 1
                print(f"{each.command}\n    {finding}", flush=True)
        if not ended:
            sleep(0.01)

    def print_table(self) -> None:
        """Print what was tried, after an interrupt too."""
        for each in self.running:
            each.kill()
        print(f"\n{'attack':<16}{'attempts':>10}{'findings':>10}{'seconds':>10}{'longest':>10}")
        for name in self.names:
            tried = self.seconds[name]
            print(
                f"{name:<16}{len(tried):>10,}{self.found[name]:>10,}{sum(tried):>10.0f}{max(tried, default=0):>10.1f}"
            )
        print(f"seed {self.seed}: {self.found.total() or 'no'} findings")


def main(arguments: list[str] | None = None) -> int:
    """Run attacks and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"run these attacks only: {', '.join(ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=1800, metavar="N", help="start attempts for N seconds (1800)")
    parser.add_argument("--seed", type=int, default=int(time()), metavar="N", help="draw the same attacks again")
    parser.add_argument("--attempt", type=int, metavar="N", help="repeat this attempt only")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="attempts at a time (2)")
    parsed = parser.parse_args(arguments)
    if unknown := set(parsed.names) - set(ATTACKS):
        parser.error(f"no attack is called {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    session = Session(parsed.names or list(ATTACKS), parsed.seed, parsed.jobs)
    print(f"seed {session.seed}: {', '.join(session.names)}", flush=True)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the commands that make the samples compile the package
    try:
        if WITH_SAMPLES.intersection(session.names):
            samples()
        if parsed.attempt is not None:
            for name in session.names:
                session.start(name, parsed.attempt)
        session.run(0 if parsed.attempt is not None else parsed.seconds)
    except KeyboardInterrupt:
        print("interrupted")
    session.print_table()
    return min(session.found.total(), 1)


if __name__ == "__main__":
    sys.exit(main())
