"""`crosscover selftest`: judges solvers that are known to be wrong, and solvers that are known to be right."""

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from crosscover.exit_code import ExitCode
from crosscover.harness.factory import fresh_seed
from crosscover.harness.harness import Budget
from crosscover.report.files import write_whole
from crosscover.worker_pool import cores
from tests.selftest.judging import BAD, Case, Fate, Judge, Judged, judge_all
from tests.selftest.loading import Solver, default_folder, load
from tests.selftest.result import Result, gathered
from tests.selftest.showing import show
from tests.selftest.watching import Watch
from tests.selftest.writing import written

DESCRIPTION = """\
Prove that the suite bites: judge every wrong solver of the zoo, each with one realistic bug, and every right one.
Every wrong solver must be killed, which means that a property fails for it, and no right one accused.
"""

EPILOG = """\
exit codes: 0 all killed and none accused; 3 a wrong solver survived or a right one was accused, since both are faults
of crosscover; 4 nothing of the kind, but a solver could not be made or started here; 2 usage, or no zoo
"""

STDOUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these solvers; * and ? stand for anything")
    parser.add_argument("--seeds", type=_count, default=1, metavar="N", help="run so many times, a seed each (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="the first of the seeds; the others follow it")
    parser.add_argument(
        "--examples", type=_count, default=Budget().examples, metavar="N", help="batches of puzzles for a property (40)"
    )
    parser.add_argument(
        "--first", action="store_true", help="judge a solver until a property fails: much faster, and no whole matrix"
    )
    parser.add_argument("--jobs", type=_count, metavar="N", help="how many processes judge (as many as cores)")
    parser.add_argument("--json", metavar="FILE", help="write a report for programs, to standard output for -")
    parser.add_argument("--zoo", type=Path, metavar="DIR", help="the folder of the zoo (tests/mutants of the checkout)")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge the zoo."""
    folder = (arguments.zoo or default_folder()).resolve()
    try:
        solvers = _chosen(load(folder).solvers, arguments.names)
    except ValueError as error:
        return _stop(str(error))
    first = fresh_seed() if arguments.seed is None else arguments.seed
    result = _judged(folder, solvers, range(first, first + arguments.seeds), arguments)
    code = _code(result)
    show(result, Console(stderr=arguments.json == STDOUT, highlight=False))
    if arguments.json == STDOUT:
        sys.stdout.write(written(result, code))
    elif arguments.json:
        write_whole(Path(arguments.json), written(result, code))
    return code


def _chosen(solvers: Sequence[Solver], patterns: Sequence[str]) -> list[Solver]:
    """The solvers whose names fit one of the patterns, all where there is none; ValueError where one fits nothing."""
    for pattern in patterns:
        if not any(fnmatchcase(solver.name, pattern) for solver in solvers):
            raise ValueError(f"no solver of the zoo is named {pattern}")
    return [solver for solver in solvers if not patterns or any(fnmatchcase(solver.name, one) for one in patterns)]


def _judged(folder: Path, solvers: Sequence[Solver], seeds: Sequence[int], arguments: argparse.Namespace) -> Result:
    """Judge every solver with every seed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends this, nothing may stay behind
    started = time.monotonic()
    # The right ones first, since they take longest; then by contract, since that shares what is drawn.
    ordered = sorted(solvers, key=lambda solver: (not solver.is_right, solver.source.options.contract.value))
    cases = [Case(solver.name, seed) for seed in seeds for solver in ordered]
    judged: list[Judged] = []
    judge = partial(Judge, folder, examples=arguments.examples, first=arguments.first)
    with (
        # What an interrupt has ended may still write for a moment, hence the errors that are ignored.
        TemporaryDirectory(prefix="crosscover-selftest-", ignore_cleanup_errors=True) as workshop,
        Watch(len(cases)) as watch,
        closing(judge_all(judge(Path(workshop)), cases, arguments.jobs or cores())) as results,
    ):
        for one in results:
            judged.append(one)
            watch.note(one)
    return gathered(solvers, seeds, judged, time.monotonic() - started)


def _code(result: Result) -> ExitCode:
    """What came of it: a survivor and an accused right solver are faults of the suite."""
    if result.runs(*BAD):
        return ExitCode.FAULT
    return ExitCode.NOT_STARTED if result.runs(Fate.NOT_RUN) else ExitCode.GOOD


def _stop(message: str) -> ExitCode:
    print(f"crosscover: {message}", file=sys.stderr)
    return ExitCode.USAGE


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)
