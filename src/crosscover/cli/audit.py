"""Have every puzzle of a collection judged by several engines: none, one or several solutions.

Each grid is checked against the rules, and the engines have to agree. Where the input has a solution beside the puzzle
(dialect csv), it has to be the one. With --ledger what was found is kept, and the same command goes on where it was
stopped.
"""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import crosscover
from crosscover.audit.collection import go_over
from crosscover.audit.disagreements import disagreement_table
from crosscover.audit.executor import Executor, SerialExecutor
from crosscover.audit.findings import Task
from crosscover.audit.judging import Questions
from crosscover.audit.ledger import Input, Ledger
from crosscover.audit.subject_judges import close_subjects, refuse_unready
from crosscover.audit.subject_runs import NotStartedError
from crosscover.engines import panel_of
from crosscover.exit_code import ExitCode, UsageError, fail
from crosscover.puzzle_files import STDIN, Row, read_rows
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.plural import pluralize
from crosscover.report.words import escape_unprintable
from crosscover.subjects.specification import files_of

from .inputs import add_puzzle_arguments, add_shape_argument, input_paths
from .judge_arguments import add_judge_arguments, read_judges

_CODES = {code.value: code for code in ExitCode}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    add_shape_argument(parser)
    add_judge_arguments(parser)
    columns = "place, puzzle, verdict, solution"
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write a line a puzzle, once all is judged: {columns}")
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="keep what is found here, and go on from it")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge what the arguments name."""
    engines, subjects = read_judges(arguments.engines, arguments.judge, arguments.shape)
    panel_of(engines)  # refuses an engine before anything is read
    try:
        refuse_unready(subjects)
    except NotStartedError as error:
        return fail(ExitCode.NOT_STARTED, escape_unprintable(str(error)))
    except ValueError as error:
        return fail(ExitCode.USAGE, error)
    started = time.perf_counter()
    names = arguments.files or [STDIN]
    output = Path(arguments.output or os.devnull)
    outputs = [output, *([arguments.ledger] if arguments.ledger else [])]
    solvers = [path for judge in subjects for path in files_of(judge.spec)]
    refuse_shared_files(outputs, [*input_paths(arguments.files), *solvers])
    with ExitStack() as stack:
        path = arguments.ledger or Path(stack.enter_context(TemporaryDirectory())) / "ledger.db"
        judges = {judge.name: judge.setting() for judge in subjects}
        shape = str(arguments.shape or "")
        settings = {"engines": engines, "dialect": arguments.dialect, "shape": shape, "judges": judges}
        ledger = stack.enter_context(closing(Ledger(path, list(map(Input.of, names)), settings)))
        rows = read_rows(names, arguments.dialect, arguments.shape)
        asked = Questions(engines, subjects=subjects)
        executor = stack.enter_context(closing(_executor(arguments, asked)))
        stack.callback(close_subjects)
        ledger.begin_run("one process", {"crosscover": crosscover.__version__})
        outcome = "failed"
        try:
            go_over(
                _left(rows, ledger.done()),
                executor,
                ledger.keep,
                chunk_seconds=asked.chunk_seconds,
                hang_seconds=asked.hang_seconds,
            )
            outcome = "complete"
        except UsageError as error:
            fail(ExitCode.USAGE, error, error.place)
        except NotStartedError as error:
            fail(ExitCode.NOT_STARTED, escape_unprintable(str(error)))
        except KeyboardInterrupt:
            outcome = "interrupted"
            fail(ExitCode.INTERRUPTED, "interrupted")
        finally:
            ledger.end_run(outcome)
            _summarize(ledger, names, engines, time.perf_counter() - started)
            for line in disagreement_table(ledger):
                print(line)
        with open_output(output) as file:
            for number, line, puzzle, verdict, solution in ledger.execute(
                "SELECT file, line, puzzle, verdict, solution FROM puzzle ORDER BY number"
            ):
                print(f"{names[number]}:{line}", puzzle, verdict, solution or "", sep="\t", file=file)
    return ExitCode.GOOD  # unless `fail` has noted another


def _executor(arguments: argparse.Namespace, questions: Questions) -> Executor:  # noqa: ARG001
    return SerialExecutor(questions)


def _left(rows: Iterator[Row], done: Iterator[tuple[int, int]]) -> Iterator[Task]:
    """The rows that are not done yet, with their numbers."""
    ranges = list(done)
    place = 0
    for number, row in enumerate(rows, 1):
        while place < len(ranges) and ranges[place][1] < number:
            place += 1
        if place == len(ranges) or number < ranges[place][0]:
            yield Task(number, row)


def _summarize(ledger: Ledger, names: list[str], engines: tuple[str, ...], seconds: float) -> None:
    for file, line, complaint, code in ledger.execute(
        "SELECT file, line, complaint, code FROM puzzle WHERE code ORDER BY number"
    ):
        fail(_CODES[code], complaint, f"{names[file]}:{line}")
    tally = dict(ledger.execute("SELECT verdict, count(*) FROM puzzle GROUP BY verdict").fetchall())
    words = ("unique", "several", "none", "undecided", "invalid")
    counts = ", ".join(f"{tally[word]:,} {word}" for word in words if word in tally) or "none"
    print(f"{pluralize(sum(tally.values()), 'puzzles')} judged by {', '.join(engines)}: {counts}; {seconds:.1f} s")
