"""`python -m bench.certificates --puzzles DIR`: compare the cost of certificates with plain reference verdicts.

Each producer, compiled and in pure Python, certifies the verdict on each puzzle of three collections, right after the
compiled reference has reached it. Since certificates are always checked, the making time is the total time minus the
time of a second check. The total includes writing the line; reading it is measured separately. CPU time includes child
processes.
"""

import argparse
import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.oracles.proofs.certification import Producer, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import DlxEngine, Grid, Verdict, verdict
from crosscover.reference.dlx import compiled_dancing_links

from .measuring import cpu_of_children, percentile
from .results import show_table, update_results
from .sets import puzzle_sets

Result = TypeVar("Result")

SETS = ("17clue", "top1465", "hardest_500")
PRODUCERS = (DEFAULT_PRODUCER, "dlx", "sat:cadical195")
BUILDS = {"compiled": "", "pure": "1"}
"""Values of CROSSCOVER_PURE."""
TURN = 20
"""Number of puzzles per turn."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Distribution of a figure over all puzzles of a set."""

    median: float
    most: float
    largest: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Spread":
        """Return the median, the 90th percentile and the maximum."""
        return cls(percentile([*figures], 50), percentile([*figures], 90), max(figures))


class Sample(NamedTuple):
    """The costs of one certificate, in microseconds except for the lemmas and bytes."""

    deciding: float
    both: float
    checking: float
    reading: float
    lemmas: int
    size: int

    @property
    def making(self) -> float:
        """Time to make the certificate in microseconds."""
        return max(0.0, self.both - self.checking)


@dataclass(frozen=True, slots=True)
class CertificateCosts:
    """The costs of one producer's certificates for one set, with median times in microseconds.

    `verdict` is the reference's median time for these puzzles; `both` is the median time of making and checking.
    """

    collection: str
    producer: str
    build: str
    puzzles: int
    verdict: float
    making: float
    checking: float
    both: float
    reading: float
    lemmas: Spread
    size: Spread


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.certificates", description="Measures certificates.")
    parser.add_argument("--puzzles", type=Path, metavar="DIR", required=True, help="collections as NAME.txt")
    parser.add_argument("--limit", type=int, default=500, help="puzzles of each set (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=6, help="CPU time of each row (default %(default)s)")
    parser.add_argument("--producers", nargs="+", default=PRODUCERS, metavar="NAME", help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, beside others in the file")
    arguments = parser.parse_args()

    drawn = {name: puzzles for name, puzzles in puzzle_sets(arguments.puzzles, arguments.limit) if name in SETS}
    rows = list(measure(drawn, arguments.producers, arguments.seconds))
    show_table("certificates: medians in microseconds of CPU time", [_shown(row) for row in rows])
    if arguments.json:
        update_results(arguments.json, {"certificates": [asdict(row) for row in rows]})


def measure(drawn: Mapping[str, list[Grid]], makers: Sequence[str], seconds: float) -> Iterator[CertificateCosts]:
    """Yield the costs of each producer in each build for each set, each measured for about `seconds`."""
    with ExitStack() as stack:
        workers = {build: stack.enter_context(_worker(pure)) for build, pure in BUILDS.items()}
        for name, puzzles in drawn.items():
            samples: dict[tuple[str, str], list[Sample]] = {(maker, build): [] for maker in makers for build in BUILDS}
            for first in range(0, len(puzzles), TURN):
                turn = puzzles[first : first + TURN]
                for (maker, build), had in samples.items():
                    left = seconds - sum(one.both for one in had) / 1e6
                    if left > 0:
                        had.extend(workers[build].submit(time_certificates, maker, turn, left).result())
            for (maker, build), had in samples.items():
                yield _summarize(name, maker, build, had)


def _worker(pure: str) -> ProcessPoolExecutor:
    """Start a process with one of the builds."""
    before = os.environ.get("CROSSCOVER_PURE", "")
    os.environ["CROSSCOVER_PURE"] = pure
    worker = ProcessPoolExecutor(1, get_context("spawn"))
    worker.submit(_freeze).result()
    os.environ["CROSSCOVER_PURE"] = before
    return worker


def _freeze() -> None:
    gc.collect()
    gc.freeze()  # otherwise producers of many objects also pay for scanning library objects


_reference = cache(partial(DlxEngine, links=compiled_dancing_links()))


def time_certificates(maker: str, puzzles: Sequence[Grid], seconds: float) -> list[Sample]:
    """Return the costs of one certificate per puzzle, until the time is used up."""
    samples: list[Sample] = []
    for puzzle in puzzles:
        known, deciding = timed(partial(verdict, _reference(), puzzle))
        (certificate, line), both = timed(partial(_certify, puzzle, known, producer(maker)))
        checking = timed(partial(check, certificate))[1]
        reading = timed(partial(parse, line))[1]
        samples.append(Sample(deciding, both, checking, reading, len(certificate.lemmas), len(line) + 1))
        if sum(one.both for one in samples) > seconds * 1e6:
            break
    return samples


def _certify(puzzle: Grid, known: Verdict, prover: Producer) -> tuple[Certificate, str]:
    certificate = certify_claim(Certificate.of(puzzle, known), prover)
    return certificate, certificate.line()


def _summarize(name: str, maker: str, build: str, samples: Sequence[Sample]) -> CertificateCosts:
    return CertificateCosts(
        name,
        maker,
        build,
        len(samples),
        statistics.median(one.deciding for one in samples),
        statistics.median(one.making for one in samples),
        statistics.median(one.checking for one in samples),
        statistics.median(one.both for one in samples),
        statistics.median(one.reading for one in samples),
        Spread.of([one.lemmas for one in samples]),
        Spread.of([one.size for one in samples]),
    )


def _shown(row: CertificateCosts) -> dict[str, str]:
    names = {"set": row.collection, "producer": row.producer, "build": row.build, "puzzles": str(row.puzzles)}
    times = {
        "verdict": row.verdict,
        "make": row.making,
        "check": row.checking,
        "both": row.both,
        "read": row.reading,
    }
    figures = {name: f"{figure:,.0f}" for name, figure in times.items()}
    return {**names, **figures, "times the verdict": f"{row.both / row.verdict:.1f}"}


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of a call and its CPU time in microseconds, including child processes."""
    before = cpu_clock()
    result = work()
    return result, (cpu_clock() - before) * 1e6


def cpu_clock() -> float:
    """Return the CPU time used so far, including child processes."""
    return time.process_time() + cpu_of_children()


if __name__ == "__main__":
    main()
