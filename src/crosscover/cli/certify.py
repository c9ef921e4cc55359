"""`crosscover certify`: a checked certificate for the verdict on each puzzle."""

import argparse
import sys
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TextIO

from crosscover.exit_code import ExitCode, combine, fail
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.proofs.certified import certify_puzzle
from crosscover.oracles.proofs.export import export
from crosscover.oracles.proofs.producer import Producer, ProofError
from crosscover.oracles.proofs.registry import DEFAULT, names, producer
from crosscover.reference import VerdictKind
from crosscover.report.plural import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import InputError, LocatedPuzzle, add_puzzle_arguments, read_puzzles

DESCRIPTION = f"""\
Decide each puzzle, prove the verdict, check the proof, and write a certificate: a line of JSON, in the order of the
puzzles. `crosscover verify` checks certificates without any solver.

producers: {", ".join(names())}
"""

CHUNK_SIZE = 8
"""How many puzzles a process is handed at once."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A puzzle that got no certificate."""

    place: str
    code: ExitCode
    reason: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    add_puzzle_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where certificates go (default: the standard output)")
    parser.add_argument(
        "--producer", default=DEFAULT, metavar="NAME", help=f"who makes the proofs (default: {DEFAULT})"
    )
    parser.add_argument("--export", type=Path, metavar="DIR", help="write each proof as DIMACS and DRAT files too")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Certify what the arguments name."""
    try:
        _producer(arguments.producer)
        if arguments.export:
            arguments.export.mkdir(parents=True, exist_ok=True)
        with Path(arguments.output).open("w") if arguments.output else nullcontext(sys.stdout) as output:
            return _certify(arguments, output)
    except BrokenPipeError:  # nobody reads any more, which is no wrong usage
        raise
    except (UnknownEngineError, UnavailableEngineError, OSError) as error:
        return fail(ExitCode.USAGE, error)


def certify_or_explain(producer_name: str, task: LocatedPuzzle) -> Certificate | Failure:
    """The certificate of a puzzle, or the reason why there is none."""
    place, puzzle = task
    try:
        return certify_puzzle(puzzle, _producer(producer_name))
    except FalseCertificateError as error:
        return Failure(place, ExitCode.WRONG, f"what {producer_name} says proves nothing: {error}")
    except ProofError as error:
        return Failure(place, ExitCode.FAULT, str(error))


def _certify(arguments: argparse.Namespace, output: TextIO) -> ExitCode:
    tally: Counter[str] = Counter()
    codes: set[ExitCode] = set()
    puzzles = read_puzzles(arguments.files, arguments.dialect)
    task = partial(certify_or_explain, arguments.producer)
    try:
        for number, result in enumerate(map_in_order(task, puzzles, arguments.jobs, chunk_size=CHUNK_SIZE), 1):
            if isinstance(result, Failure):
                codes.add(fail(result.code, f"no certificate: {result.reason}", result.place))
                continue
            line = result.line()
            print(line, file=output)
            tally[result.kind.value] += 1
            tally["lemmas"] += len(result.lemmas)
            tally["bytes"] += len(line) + 1
            if arguments.export:
                export(result, number, arguments.export)
    except InputError as error:
        codes.add(fail(ExitCode.USAGE, error, error.place))
    except KeyboardInterrupt:
        codes.add(fail(ExitCode.INTERRUPTED, "interrupted"))
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    made = sum(tally[kind.value] for kind in VerdictKind)
    sums = f"{pluralize(tally['lemmas'], 'lemmas')}, {pluralize(tally['bytes'], 'bytes')}"
    print(f"{pluralize(made, 'certificates')} by {arguments.producer}: {counts}; {sums}", file=sys.stderr)
    return combine(codes)


@cache
def _producer(name: str) -> Producer:
    return producer(name)
