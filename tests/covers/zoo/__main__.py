"""Judge the zoo with the suite: `python -m tests.covers.zoo [NAME...] --seeds 1 2 3`, from the root of a checkout."""

import argparse
import sys
import time
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

from crosscover.covers.opening import open_run, read_settings
from crosscover.errors import ExitCode, NotStartedError
from crosscover.report.events import Event, Failing
from tests.selftest.zoo.model import MissingToolError

from . import MUTANTS, RIGHT
from .model import CoverSolver, RightCovers, specification, written

LIMITS = {True: {"time": 60}, False: {"time": 20, "time_limit": 3, "first": True}}
"""Options for judging a right solver, and a mutant: mutants that do not return are found within their time."""


def main(arguments: Sequence[str] | None = None) -> ExitCode:
    """Judge solvers with each seed; return FAULT for a mutant that passes and for a right solver that fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.covers.zoo", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=["*"], help="only these; * and ? are wildcards")
    parser.add_argument("--seeds", type=int, nargs="+", metavar="N", default=[1], help="seeds of the runs (default: 1)")
    given = parser.parse_args(arguments)
    chosen = [each for each in (*MUTANTS, *RIGHT) if any(fnmatchcase(each.name, name) for name in given.names)]
    if not chosen:
        parser.error("no solver has such a name")
    mistakes = 0
    with TemporaryDirectory(prefix="crosscover-zoo-") as folder:
        for solver in chosen:
            for seed in given.seeds:
                is_expected, words = judge(solver, seed, Path(folder))
                print(f"{solver.name:28} seed {seed}  {words}{'' if is_expected else '  <-- NOT EXPECTED'}", flush=True)
                mistakes += not is_expected
    print(f"{len(chosen)} solvers, {len(given.seeds)} seeds: {mistakes} unexpected results")
    return ExitCode.FAULT if mistakes else ExitCode.GOOD


def judge(solver: CoverSolver, seed: int, folder: Path) -> tuple[bool, str]:
    """Return whether the result is as expected, and the result in words; a solver that needs a missing tool passes."""
    is_right = isinstance(solver, RightCovers)
    times: list[float] = []

    def listen(event: Event) -> None:
        if isinstance(event, Failing):
            times.append(time.monotonic())

    try:
        what = specification(solver, written(solver, folder))
        started = time.monotonic()
        settings = read_settings(what, {"seed": seed, **LIMITS[is_right]}, store=None)
        run = open_run(settings, [listen], ())
    except MissingToolError as error:
        return True, f"not run: {error}"
    except NotStartedError as error:
        return False, f"not started: {error}"
    try:
        result = run.run()
    finally:
        run.subject.close()
    if run.error is not None:
        raise run.error
    seconds = f"{(times[0] if times else time.monotonic()) - started:5.1f} s"
    reasons = "; ".join(f"{each.property_name}: {each.reason}" for each in result.failures)
    is_expected = result.exit_code is (ExitCode.GOOD if is_right else ExitCode.WRONG)
    return is_expected, f"{result.grade.name:10} {seconds}  {reasons or f'{result.judged} problems'}"


if __name__ == "__main__":
    sys.exit(main())
