"""Decide each puzzle, prove the verdict, check the proof, and write a certificate.

A certificate is a line of JSON, in the order of the puzzles. `crosscover verify` checks certificates without a solver.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path

from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle, export
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, names, producer
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, LocatedEntry, input_paths, read_entries
from crosscover.reference import VerdictKind
from crosscover.report.files import atomic_write_all, open_output, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import add_export_argument, add_puzzle_arguments, columns_of

CHUNK_SIZE = 8
"""Number of puzzles that a process receives at once."""

Failure = tuple[ExitCode, str, str]
"""Why a puzzle got no certificate: exit code, reason and place."""

_producer = cache(producer)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write certificates to this file (default: stdout)")
    who = f"producer of the proofs: {', '.join(names())} (default: {DEFAULT_PRODUCER})"
    parser.add_argument("--producer", default=DEFAULT_PRODUCER, metavar="NAME", help=who)
    add_export_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Certify the puzzles of the files."""
    _producer(arguments.producer)  # refuses one before anything is read
    tally: Counter[str] = Counter()
    task = partial(certify_or_explain, arguments.producer)
    output_paths = [Path(arguments.output)] if arguments.output else []
    inputs = input_paths(arguments.files or [STDIN])
    refuse_shared_files(output_paths, inputs)
    try:
        entries = read_entries(arguments.files, arguments.dialect, columns=columns_of(arguments))
        entries = chain(list(islice(entries, 1)), entries)  # reads one at once: without an input, nothing is written
        with open_output(output_paths[0]) if output_paths else nullcontext(sys.stdout) as output:
            for number, result in enumerate(map_in_order(task, entries, arguments.jobs, chunk_size=CHUNK_SIZE), 1):
                if not isinstance(result, Certificate):
                    code, message, place = result
                    yield code
                    print_error(message, place)
                    continue
                line = result.line()
                output.write(f"{line}\n")
                tally.update((result.claim.value, "certificates"))
                tally["lemmas"] += len(result.lemmas)
                tally["bytes"] += len(line) + 1
                if arguments.export:
                    atomic_write_all(arguments.export, export(result, number), [*inputs, *output_paths])
    except UsageError as error:
        yield error.code
        print_error(error, error.place)
    except KeyboardInterrupt:
        yield ExitCode.INTERRUPTED
        print_error("interrupted")
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    made, lemmas, size = (pluralize(tally[noun], noun) for noun in ("certificates", "lemmas", "bytes"))
    print_line(f"{made} by {arguments.producer}: {counts}; {lemmas}, {size}", sys.stderr)


def certify_or_explain(producer_name: str, task: LocatedEntry) -> Certificate | Failure:
    """The certificate of a puzzle, or the reason why there is none."""
    place, entry = task
    try:
        return certify_puzzle(entry.puzzle, _producer(producer_name))
    except FalseCertificateError as error:
        return ExitCode.WRONG, f"no certificate: what {producer_name} says proves nothing: {error}", place
    except ProofError as error:
        return ExitCode.FAULT, f"no certificate: {error}", place
    except ValueError as error:  # another shape
        return ExitCode.USAGE, f"no certificate: {error}", place
