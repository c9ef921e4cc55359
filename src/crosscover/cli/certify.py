"""Decide each puzzle, prove the verdict, check the proof, and write a certificate.

Certificates are lines of JSON, in the order of the puzzles. `crosscover verify` checks them without a solver. With
--minimal, a puzzle with one solution has further lines: a certificate that it is minimal, or one for each redundant
clue.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.option_values import whole_number
from crosscover.oracles.certificate import MAX_BYTES, MAX_GRIDS, Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_clues, certify_puzzle
from crosscover.oracles.proofs.exporting import export
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, names, producer
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, LocatedEntry, input_paths, read_entries
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import atomic_write_all, open_output, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import add_export_argument, add_puzzle_arguments, add_shape_argument, argument, columns_of

CHUNK_SIZE = 8
"""Number of puzzles that a process receives at once."""


class CertifiedPuzzle(NamedTuple):
    """The certificates of a puzzle, and why there is none or no more: exit code and reason."""

    place: str
    certificates: list[Certificate]
    failure: tuple[ExitCode, str] | None


_producer = cache(producer)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    add_shape_argument(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write certificates to this file (default: stdout)")
    who = f"producer of the proofs: {', '.join(names())} (default: {DEFAULT_PRODUCER})"
    parser.add_argument("--producer", default=DEFAULT_PRODUCER, metavar="NAME", help=who)
    whole = argument(partial(whole_number, minimum=1, maximum=MAX_GRIDS - 1))
    count = "prove how many solutions there are, if there are at most N, otherwise that there are more (default: 1)"
    parser.add_argument("--count", type=whole, default=1, metavar="N", help=count)
    minimal = "for each puzzle with one solution, also prove that it is minimal, or which clues are redundant"
    parser.add_argument("--minimal", action="store_true", help=minimal)
    add_export_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Certify the puzzles of the files."""
    _producer(arguments.producer)  # refuses one before anything is read
    tally = ClaimTally()
    size = 0
    task = partial(certify_or_explain, arguments.producer, arguments.count, arguments.minimal)
    output_paths = [Path(arguments.output)] if arguments.output else []
    inputs = input_paths(arguments.files or [STDIN])
    refuse_shared_files(output_paths, inputs)
    try:
        entries = read_entries(arguments.files, arguments.dialect, arguments.shape, columns_of(arguments))
        entries = chain(list(islice(entries, 1)), entries)  # reads one at once: without an input, nothing is written
        with open_output(output_paths[0]) if output_paths else nullcontext(sys.stdout) as output:
            for place, certificates, failure in map_in_order(task, entries, arguments.jobs, chunk_size=CHUNK_SIZE):
                for certificate in certificates:
                    line = certificate.line()
                    if len(line) > MAX_BYTES:
                        yield ExitCode.NOT_DECIDED
                        print_error(f"no certificate: it would be larger than {MAX_BYTES:,} bytes", place)
                        continue
                    output.write(f"{line}\n")
                    size += len(line) + 1
                    tally.add(certificate)
                    if arguments.export:
                        atomic_write_all(arguments.export, export(certificate, tally.number), [*inputs, *output_paths])
                if failure is not None:
                    code, message = failure
                    yield code
                    print_error(message, place)
    except UsageError as error:
        yield error.code
        print_error(error, error.place)
    except KeyboardInterrupt:
        yield ExitCode.INTERRUPTED
        print_error("interrupted")
    made, counts = pluralize(tally.number, "certificates"), tally.counts() or "none"
    costs = f"{pluralize(tally.lemmas, 'lemmas')}, {pluralize(size, 'bytes')}"
    print_line(f"{made} by {arguments.producer}: {counts}; {costs}", sys.stderr)


def certify_or_explain(producer_name: str, most: int, minimal: bool, task: LocatedEntry) -> CertifiedPuzzle:
    """The certificates of a puzzle, or the reason why there is none."""
    place, entry = task
    made: list[Certificate] = []
    failure: tuple[ExitCode, str] | None = None
    try:
        made.append(certify_puzzle(entry.puzzle, _producer(producer_name), most))
        if minimal and made[0].claim is ClaimKind.UNIQUE:
            made += certify_clues(made[0], _producer(producer_name))
    except FalseCertificateError as error:
        failure = ExitCode.WRONG, f"no certificate: the proof by {producer_name} is wrong: {error}"
    except ProofError as error:
        failure = ExitCode.NOT_DECIDED, f"no certificate: {error}"
    except ValueError as error:  # another shape, or too high a number
        failure = ExitCode.USAGE, f"no certificate: {error}"
    return CertifiedPuzzle(place, made, failure)
