"""`python -m bench.certificates`: measure the time to make and to check certificates, and their size.

Each producer certifies each puzzle, and the certificate is read back from its line and checked. CPU time includes
child processes. The public checker dratify also checks a sample.
"""

import argparse
import json
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import dratify
from rich.console import Console
from rich.table import Table

from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.oracles.proofs.certification import Producer, certify_puzzle, dimacs, drat
from crosscover.oracles.proofs.producers import producer
from crosscover.reference import Grid
from crosscover.report.files import atomic_write

from .measuring import percentile
from .sets import puzzle_sets

Result = TypeVar("Result")

SETS = ("17clue", "top1465", "hardest_500")
PRODUCERS = ("sat:cadical195", "dlx", "cpsat")
SLOW = {"cpsat": 200}
"""Maximal number of puzzles of a set for slow producers."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over all puzzles of a set."""

    median: float
    most: float
    largest: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Spread":
        """The median, the 90th percentile and the maximum."""
        figures = list(numbers)
        return cls(percentile(figures, 50), percentile(figures, 90), max(figures))

    def __str__(self) -> str:
        return " / ".join(f"{figure:,.0f}" if figure >= 10 else f"{figure:.2g}" for figure in asdict(self).values())


@dataclass(frozen=True, slots=True)
class CertificateCosts:
    """The cost of one producer's certificates for one set; times in milliseconds."""

    collection: str
    producer: str
    puzzles: int
    without_lemma: int
    lemmas: Spread
    size: Spread
    making: Spread
    checking: Spread
    cross_checked: int


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.certificates", description="Measures certificates.")
    parser.add_argument(
        "--puzzles", type=Path, metavar="DIR", help="collections as NAME.txt; default: the embedded puzzles"
    )
    parser.add_argument("--limit", type=int, default=2000, help="puzzles of each set (default %(default)s)")
    parser.add_argument("--producers", nargs="+", default=PRODUCERS, metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--cross-check", type=int, default=20, metavar="N", help="check N of each row with dratify (default 20)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    arguments = parser.parse_args()

    columns = ("set", "producer", "puzzles", "no lemma", "lemmas", "bytes", "ms to make", "ms to check", "dratify")
    table = Table(*columns, title="certificates: median / 90 % / max")
    rows: list[CertificateCosts] = []
    for name, puzzles in puzzle_sets(arguments.puzzles, arguments.limit):
        if arguments.puzzles is None or name in SETS:
            for maker in arguments.producers:
                row = measure(name, puzzles[: SLOW.get(maker)], producer(maker), arguments.cross_check)
                rows.append(row)
                table.add_row(*map(str, (getattr(row, field) for field in CertificateCosts.__slots__)))
    Console(width=150).print(table)
    if arguments.json:
        atomic_write(arguments.json, json.dumps([asdict(row) for row in rows], indent=1) + "\n")


def measure(name: str, puzzles: Sequence[Grid], maker: Producer, cross_check: int) -> CertificateCosts:
    """Certify and check all puzzles of a set."""
    made: list[Certificate] = []
    making: list[float] = []
    checking: list[float] = []
    for puzzle in puzzles:
        certificate, seconds = timed(partial(certify_puzzle, puzzle, maker))
        made.append(certificate)
        making.append(seconds * 1e3)
        line = certificate.line()
        checking.append(timed(partial(read_and_check, line))[1] * 1e3)
    sample = made[:: max(1, len(made) // cross_check)][:cross_check] if cross_check else []
    for certificate in sample:
        check_with_dratify(certificate)
    return CertificateCosts(
        name,
        maker.name,
        len(made),
        sum(not certificate.lemmas for certificate in made),
        Spread.of([len(certificate.lemmas) for certificate in made]),
        Spread.of([len(certificate.line()) + 1 for certificate in made]),
        Spread.of(making),
        Spread.of(checking),
        len(sample),
    )


def read_and_check(line: str) -> None:
    """Check a line as `crosscover verify` does."""
    check(parse(line))


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of a call and its CPU time in seconds, including child processes."""
    before = cpu_clock()
    result = work()
    return result, cpu_clock() - before


def cpu_clock() -> float:
    """The CPU time used so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def check_with_dratify(certificate: Certificate) -> None:
    """Check a certificate with dratify; raises ValueError if it is not valid."""
    checker = cast("Any", dratify)  # its parameters have no types
    result = checker.check_proof(checker.parse_dimacs(dimacs(certificate)), drat(certificate))
    if not result.ok:
        raise ValueError(f"dratify refuses the certificate of {certificate.puzzle}: {result.reason}")


if __name__ == "__main__":
    main()
