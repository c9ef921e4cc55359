"""`crosscover certify`: a checked certificate for the verdict on each puzzle."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TextIO

from crosscover.dialects import ALIASES, DIALECTS
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.proofs.certified import certify_puzzle
from crosscover.oracles.proofs.export import export
from crosscover.oracles.proofs.producer import Producer, ProofError
from crosscover.oracles.proofs.registry import DEFAULT, names, producer
from crosscover.reference import Grid, VerdictKind
from crosscover.report.plural import pluralize
from crosscover.worker_pool import in_order

from .exit_code import ExitCode
from .inputs import InputError, positive, puzzles

DESCRIPTION = f"""\
Decide each puzzle, prove the verdict, check the proof, and write a certificate: a line of JSON, in the order of the
puzzles. `crosscover verify` checks certificates without any solver.

producers: {", ".join(names())}
"""

CHUNK = 8
"""How many puzzles a process is handed at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", metavar="FILE", nargs="*", help="files of puzzles; - or none: the standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="where certificates go (default: the standard output)")
    parser.add_argument(
        "--producer", default=DEFAULT, metavar="NAME", help=f"who makes the proofs (default: {DEFAULT})"
    )
    parser.add_argument("--dialect", choices=[*DIALECTS, *ALIASES], help="the text form of the puzzles")
    parser.add_argument("--export", type=Path, metavar="DIR", help="write each proof as DIMACS and DRAT files too")
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="work with N processes (default: one for each processor)"
    )


Task = tuple[str, Grid]
"""A puzzle, after the place where it stands."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A puzzle that got no certificate."""

    place: str
    code: ExitCode
    why: str


@dataclass(frozen=True, slots=True)
class Certifier:
    """Certifies chunks of puzzles; by the producer's name alone, so that it can be sent to a process."""

    producer: str

    def __call__(self, tasks: list[Task]) -> list[Certificate | Failure]:
        """A certificate for each puzzle, or the reason why there is none."""
        return [self._certified(place, puzzle) for place, puzzle in tasks]

    def _certified(self, place: str, puzzle: Grid) -> Certificate | Failure:
        try:
            return certify_puzzle(puzzle, _producer(self.producer))
        except FalseCertificateError as error:
            return Failure(place, ExitCode.WRONG, f"what {self.producer} says proves nothing: {error}")
        except ProofError as error:
            return Failure(place, ExitCode.FAULT, str(error))


def run(arguments: argparse.Namespace) -> ExitCode:
    """Certify what the arguments name."""
    try:
        producer(arguments.producer)
        if arguments.export:
            arguments.export.mkdir(parents=True, exist_ok=True)
        with Path(arguments.output).open("w") if arguments.output else nullcontext(sys.stdout) as output:
            return _certify(arguments, output)
    except InputError as error:
        print(error, file=sys.stderr)
    except (UnknownEngineError, UnavailableEngineError, OSError) as error:
        print(f"crosscover: {error}", file=sys.stderr)
    return ExitCode.USAGE


def _certify(arguments: argparse.Namespace, output: TextIO) -> ExitCode:
    tally: Counter[str] = Counter()
    codes = {ExitCode.GOOD}
    chunks = _chunked(puzzles(arguments.files, arguments.dialect))
    results = chain.from_iterable(in_order(Certifier(arguments.producer), chunks, arguments.jobs))
    for number, result in enumerate(results, 1):
        if isinstance(result, Failure):
            print(f"{result.place}: no certificate: {result.why}", file=sys.stderr)
            codes.add(result.code)
            continue
        line = result.line()
        print(line, file=output)
        tally[result.kind.value] += 1
        tally["lemmas"] += len(result.lemmas)
        tally["bytes"] += len(line) + 1
        if arguments.export:
            export(result, number, arguments.export)
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    made = sum(tally[kind.value] for kind in VerdictKind)
    sums = f"{pluralize(tally['lemmas'], 'lemmas')}, {pluralize(tally['bytes'], 'bytes')}"
    print(f"{pluralize(made, 'certificates')} by {arguments.producer}: {counts}; {sums}", file=sys.stderr)
    return ExitCode.WRONG if ExitCode.WRONG in codes else max(codes)


def _chunked(tasks: Iterator[Task]) -> Iterator[list[Task]]:
    """Chunks of tasks; an InputError waits until those before it are through."""
    chunk: list[Task] = []
    try:
        for task in tasks:
            chunk.append(task)
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    except InputError:
        yield chunk
        raise
    yield chunk


@cache
def _producer(name: str) -> Producer:
    return producer(name)
