"""Solve puzzles and write the answers in the dialect of the puzzles, in their order.

A puzzle without a solution gets the refusal of its dialect, usually the line 'no solution'. With --limit N, up to N
solutions of each puzzle are written. In the dialect of an online judge that requires a particular answer, such as the
least solution, that answer is written.

At the first malformed line, the answers so far are written, stderr shows the place and what was expected there, and the
exit code is 2.
"""

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing

from crosscover.answering import AnswerWriter, SolveTask, engine_of
from crosscover.dialects import Dialect
from crosscover.exit_code import ExitCode, UsageError
from crosscover.puzzle_files import STDIN, PuzzleFile, input_paths, open_puzzles
from crosscover.report.files import refuse_shared_files

from .inputs import add_puzzle_arguments, add_shape_argument, columns_of, positive_int

SERIAL_LIMIT = 1000
"""Limit of solutions above which one process solves alone, so that it need not hold them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    parser.add_argument("--engine", default="dlx", metavar="NAME", help="one of `crosscover engines` (default: dlx)")
    limit = "write up to N solutions for each puzzle (default: 1)"
    parser.add_argument("--limit", type=positive_int, default=1, metavar="N", help=limit)
    add_shape_argument(parser)


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Solve the puzzles of the files."""
    engine_of(arguments.engine)  # refuses one before anything is read
    before: Dialect | None = None
    answered = 0
    names = arguments.files or [STDIN]
    refuse_shared_files([], input_paths(names))
    for name in names:
        with open_puzzles(name, arguments.dialect, arguments.shape, columns_of(arguments)) as file:
            before, answered = _solve(file, arguments, before, answered)
    return ()


def _solve(
    file: PuzzleFile, arguments: argparse.Namespace, before: Dialect | None, answered: int
) -> tuple[Dialect, int]:
    """Answer the puzzles of a file; raises for malformed input after the puzzles before it are answered.

    Returns the dialect, and the number of puzzles answered in it so far, including earlier files.
    """
    found = file.dialect
    if found.contract and arguments.limit > 1:
        raise UsageError(f"--limit does not go with the dialect {found.name}, in which each puzzle has one answer")
    task = SolveTask(arguments.engine, found.name, arguments.limit)
    header = [] if found is before else [found.answer_header]
    number = answered if found is before else 0
    jobs = 1 if arguments.limit > SERIAL_LIMIT else arguments.jobs
    writer = AnswerWriter(task, _write, jobs, before=header, answered=number)
    with closing(writer) as answers:
        answers.add_all(file.entries, file.lines)
    return found, answers.answered


def _write(texts: list[str]) -> None:
    sys.stdout.write("".join(texts))
    sys.stdout.flush()
