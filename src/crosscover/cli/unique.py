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
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple, TextIO

from crosscover.answering import AnswerWriter, Chunk
from crosscover.dialects import Entry, MalformedInputError
from crosscover.dialects.text import quote
from crosscover.exit_code import ExitCode, UsageError, combine
from crosscover.option_values import SECONDS
from crosscover.oracles.certificate import MAX_BYTES, Certificate, ClaimKind, FalseCertificateError, is_certifiable
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import clashes
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, PuzzleFile, display_name, input_paths, open_puzzles, open_text
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.words import list_some, pluralize
from crosscover.time_limit import time_limit

from .inputs import add_puzzle_options, add_shape_argument, argument, columns_of

PUZZLE_SECONDS = 60.0
"""Default time limit in seconds for a puzzle."""

MAX_SHOWN = 6
"""Number of differing cells that are shown."""

SUMMARIES = {
    ClaimKind.UNIQUE: "with one solution",
    ClaimKind.SEVERAL: "with several",
    ClaimKind.NONE: "with none",
}

_producer = cache(producer)


class Finding(NamedTuple):
    """The answer for a puzzle: its exit code and text, and the certificate as a line, empty if it is not decided."""

    code: ExitCode
    claim: ClaimKind | None
    text: str
    certificate: str = ""


@dataclass(frozen=True, slots=True)
class UniqueTask:
    """An `AnswerTask` that certifies each puzzle within some seconds."""

    seconds: float

    def answers(self, puzzle: Grid, number: int = 1) -> Iterator[Finding]:  # noqa: ARG002 - answers have no numbers
        """The finding for the puzzle."""
        yield find(puzzle, self.seconds)

    def __call__(self, chunk: Chunk) -> list[Finding]:
        """The findings for many puzzles."""
        return [find(puzzle, self.seconds) for _, puzzle in chunk.numbered()]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    puzzles = "a puzzle as text, or a file of puzzles, also .gz, .bz2, .xz and .parquet; - for stdin (default)"
    parser.add_argument("puzzles", metavar="PUZZLE|FILE", nargs="*", help=puzzles)
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="write the proofs to this file")
    seconds = f"time limit in seconds for each puzzle (default: {PUZZLE_SECONDS:g})"
    parser.add_argument(
        "--time-limit", type=argument(SECONDS.parse), default=PUZZLE_SECONDS, metavar="SECONDS", help=seconds
    )
    add_puzzle_options(parser)
    add_shape_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Answer for each puzzle."""
    _producer(DEFAULT_PRODUCER)  # refused before anything is read if a library is missing
    names = arguments.puzzles or [STDIN]
    certificate_paths = [arguments.certificate] if arguments.certificate else []
    refuse_shared_files(certificate_paths, input_paths(name for name in names if _is_file(name)))
    with open_output(arguments.certificate) if certificate_paths else nullcontext() as certificates:
        answers = _Answers(certificates)
        try:
            with closing(AnswerWriter(UniqueTask(arguments.time_limit), answers.write, arguments.jobs)) as writer:
                for number, name in enumerate(names, 1):
                    is_file = _is_file(name)
                    place = display_name(name) if is_file else f"puzzle {number}" if len(names) > 1 else ""
                    with _opened(name, place, arguments) as file:
                        writer.add_all(answers.expect(file.entries, place, is_file=is_file), file.lines)
            if not answers.judged:
                raise UsageError("found no puzzle")
        finally:
            answers.print_summary()
            yield answers.code


def find(puzzle: Grid, seconds: float) -> Finding:
    """Decide a puzzle and check the proof, in these seconds."""
    if not is_certifiable(puzzle.shape):
        return Finding(ExitCode.USAGE, None, f"not decided: expected boxes from 2x2 to 4x4, not {puzzle.shape}")
    try:
        with time_limit(seconds):
            certificate = certify_puzzle(puzzle, _producer(DEFAULT_PRODUCER))
    except TimeoutError:
        return Finding(ExitCode.NOT_DECIDED, None, f"not decided in {seconds:g} s")
    except ProofError as error:
        return Finding(ExitCode.NOT_DECIDED, None, f"not decided: {error}")
    except FalseCertificateError as error:
        return Finding(ExitCode.FAULT, None, f"not decided, because the proof is wrong: {error}")
    code = ExitCode.GOOD if certificate.claim is ClaimKind.UNIQUE else ExitCode.WRONG
    line = certificate.line()
    if len(line) > MAX_BYTES:
        too_large = f"not decided: its certificate would be larger than {MAX_BYTES:,} bytes"
        return Finding(ExitCode.NOT_DECIDED, None, too_large)
    return Finding(code, certificate.claim, _describe(certificate), line)


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


@dataclass(slots=True)
class _Answers:
    """Prints the findings in order, each after the place of its puzzle, and writes the certificates."""

    certificates: TextIO | None
    places: deque[str] = field(default_factory=deque[str])
    judged: Counter[ClaimKind | None] = field(default_factory=Counter[ClaimKind | None])
    code: ExitCode = ExitCode.GOOD

    def expect(
        self, entries: Iterable[Entry | MalformedInputError], place: str, *, is_file: bool
    ) -> Iterator[Entry | MalformedInputError]:
        """The entries, whose places are kept for their findings."""
        for entry in entries:
            self.places.append(f"{place}:{entry.line}" if is_file else place)
            yield entry

    def write(self, findings: list[Finding]) -> None:
        for finding in findings:
            place = self.places.popleft()
            print_line(f"{place}: {finding.text}" if place else finding.text)
            if self.certificates is not None and finding.certificate:
                self.certificates.write(f"{finding.certificate}\n")
            self.judged[finding.claim] += 1
            self.code = combine((self.code, finding.code))
        sys.stdout.flush()

    def print_summary(self) -> None:
        if self.judged.total() > 1:
            counts = ", ".join(f"{self.judged[claim]:,} {words}" for claim, words in SUMMARIES.items())
            undecided = f", {self.judged[None]:,} not decided" if self.judged[None] else ""
            print_line(f"{pluralize(self.judged.total(), 'puzzles')}: {counts}{undecided}")


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
