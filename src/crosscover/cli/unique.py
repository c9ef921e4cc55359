"""Say whether a puzzle has exactly one solution, with a checked proof.

A puzzle is given as text, such as its 81 characters, or in a file, in any form that `crosscover solve` reads. If there
are several solutions, the answer shows where two of them differ. If there is none because clues clash, it names them.
--certificate writes the proofs, which anyone can check with `crosscover verify`.

The exit code is 0 if every puzzle has exactly one solution, 1 if one has none or several, 2 if a puzzle is malformed,
and 5 if one was not decided in time.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from crosscover.exit_code import ExitCode, UsageError
from crosscover.option_values import seconds
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import clashes
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, LocatedEntry, input_paths
from crosscover.reference.grid import DIGITS
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.words import list_some, pluralize
from crosscover.time_limit import TimeLimit
from crosscover.workers import map_in_order

from .inputs import add_puzzle_arguments, argument, is_file, located_entries

PUZZLE_SECONDS = 60.0
"""Default time limit in seconds for a puzzle."""

MAX_SHOWN = 6
"""Number of differing cells that are shown."""


class Finding(NamedTuple):
    """The answer for a puzzle: its place, exit code and text, and the certificate, None if it is not decided."""

    place: str
    code: ExitCode
    text: str
    certificate: Certificate | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser, jobs=1)
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="write the proofs to this file")
    limit = f"time limit in seconds for each puzzle (default: {PUZZLE_SECONDS:g})"
    parser.add_argument("--time-limit", type=argument(seconds), default=PUZZLE_SECONDS, metavar="SECONDS", help=limit)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Answer for each puzzle."""
    producer(DEFAULT_PRODUCER)  # refused before anything is read if a library is missing
    names = arguments.files or [STDIN]
    written = arguments.certificate
    refuse_shared_files([written] if written else [], input_paths(filter(is_file, names)))
    tally, answered = ClaimTally(), 0
    task = partial(find, limit=arguments.time_limit)
    with open_output(written) if written else nullcontext() as certificates:
        try:
            for place, code, text, certificate in map_in_order(task, located_entries(names, arguments), arguments.jobs):
                answered += 1
                yield code
                print_line(f"{place}: {text}" if place else text)
                sys.stdout.flush()
                if certificate is not None:
                    tally.add(certificate)
                    if certificates is not None:
                        certificates.write(f"{certificate.line()}\n")
            if not answered:
                raise UsageError("found no puzzle")
        finally:
            if answered > 1:
                undecided = answered - tally.total
                print_line(f"{answered:,} puzzles: {tally}{f', {undecided:,} not decided' if undecided else ''}")


def find(task: LocatedEntry, limit: float) -> Finding:
    """Decide the puzzle of a place and check the proof, in these seconds."""
    place, entry = task
    try:
        with TimeLimit(limit):
            certificate = certify_puzzle(entry.puzzle, producer(DEFAULT_PRODUCER))
    except TimeoutError:
        return Finding(place, ExitCode.NOT_DECIDED, f"not decided in {limit:g} s")
    except ProofError as error:
        return Finding(place, ExitCode.NOT_DECIDED, f"not decided: {error}")
    except FalseCertificateError as error:
        return Finding(place, ExitCode.FAULT, f"not decided, because the proof is wrong: {error}")
    except ValueError as error:  # another shape
        return Finding(place, ExitCode.USAGE, f"not decided: {error}")
    code = ExitCode.GOOD if certificate.claim is ClaimKind.UNIQUE else ExitCode.WRONG
    return Finding(place, code, _describe(certificate), certificate)


def _describe(certificate: Certificate) -> str:
    if certificate.claim is ClaimKind.UNIQUE:
        return "one solution"
    puzzle = certificate.puzzle
    if certificate.claim is ClaimKind.NONE:
        clash = next(clashes(puzzle), None)
        return "no solution, although no clues clash" if clash is None else f"no solution: {clash}"
    first, second = sorted(certificate.solutions, key=lambda solution: solution.values)
    cells = sorted(first.differing_cells(second))
    choices = [
        f"{puzzle.shape.cell_name(cell)} is {DIGITS[first.values[cell] - 1]} or {DIGITS[second.values[cell] - 1]}"
        for cell in cells
    ]
    return f"several solutions: two differ in {pluralize(len(cells), 'cells')}: {list_some(choices, MAX_SHOWN)}"
