"""Decide each puzzle, prove the verdict, check the proof, and write a certificate.

Certificates are lines of JSON, in the order of the puzzles. `crosscover verify` checks them without a solver.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path

from crosscover.errors import ExitCode, UsageError, print_error
from crosscover.option_values import whole_number
from crosscover.oracles.certificate import MAX_GRIDS, Certificate, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, PRODUCERS, producer
from crosscover.output import print_line
from crosscover.puzzle_files import LocatedEntry, input_paths
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.workers import map_in_order

from .inputs import add_puzzle_arguments, argument, is_file, located_entries

CHUNK_SIZE = 8
"""Number of puzzles that a process receives at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle_arguments(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write certificates to this file (default: stdout)"
    )
    who = f"proof producer: {', '.join(PRODUCERS)} (default: {DEFAULT_PRODUCER})"
    parser.add_argument("--producer", default=DEFAULT_PRODUCER, metavar="NAME", help=who)
    whole = argument(partial(whole_number, minimum=1, maximum=MAX_GRIDS - 1))
    count = "prove the number of solutions if it is at most N, otherwise that there are two (default: 1)"
    parser.add_argument("--count", type=whole, default=1, metavar="N", help=count)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    producer(arguments.producer)  # refuses an unknown name before anything is read
    tally, size = ClaimTally(), 0
    task = partial(certify_or_explain, arguments.producer, arguments.count)
    refuse_shared_files([arguments.output] if arguments.output else [], input_paths(filter(is_file, arguments.files)))
    try:
        entries = located_entries(arguments)
        entries = chain(list(islice(entries, 1)), entries)  # reads one entry first: without input, nothing is written
        with open_output(arguments.output) if arguments.output else nullcontext(sys.stdout) as output:
            for place, made in map_in_order(task, entries, arguments.jobs, chunk_size=CHUNK_SIZE):
                if not isinstance(made, Certificate):
                    code, reason = made
                    yield code
                    print_error(f"no certificate: {reason}", place or "crosscover")
                    continue
                line = f"{made.line()}\n"
                output.write(line)
                size += len(line)
                tally.add(made)
    except UsageError as error:
        yield error.code
        print_error(error, error.place)
    except KeyboardInterrupt:
        yield ExitCode.INTERRUPTED
        print_error("interrupted")
    costs = f"{pluralize(tally.lemmas, 'lemmas')}, {pluralize(size, 'bytes')}"
    print_line(f"{pluralize(tally.total, 'certificates')} by {arguments.producer}: {tally}; {costs}", sys.stderr)


def certify_or_explain(
    producer_name: str, most: int, task: LocatedEntry
) -> tuple[str, Certificate | tuple[ExitCode, str]]:
    """Return the place of a puzzle, and its certificate or the exit code and the reason if there is none."""
    place, entry = task
    try:
        return place, certify_puzzle(entry.puzzle, producer(producer_name), most)
    except FalseCertificateError as error:
        return place, (ExitCode.FAULT, f"the proof by {producer_name} is wrong: {error}")
    except ProofError as error:
        return place, (ExitCode.NOT_DECIDED, str(error))
    except ValueError as error:  # another shape, or too high a number
        return place, (ExitCode.USAGE, str(error))
