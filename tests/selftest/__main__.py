"""Mutation testing: does the suite catch bugs? Run it from the root of a checkout: `python -m tests.selftest`."""

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

from crosscover.cli.inputs import argument
from crosscover.errors import ExitCode, print_error
from crosscover.option_values import whole_number
from crosscover.report.files import atomic_write
from crosscover.runner.settings import fresh_seed
from crosscover.system import cores
from crosscover.workers import map_in_order
from tests.covers.zoo import MUTANTS as WRONG_COVERS
from tests.covers.zoo import RIGHT as RIGHT_COVERS

from .judging import SUITE_FAILURES, Case, CaseResult, MutantResult, judge, row_of
from .report import append_run, read_runs, show, show_progress, with_table
from .zoo import MUTANTS, RIGHT
from .zoo.model import RightSolver, Solver

SOLVERS: tuple[Solver, ...] = (
    *MUTANTS,
    *(mutant.solver for mutant in WRONG_COVERS),
    *RIGHT,
    *(right.solver for right in RIGHT_COVERS),
)
"""All solvers of the zoo, of Sudoku and of exact covers, in the order of the table."""

DESCRIPTION = """\
Mutation testing: does the suite catch bugs? Judges the solvers of the zoo as `crosscover check` does, for a minute or
until a property fails. A property must fail for each wrong solver, which has one realistic bug, and none may fail for a
correct one.
"""

EPILOG = """\
exit codes: 0 all killed and no false positives; 3 a survivor or a false positive, which are faults of crosscover; 4
otherwise, if a solver could not be built or started; 2 usage error; 130 interrupted
"""


def main(arguments: Sequence[str] | None = None, solvers: Sequence[Solver] = SOLVERS) -> ExitCode:
    """Run the command line."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM must leave nothing behind either
    try:
        return _run(_parser().parse_args(arguments), solvers)
    except KeyboardInterrupt:
        print_error("interrupted", "selftest")
        return ExitCode.INTERRUPTED
    except (OSError, ValueError) as error:
        print_error(error, "selftest")
        return ExitCode.USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.selftest",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    count = argument(partial(whole_number, minimum=1))
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="only these solvers, or rows of the table, such as 'exact covers'; * and ? are wildcards",
    )
    parser.add_argument("--seeds", type=int, nargs="+", metavar="N", help="seeds of the runs (default: a new one)")
    parser.add_argument("--examples", type=count, metavar="N", help="one round with N batches of puzzles per property")
    parser.add_argument(
        "--complete", action="store_true", help="go on after a failure as a check does, for 15 s, and shrink failures"
    )
    parser.add_argument(
        "--jobs", type=count, default=cores(), metavar="N", help="number of processes (default: one per processor)"
    )
    parser.add_argument("--table", metavar="PAGE", help="replace the table of this page, docs/explanation/power.md")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="add each run as a line; runs in the file are not repeated"
    )
    return parser


def _run(arguments: argparse.Namespace, solvers: Sequence[Solver]) -> ExitCode:
    patterns = arguments.names or ["*"]
    for pattern in patterns:
        if not any(_matches(solver, pattern) for solver in solvers):
            raise ValueError(f"no solver of the zoo is named {pattern}")
    if arguments.table:
        with_table(Path(arguments.table).read_text(encoding="utf-8"), [])  # raises before anything is judged
    chosen = [solver for solver in solvers if any(_matches(solver, pattern) for pattern in patterns)]
    started = time.monotonic()
    runs = _judge(chosen, arguments)
    show(runs, time.monotonic() - started, Console(highlight=False))
    if arguments.table:
        page = Path(arguments.table)
        atomic_write(page, with_table(page.read_text(encoding="utf-8"), runs))
    results = {run.result for run in runs}
    if not results.isdisjoint(SUITE_FAILURES):
        return ExitCode.FAULT
    return ExitCode.NOT_STARTED if MutantResult.NOT_RUN in results else ExitCode.GOOD


def _judge(solvers: Sequence[Solver], arguments: argparse.Namespace) -> list[CaseResult]:
    """Judge every solver with every seed, and return the runs in the order of the solvers.

    A run that the file of `--json` holds is not repeated, so an interrupted selftest can go on.
    """
    done = read_runs(arguments.json) if arguments.json else {}
    seeds = arguments.seeds or [fresh_seed()]
    # Right solvers first, since they take longest; then by contract, since solvers of a contract share their puzzles.
    ordered = sorted(solvers, key=lambda one: (not isinstance(one, RightSolver), one.options.contract.name))
    every = [Case(solver, seed) for seed in seeds for solver in ordered]
    cases = [case for case in every if (case.solver.name, case.seed) not in done]
    # Ignore errors, because processes that an interrupt has killed may still write for a moment.
    with TemporaryDirectory(prefix="crosscover-selftest-", ignore_cleanup_errors=True) as build_dir:
        judge_case = partial(judge, build_dir=Path(build_dir), examples=arguments.examples, complete=arguments.complete)
        with closing(map_in_order(judge_case, cases, arguments.jobs)) as results:
            console = Console(stderr=True, highlight=False, soft_wrap=True)
            for run in show_progress(results, len(cases), console):
                done[run.name, run.seed] = run
                if arguments.json:
                    append_run(arguments.json, run)
    return [done[solver.name, seed] for solver in solvers for seed in seeds]


def _matches(solver: Solver, pattern: str) -> bool:
    return fnmatchcase(solver.name, pattern) or fnmatchcase(row_of(solver), pattern)


if __name__ == "__main__":
    sys.exit(main())
