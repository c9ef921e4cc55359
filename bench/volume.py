"""`python -m bench.volume`: measure the cost of a puzzle in a block for the suite itself, beside that of the solver.

The subjects are those of the command line, and programs that print prepared answers at almost no cost. CPU time is that
of this process, of the supervisor with its guard, and of the program.
"""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from crosscover import contracts
from crosscover.dialects import dialect
from crosscover.harness.block import is_right
from crosscover.options import Options
from crosscover.properties.corpus.graded import derived_block
from crosscover.subjects.blocks import grids
from crosscover.subjects.processes.confinement import descendants
from crosscover.subjects.specification import subject

SEED, LEVEL = 1, 0
DIALECTS = ("poj3074", "csv", "t-grids", "drawing")


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU time in microseconds per puzzle: deriving it, writing and comparing, supervisor, and program."""

    deriving: float
    asking: float
    supervising: float
    solving: float

    @property
    def own(self) -> float:
        """The total without the program."""
        return self.deriving + self.asking + self.supervising

    def __str__(self) -> str:
        return (
            f"{self.own:6.2f} us own (derive {self.deriving:.2f}, ask and compare {self.asking:.2f}, "
            f"supervise {self.supervising:.2f}) beside {self.solving:.2f} us of the program"
        )


def measure(spec: str, options: Options, size: int) -> Cost:
    """The cost of one block of `size` puzzles; raises ValueError if an answer is wrong."""
    with closing(subject(spec, options)) as judged:
        first = derived_block(SEED, 10, LEVEL, options.contract)
        judged.ask_block(first.puzzles, options.seconds(10))
        before = [*_supervisor_ticks()]
        started = time.process_time()
        block = derived_block(SEED, size, LEVEL, options.contract)
        derived = time.process_time()
        answers = judged.ask_block(block.puzzles, options.seconds(size))
        right = is_right(block, answers.answers, options.contract)
        asked = time.process_time()
        if answers.failure or not right.all():
            raise ValueError(f"{spec} is wrong: {answers.failure or right.argmin()}")
        own, waited = (now - then for now, then in zip(_supervisor_ticks(), before, strict=True))
    tick = 1 / os.sysconf("SC_CLK_TCK")
    seconds = derived - started, asked - derived, own * tick, waited * tick
    return Cost(*(part / size * 1e6 for part in seconds))


def _supervisor_ticks() -> Iterator[int]:
    """CPU ticks of the child processes, and of the programs for which they waited."""
    stats = [
        Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in descendants(os.getpid())
    ]
    yield sum(int(fields[11]) + int(fields[12]) for fields in stats)
    yield sum(int(fields[13]) + int(fields[14]) for fields in stats)


def prepared(name: str, size: int, folder: Path) -> str:
    """The specification of a program that prints the correct answers to the two blocks of `measure`."""
    written = dialect(name)
    for number in (10, size):
        block = derived_block(SEED, number, LEVEL, contracts.PROPER)
        pairs = zip(grids(block.puzzles), grids(block.solutions[:, 0]), strict=True)
        text = written.answer_header + "".join(written.write_answer(solution, puzzle) for puzzle, solution in pairs)
        (folder / str(len(written.write(grids(block.puzzles))))).write_text(text)
    script = folder / "answer"
    script.write_text(f"#!/bin/sh\ncat {folder}/$(wc -c)\n")
    script.chmod(0o755)
    return f"exec:{script}"


def main() -> None:
    """Parse the arguments, measure and print a line for each subject."""
    parser = argparse.ArgumentParser(prog="python -m bench.volume", description="Measures what a block costs.")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help="additional subjects with the dialect poj3074")
    parser.add_argument("--size", type=int, default=100_000, help="puzzles of a block (default %(default)s)")
    arguments = parser.parse_args()
    for name in DIALECTS:
        with TemporaryDirectory() as folder:
            cost = measure(prepared(name, arguments.size, Path(folder)), Options(dialect=name), arguments.size)
            print(f"{'prepared answers, ' + name:30}{cost}")
    for spec in arguments.subjects:
        print(f"{spec:30}{measure(spec, Options(), arguments.size)}")


if __name__ == "__main__":
    main()
