"""`crosscover solve`: puzzles in, answers out, in the dialect of the puzzles."""

import argparse
import sys
from contextlib import closing
from typing import BinaryIO

from crosscover.answering import AnswerWriter, SolveTask, engine_of
from crosscover.dialects import Dialect, LineStream, MalformedInputError, dialect
from crosscover.dialects.cells import integer
from crosscover.exit_code import ExitCode, fail
from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS

from .inputs import STDIN, InputError, add_puzzle_arguments, argument, detect_dialect, open_input, positive_int

DESCRIPTION = """\
Solve puzzles and write the answers in the dialect of the puzzles, in their order.

A puzzle without a solution gets the refusal of its dialect, the line 'no solution' in most of them. With --limit N
the solutions of a puzzle, up to N, follow each other before those of the next puzzle.

At the first line that is not in the dialect the answers so far are written, the place and what was expected there go
to the standard error, and the exit code is 2.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    add_puzzle_arguments(parser)
    parser.add_argument("--engine", default="dlx", metavar="NAME", help="one of `crosscover engines` (default: dlx)")
    parser.add_argument(
        "--limit",
        type=positive_int,
        default=1,
        metavar="N",
        help="write up to N solutions for each puzzle (default: 1)",
    )
    parser.add_argument(
        "--shape",
        type=argument(_parse_shape),
        default=Shape(),
        metavar="RxC",
        help="rows and columns of a box (default: 3x3)",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Solve what the arguments name."""
    reason = _why_no_engine(arguments.engine)
    if reason:
        return fail(ExitCode.USAGE, reason)
    before: Dialect | None = None
    try:
        for name in arguments.files or [STDIN]:
            with open_input(name) as file:
                before = _solve(file, arguments, before)
    except InputError as error:
        return fail(ExitCode.USAGE, error, error.place)
    return ExitCode.GOOD


def _solve(file: BinaryIO, arguments: argparse.Namespace, before: Dialect | None) -> Dialect:
    """Answer the puzzles of a file; raises MalformedInputError once those before the malformed line are answered."""
    shape: Shape = arguments.shape
    lines = LineStream(file)
    spoken = dialect(arguments.dialect) if arguments.dialect else detect_dialect(lines, shape)
    task = SolveTask(arguments.engine, spoken.name, arguments.limit, shape)
    header = "" if spoken is before else spoken.answer_header
    with closing(AnswerWriter(task, _write, arguments.jobs, header)) as answers:
        lines.idle = answers.flush
        try:
            for entry in spoken.read(lines, shape):
                answers.add(entry.puzzle)
        except MalformedInputError:
            answers.flush()
            raise
        answers.flush()
    return spoken


def _why_no_engine(name: str) -> str:
    """Why there is no engine of that name, or it cannot run here; nothing where it can."""
    if name == "dlx":
        return ""
    from crosscover.oracles.errors import (  # noqa: PLC0415 - the reference needs nothing of the oracles
        UnavailableEngineError,
        UnknownEngineError,
    )

    try:
        engine_of(name)
    except (UnavailableEngineError, UnknownEngineError) as error:
        return str(error)
    return ""


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _parse_shape(text: str) -> Shape:
    numbers = [integer(word) for word in text.split("x")]
    match numbers:
        case [int(rows), int(columns)] if 2 <= rows * columns <= len(DIGITS):
            return Shape(rows, columns)
        case _:
            raise ValueError(f"expected the rows and columns of a box such as 3x3, not {text!r}")
