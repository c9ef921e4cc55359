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
from crosscover.exit_code import ExitCode, print_error
from crosscover.option_values import whole_number
from crosscover.report.files import atomic_write
from crosscover.runner.settings import fresh_seed
from crosscover.system import cores

from .judging import SUITE_FAILURES, Case, MutantResult, judge, judge_all
from .report import show, show_progress, to_json
from .result import SelftestResult, collect
from .zoo import MUTANTS, RIGHT
from .zoo.model import RightSolver, Solver

DESCRIPTION = """\
Mutation testing: does the suite catch bugs? Judges all solvers of the zoo: wrong ones, each with one realistic bug, and
right ones. Each wrong solver must be killed, which means that a property fails; none may fail for a right solver.
"""

EPILOG = """\
exit codes: 0 all killed and no false positives; 3 a survivor or a false positive, which are faults of crosscover; 4
otherwise, if a solver could not be built or started; 2 usage error; 130 interrupted
"""

STDOUT = "-"


def main(arguments: Sequence[str] | None = None, solvers: Sequence[Solver] = (*MUTANTS, *RIGHT)) -> ExitCode:
    """Run the command line."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM must leave nothing behind either
    try:
        return _run(_parser().parse_args(arguments), solvers)
    except KeyboardInterrupt:
        print_error("interrupted", "selftest")
        return ExitCode.INTERRUPTED
    except OSError as error:
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
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these solvers; * and ? are wildcards")
    parser.add_argument("--seeds", type=count, default=1, metavar="N", help="number of seeds (default: 1)")
    parser.add_argument("--seed", type=int, metavar="N", help="first seed (default: a new one); the others follow it")
    parser.add_argument("--examples", type=count, metavar="N", help="one round with N batches of puzzles per property")
    parser.add_argument(
        "--first",
        action="store_true",
        help="stop at a solver's first failed property: much faster, but the matrix is incomplete",
    )
    parser.add_argument(
        "--jobs", type=count, default=cores(), metavar="N", help="number of processes (default: one per processor)"
    )
    parser.add_argument("--json", metavar="FILE", help="write a report for programs; - for stdout")
    return parser


def _run(arguments: argparse.Namespace, solvers: Sequence[Solver]) -> ExitCode:
    patterns = arguments.names or ["*"]
    for pattern in patterns:
        if not any(fnmatchcase(solver.name, pattern) for solver in solvers):
            print_error(f"no solver of the zoo is named {pattern}", "selftest")
            return ExitCode.USAGE
    chosen = [solver for solver in solvers if any(fnmatchcase(solver.name, pattern) for pattern in patterns)]
    result = _judge(chosen, arguments)
    code = _exit_code(result)
    show(result, Console(stderr=arguments.json == STDOUT, highlight=False))
    if arguments.json == STDOUT:
        sys.stdout.write(to_json(result, code))
    elif arguments.json:
        atomic_write(Path(arguments.json), to_json(result, code))
    return code


def _judge(solvers: Sequence[Solver], arguments: argparse.Namespace) -> SelftestResult:
    """Judge every solver with every seed."""
    started = time.monotonic()
    first_seed = fresh_seed() if arguments.seed is None else arguments.seed
    seeds = range(first_seed, first_seed + arguments.seeds)
    # Right solvers first, since they take longest; then by contract, since solvers of one contract share their puzzles.
    ordered = sorted(solvers, key=lambda one: (not isinstance(one, RightSolver), one.options.contract.name))
    cases = [Case(solver, seed) for seed in seeds for solver in ordered]
    # Processes that an interrupt has killed may still write for a moment, hence the ignored errors.
    with TemporaryDirectory(prefix="crosscover-selftest-", ignore_cleanup_errors=True) as build_dir:
        judge_case = partial(judge, build_dir=Path(build_dir), examples=arguments.examples, first=arguments.first)
        with closing(judge_all(judge_case, cases, arguments.jobs)) as results:
            console = Console(stderr=True, highlight=False, soft_wrap=True)
            runs = list(show_progress(results, len(cases), console))
    return collect(solvers, seeds, runs, time.monotonic() - started)


def _exit_code(result: SelftestResult) -> ExitCode:
    """The exit code of a selftest; survivors and false positives are faults of the suite."""
    if result.runs(*SUITE_FAILURES):
        return ExitCode.FAULT
    return ExitCode.NOT_STARTED if result.runs(MutantResult.NOT_RUN) else ExitCode.GOOD


if __name__ == "__main__":
    sys.exit(main())
