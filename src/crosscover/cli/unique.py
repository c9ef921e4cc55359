"""Say whether a puzzle has exactly one solution, with a checked proof.

A puzzle is given as text, such as its 81 characters, or in a file, in any form that `crosscover solve` reads. If there
are several solutions, the answer shows where two of them differ. If there is none because clues clash, it names them.
--certificate writes the proofs, which anyone can check with `crosscover verify`.

The exit code is 0 if every puzzle has exactly one solution, 1 if one has none or several, 2 if a puzzle is malformed,
and 5 if one was not decided in time.
"""

import argparse
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from crosscover.dialects import raise_errors
from crosscover.dialects.text import quote
from crosscover.exit_code import ExitCode, UsageError
from crosscover.option_values import SECONDS
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import clashes
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, PuzzleFile, display_name, input_paths, open_puzzles, open_text
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.words import list_some, pluralize
from crosscover.time_limit import time_limit
from crosscover.workers import map_in_order

from .inputs import add_puzzle_options, add_shape_argument, argument, columns_of

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
    puzzles = "a puzzle as text, or a file of puzzles, also .gz, .bz2, .xz and .parquet; - for stdin (default)"
    parser.add_argument("puzzles", metavar="PUZZLE|FILE", nargs="*", help=puzzles)
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="write the proofs to this file")
    seconds = f"time limit in seconds for each puzzle (default: {PUZZLE_SECONDS:g})"
    parser.add_argument(
        "--time-limit", type=argument(SECONDS.parse), default=PUZZLE_SECONDS, metavar="SECONDS", help=seconds
    )
    add_puzzle_options(parser, jobs=1)
    add_shape_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Answer for each puzzle."""
    producer(DEFAULT_PRODUCER)  # refused before anything is read if a library is missing
    names = arguments.puzzles or [STDIN]
    certificate_paths = [arguments.certificate] if arguments.certificate else []
    refuse_shared_files(certificate_paths, input_paths(name for name in names if _is_file(name)))
    tally, codes = ClaimTally(), list[ExitCode]()
    task = partial(find, seconds=arguments.time_limit)
    with open_output(arguments.certificate) if certificate_paths else nullcontext() as certificates:
        try:
            for place, code, text, certificate in map_in_order(task, _puzzles(names, arguments), arguments.jobs):
                codes.append(code)
                print_line(f"{place}: {text}" if place else text)
                sys.stdout.flush()
                if certificate is not None:
                    tally.add(certificate)
                if certificate is not None and certificates is not None:
                    certificates.write(f"{certificate.line()}\n")
            if not codes:
                raise UsageError("found no puzzle")
        finally:
            if len(codes) > 1:
                undecided = len(codes) - tally.total
                print_line(f"{len(codes):,} puzzles: {tally}{f', {undecided:,} not decided' if undecided else ''}")
            yield from codes


def find(task: tuple[str, Grid], seconds: float) -> Finding:
    """Decide the puzzle of a place and check the proof, in these seconds."""
    place, puzzle = task
    try:
        with time_limit(seconds):
            certificate = certify_puzzle(puzzle, producer(DEFAULT_PRODUCER))
    except TimeoutError:
        return Finding(place, ExitCode.NOT_DECIDED, f"not decided in {seconds:g} s")
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
    choices = [f"{puzzle.shape.cell_name(cell)} is {_digit(first, cell)} or {_digit(second, cell)}" for cell in cells]
    return f"several solutions: two differ in {pluralize(len(cells), 'cells')}: {list_some(choices, MAX_SHOWN)}"


def _digit(solution: Grid, cell: int) -> str:
    return DIGITS[solution.values[cell] - 1]


def _puzzles(names: Sequence[str], arguments: argparse.Namespace) -> Iterator[tuple[str, Grid]]:
    """The puzzles of all arguments, each with its place."""
    for number, name in enumerate(names, 1):
        is_file = _is_file(name)
        place = display_name(name) if is_file else f"puzzle {number}" if len(names) > 1 else ""
        with _opened(name, place, arguments) as file:
            for entry in raise_errors(file.entries):
                yield f"{place}:{entry.line}" if is_file else place, entry.puzzle


@contextmanager
def _opened(name: str, place: str, arguments: argparse.Namespace) -> Generator[PuzzleFile]:
    """Open a file, or the text of a puzzle; raises UsageError if the name is neither."""
    if _is_file(name):
        with open_puzzles(name, arguments.dialect, arguments.shape, columns_of(arguments)) as file:
            yield file
        return
    is_puzzle = False
    try:
        with open_text(name, place or "the puzzle", arguments.dialect, arguments.shape) as file:
            is_puzzle = True
            yield file
    except UsageError as error:
        if is_puzzle:
            raise
        raise UsageError(f"{quote(name)} is neither a file nor a puzzle: {error}") from None


def _is_file(name: str) -> bool:
    return name == STDIN or os.path.exists(name)  # noqa: PTH110 - Path.exists raises OSError for a long text
