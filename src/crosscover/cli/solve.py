"""Solve puzzles and write the answers in the dialect of the puzzles, in order.

A puzzle is given as text, such as its 81 characters, or in a file.

A puzzle without a solution gets the refusal of its dialect, usually the line 'no solution'. With --limit N, up to N
solutions of each puzzle are written. If the dialect of an online judge requires words for some puzzles, these are
written.

At the first malformed line, earlier answers are written, stderr shows the place and the expected input, and the exit
code is 2.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import chain

from crosscover.contracts import CONTRACTS
from crosscover.dialects import DIALECTS, Dialect, Entry, raise_errors
from crosscover.engines import engine
from crosscover.errors import ExitCode, UsageError
from crosscover.puzzle_files import PuzzleFile, input_paths
from crosscover.report.files import refuse_shared_files
from crosscover.responses import Answered, Declined

from .inputs import add_puzzle_arguments, is_file, open_argument, positive_int

CHUNK_SIZE = 32
"""Number of puzzles that a process receives at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle_arguments(parser, jobs=1)
    parser.add_argument("--engine", default="dlx", metavar="NAME", help="one of `crosscover engines` (default: dlx)")
    limit = "write up to N solutions for each puzzle (default: 1)"
    parser.add_argument("--limit", type=positive_int, default=1, metavar="N", help=limit)


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    _engine(arguments.engine)  # refuses an unknown name before anything is read
    before: Dialect | None = None
    answered = 0
    refuse_shared_files([], input_paths(filter(is_file, arguments.files)))
    for number, name in enumerate(arguments.files, 1):
        with open_argument(name, f"puzzle {number}" if len(arguments.files) > 1 else "the puzzle", arguments) as file:
            if file.dialect is not before:
                before, answered = file.dialect, 0
                sys.stdout.write(file.dialect.answer_header)
            answered = _solve(file, arguments, answered)
    return ()


def _solve(file: PuzzleFile, arguments: argparse.Namespace, answered: int) -> int:
    """Answer each puzzle of a file as soon as it is read; raises for malformed input after answering earlier puzzles.

    Returns the number of puzzles answered in the dialect, including `answered` earlier puzzles.
    """
    found = file.dialect
    if found.contract and arguments.limit > 1:
        raise UsageError(f"--limit does not apply to the dialect {found.name}, in which each puzzle has one answer")
    settings = arguments.engine, found.name, arguments.limit

    def puzzles() -> Iterator[tuple[int, Entry]]:
        nonlocal answered
        for entry in raise_errors(file.entries):
            answered += 1
            yield answered, entry

    if arguments.jobs == 1:
        texts: Iterator[str] = chain.from_iterable(map(partial(answers, *settings), puzzles()))
    else:
        from crosscover.workers import map_in_order

        texts = map_in_order(partial(_joined_answers, *settings), puzzles(), arguments.jobs, chunk_size=CHUNK_SIZE)
    for text in texts:
        sys.stdout.write(text)
        sys.stdout.flush()
    return answered


_engine = cache(engine)


def answers(engine_name: str, dialect_name: str, limit: int, task: tuple[int, Entry]) -> Iterator[str]:
    """Yield the text of each answer to a numbered puzzle as soon as it is found; a refusal if there is none.

    If the dialect has a contract, yields only the answer that the contract requires.
    """
    number, entry = task
    puzzle = entry.puzzle
    form, solver = DIALECTS[dialect_name], _engine(engine_name)
    if form.contract:
        yield form.write_answer(CONTRACTS[form.contract].solve(solver, puzzle), puzzle, number)
        return
    is_solved = False
    for solution in solver(puzzle, limit):
        is_solved = True
        text = form.write_answer(Answered(solution), puzzle, number)
        yield entry.in_own_digits(text)
    if not is_solved:
        yield form.write_answer(Declined(), puzzle, number)


def _joined_answers(engine_name: str, dialect_name: str, limit: int, task: tuple[int, Entry]) -> str:
    return "".join(answers(engine_name, dialect_name, limit, task))
