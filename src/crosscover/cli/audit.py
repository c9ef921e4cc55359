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
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import crosscover
from crosscover.audit.collection import go_over
from crosscover.audit.executor import Executor, SerialExecutor
from crosscover.audit.fact_summary import fact_sentences
from crosscover.audit.findings import Task
from crosscover.audit.isomorphs import relate_isomorphs
from crosscover.audit.judging import MAX_COUNT, Questions, with_reference
from crosscover.audit.ledger import Input, Ledger
from crosscover.dialects import dialect
from crosscover.engines import DEFAULT_PANEL, panel_of
from crosscover.exit_code import ExitCode, UsageError, fail
from crosscover.oracles.proofs.registry import DEFAULT, producer
from crosscover.puzzle_files import STDIN, Row, display_name, read_rows
from crosscover.reference import Shape
from crosscover.reference.canonical import is_supported
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.plural import pluralize
from crosscover.subjects.options import whole_number

from .inputs import add_puzzle_arguments, add_shape_argument, argument, input_paths

_CODES = {code.value: code for code in ExitCode}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    add_shape_argument(parser)
    panel, columns = ",".join(DEFAULT_PANEL), "place, puzzle, verdict, solution"
    parser.add_argument("--engines", default=panel, metavar="NAMES", help=f"the judges (default: {panel})")
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write a line a puzzle, once all is judged: {columns}")
    _add_fact_arguments(parser)
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="keep what is found here, and go on from it")


def _add_fact_arguments(parser: argparse.ArgumentParser) -> None:
    count = f"count solutions up to N, at most {MAX_COUNT:,} (default: 2)"
    parser.add_argument(
        "--count",
        type=argument(partial(whole_number, minimum=2, maximum=MAX_COUNT)),
        default=2,
        metavar="N",
        help=count,
    )
    minimal = "tell for each puzzle with one solution whether a clue can go"
    parser.add_argument("--minimal", action="store_true", help=minimal)
    certify = "keep a certificate of each verdict in the ledger, for `crosscover verify`"
    parser.add_argument("--certify", action="store_true", help=certify)
    isomorphs = "find puzzles that are the same but for symmetry, by a canonical form of each"
    parser.add_argument("--isomorphs", action="store_true", help=isomorphs)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge what the arguments name."""
    engines = with_reference(tuple(arguments.engines.split(",")))
    panel_of(engines)  # refuses an engine before anything is read
    questions = Questions(engines, arguments.count, arguments.minimal, arguments.certify, arguments.isomorphs)
    if questions.certify:
        producer(DEFAULT)  # refuses where its library is missing
    spoken = arguments.dialect and dialect(arguments.dialect).shape
    _refuse_shape(questions, arguments.shape or spoken or Shape())
    started = time.perf_counter()
    names = arguments.files or [STDIN]
    output = Path(arguments.output or os.devnull)
    outputs = [output, *([arguments.ledger] if arguments.ledger else [])]
    refuse_shared_files(outputs, input_paths(arguments.files))
    with ExitStack() as stack:
        path = arguments.ledger or Path(stack.enter_context(TemporaryDirectory())) / "ledger.db"
        settings = {
            **asdict(questions),
            "dialect": arguments.dialect,
            "shape": str(arguments.shape or ""),
        }
        ledger = stack.enter_context(closing(Ledger(path, list(map(Input.of, names)), settings)))
        rows = read_rows(names, arguments.dialect, arguments.shape)
        if questions.certify or questions.isomorphs:
            rows = _of_right_shape(questions, rows, names)
        executor = stack.enter_context(closing(_executor(arguments, questions)))
        ledger.begin_run("one process", {"crosscover": crosscover.__version__})
        outcome = "failed"
        try:
            go_over(_left(rows, ledger.done()), executor, ledger.keep)
            if questions.isomorphs:
                relate_isomorphs(ledger)
            outcome = "complete"
        except UsageError as error:
            fail(ExitCode.USAGE, error, error.place)
        except KeyboardInterrupt:
            outcome = "interrupted"
            fail(ExitCode.INTERRUPTED, "interrupted")
        finally:
            ledger.end_run(outcome)
            _summarize(ledger, names, questions, time.perf_counter() - started, complete=outcome == "complete")
        with open_output(output) as file:
            for number, line, puzzle, verdict, solution in ledger.execute(
                "SELECT file, line, puzzle, verdict, solution FROM puzzle ORDER BY number"
            ):
                print(f"{names[number]}:{line}", puzzle, verdict, solution or "", sep="\t", file=file)
    return ExitCode.GOOD  # unless `fail` has noted another


def _executor(arguments: argparse.Namespace, questions: Questions) -> Executor:  # noqa: ARG001
    return SerialExecutor(questions)


def _of_right_shape(questions: Questions, rows: Iterator[Row], names: list[str]) -> Iterator[Row]:
    """The same rows, up to the first whose shape is not for what is asked: the first lines of a file may tell it."""
    for row in rows:
        if row.puzzle is not None:
            _refuse_shape(questions, row.puzzle.shape, f"{display_name(names[row.file])}:{row.line}")
        yield row


def _refuse_shape(questions: Questions, shape: Shape, place: str = "crosscover") -> None:
    if questions.certify and shape != Shape():
        raise UsageError(f"--certify is for puzzles of the shape 3x3, not {shape}", place)
    if questions.isomorphs and not is_supported(shape):
        raise UsageError(f"--isomorphs is for puzzles with no more symmetries than 3x3 has, not {shape}", place)


def _left(rows: Iterator[Row], done: Iterator[tuple[int, int]]) -> Iterator[Task]:
    """The rows that are not done yet, with their numbers."""
    ranges = list(done)
    place = 0
    for number, row in enumerate(rows, 1):
        while place < len(ranges) and ranges[place][1] < number:
            place += 1
        if place == len(ranges) or number < ranges[place][0]:
            yield Task(number, row)


def _summarize(ledger: Ledger, names: list[str], questions: Questions, seconds: float, *, complete: bool) -> None:
    for file, line, complaint, code in ledger.execute(
        "SELECT file, line, complaint, code FROM puzzle WHERE code ORDER BY number"
    ):
        fail(_CODES[code], complaint, f"{names[file]}:{line}")
    tally = dict(ledger.execute("SELECT verdict, count(*) FROM puzzle GROUP BY verdict").fetchall())
    words = ("unique", "several", "none", "undecided", "invalid")
    counts = ", ".join(f"{tally[word]:,} {word}" for word in words if word in tally) or "none"
    judged, judges = pluralize(sum(tally.values()), "puzzles"), ", ".join(questions.engines)
    print(f"{judged} judged by {judges}: {counts}; {seconds:.1f} s")
    for sentence in fact_sentences(ledger, questions, complete=complete):
        print(sentence)
