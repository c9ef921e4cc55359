"""`crosscover solve`: puzzles in, answers out, in the dialect of the puzzles."""

import argparse
import sys
from typing import BinaryIO

from crosscover.answering import Answers, Solver, engine_of
from crosscover.dialects import ALIASES, DIALECTS, Dialect, LineStream, MalformedInputError, dialect
from crosscover.dialects.cells import integer
from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS

from .exit_code import ExitCode
from .inputs import STDIN, detected, opened, positive, shown

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
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", metavar="FILE", nargs="*", help="files of puzzles; - or none: the standard input")
    parser.add_argument(
        "--dialect",
        choices=[*DIALECTS, *ALIASES],
        help="the text form of the puzzles, as `crosscover dialects` shows them; told by the first lines if not given",
    )
    parser.add_argument("--engine", default="dlx", metavar="NAME", help="one of `crosscover engines` (default: dlx)")
    parser.add_argument(
        "--limit", type=positive, default=1, metavar="N", help="write up to N solutions for each puzzle (default: 1)"
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="work with N processes (default: one for each processor)"
    )
    parser.add_argument(
        "--shape", type=_shape, default=Shape(), metavar="RxC", help="rows and columns of a box (default: 3x3)"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Solve what the arguments name."""
    complaint = _engine_complaint(arguments.engine)
    if complaint:
        return _refused(f"crosscover: {complaint}")
    before: Dialect | None = None
    for name in arguments.files or [STDIN]:
        try:
            file = opened(name)
        except OSError as error:
            return _refused(f"crosscover: {name}: {error.strerror}")
        with file:
            try:
                before = _solve(file, arguments, before)
            except MalformedInputError as error:
                return _refused(f"{shown(name)}:{error.line}:{error.column}: {error.reason}")
    return ExitCode.GOOD


def _solve(file: BinaryIO, arguments: argparse.Namespace, before: Dialect | None) -> Dialect:
    """Answer the puzzles of a file; raises MalformedInputError once those before the malformed line are answered."""
    shape: Shape = arguments.shape
    lines = LineStream(file)
    spoken = dialect(arguments.dialect) if arguments.dialect else detected(lines, shape)
    solver = Solver(arguments.engine, spoken.name, arguments.limit, shape)
    opening = "" if spoken is before else spoken.answer_header
    with Answers(solver, _write, arguments.jobs, opening) as answers:
        lines.idle = answers.settle
        try:
            for entry in spoken.read(lines, shape):
                answers.add(entry.puzzle)
        finally:
            answers.settle()
    return spoken


def _engine_complaint(name: str) -> str:
    if name == "dlx":
        return ""
    from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError  # noqa: PLC0415 - only where it is needed

    try:
        engine_of(name)
    except (UnavailableEngineError, UnknownEngineError) as error:
        return str(error)
    return ""


def _refused(message: str) -> ExitCode:
    print(message, file=sys.stderr)
    return ExitCode.USAGE


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _shape(text: str) -> Shape:
    numbers = [integer(word) for word in text.split("x")]
    match numbers:
        case [int(rows), int(columns)] if 2 <= rows * columns <= len(DIGITS):
            return Shape(rows, columns)
        case _:
            raise argparse.ArgumentTypeError(f"expected the rows and columns of a box such as 3x3, found {text!r}")
