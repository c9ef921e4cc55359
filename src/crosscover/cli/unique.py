"""Decide whether a puzzle has exactly one solution, with a checked proof.

A puzzle is given as text, such as its 81 characters, or in a file, in any form that `crosscover solve` reads. If there
are several solutions, the answer shows where two solutions differ. If clues clash, it names the clashing clues.
`crosscover certify` writes the proofs.

The exit code is 0 if every puzzle has exactly one solution, 1 if a puzzle has none or several, 2 if a puzzle is
malformed, and 5 if a puzzle was not decided in time.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial

from crosscover.errors import ExitCode
from crosscover.option_values import seconds
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import clashes
from crosscover.output import print_line
from crosscover.puzzle_files import LocatedEntry, input_paths
from crosscover.reference import VerdictKind
from crosscover.reference.grid import DIGITS
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import refuse_shared_files
from crosscover.report.words import list_some, pluralize
from crosscover.time_limit import TimeLimit
from crosscover.workers import map_in_order

from .certifying import CertificateOrReason, certify_or_explain
from .inputs import add_puzzle_arguments, argument, is_file, located_entries

PUZZLE_SECONDS = 60.0
"""Default time limit per puzzle in seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle_arguments(parser, jobs=1)
    limit = f"time limit in seconds for each puzzle (default: {PUZZLE_SECONDS:g})"
    parser.add_argument("--time-limit", type=argument(seconds), default=PUZZLE_SECONDS, metavar="SECONDS", help=limit)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    producer(DEFAULT_PRODUCER)  # refuses before anything is read if a library is missing
    refuse_shared_files([], input_paths(filter(is_file, arguments.files)))
    tally, answered = ClaimTally(), 0
    task = partial(decide, arguments.time_limit)
    try:
        for place, found in map_in_order(task, located_entries(arguments), arguments.jobs):
            answered += 1
            if isinstance(found, Certificate):
                code = ExitCode.GOOD if found.claim is VerdictKind.UNIQUE else ExitCode.WRONG
                text = _describe(found)
                tally.add(found)
            else:
                code, text = found
            yield code
            print_line(f"{place}: {text}" if place else text)
            sys.stdout.flush()
    finally:
        if answered > 1:
            undecided = answered - tally.total
            print_line(f"{answered:,} puzzles: {tally}{f', {undecided:,} not decided' if undecided else ''}")


def decide(seconds: float, task: LocatedEntry) -> tuple[str, CertificateOrReason]:
    """Return the place of a puzzle, and its certificate or the reason why it was not decided within `seconds`."""
    try:
        with TimeLimit(seconds):
            place, found = certify_or_explain(DEFAULT_PRODUCER, 1, task)
    except TimeoutError:
        return task[0], (ExitCode.NOT_DECIDED, f"not decided in {seconds:g} s")
    return place, found if isinstance(found, Certificate) else (found[0], f"not decided: {found[1]}")


def _describe(certificate: Certificate) -> str:
    if certificate.claim is VerdictKind.UNIQUE:
        return "one solution"
    puzzle = certificate.puzzle
    if certificate.claim is VerdictKind.NONE:
        clash = next(clashes(puzzle), None)
        return "no solution, although no clues clash" if clash is None else f"no solution: {clash}"
    first, second = sorted(certificate.solutions, key=lambda solution: solution.values)
    cells = sorted(first.differing_cells(second))
    choices = [
        f"{puzzle.shape.cell_name(cell)} is {DIGITS[first.values[cell] - 1]} or {DIGITS[second.values[cell] - 1]}"
        for cell in cells
    ]
    return f"several solutions: two differ in {pluralize(len(cells), 'cells')}: {list_some(choices, 6)}"
