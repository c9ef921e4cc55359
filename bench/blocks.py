"""`python -m bench.blocks`: measure crosscover's own time per puzzle beside the solver's, in the property `volume`.

Each solver is judged in several runs, which alternate. All times are CPU times, so a busy machine has little influence:
of this process and of the supervisor on one side, of the solver's processes on the other side. The last column is the
part of the run in which the solver computes; on an idle machine, the solver waits in the rest of the run.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

from crosscover.contracts import PROPER
from crosscover.harness.budget import Budget
from crosscover.harness.harness import judge
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.options import Call, Options
from crosscover.properties import all_properties
from crosscover.reference import Shape
from crosscover.subjects.process_subject import open_subject

from .results import show_table, update_results

SOLVERS = Path(__file__).parents[1] / "tests" / "selftest" / "zoo" / "right"
SUBJECTS: Mapping[str, tuple[str, Options]] = {
    "C program": (f"exec:{SOLVERS}/links.c", Options(dialect="poj3074", contract=PROPER)),
    "Python function": (f"python:{SOLVERS}/masks.py:solve", Options(contract=PROPER)),
    "JavaScript function": (f"js:{SOLVERS}/dancing.mjs:solve", Options(call=Call.CELLS, contract=PROPER)),
    "C program, diagonals": (f"exec:{SOLVERS}/diagonal_masks.c", Options(dialect="lines", variant="x")),
    "C program, 4x4 boxes": (f"exec:{SOLVERS}/letters.c", Options(dialect="poj3076", contract=PROPER)),
    "Python function, 2x3 boxes": (
        f"python:{SOLVERS}/boxes.py:solve",
        Options(call=Call.ROWS, contract=PROPER, shape=Shape(2, 3)),
    ),
}
"""Specification and options of each solver, all correct, by the name of its kind."""


@dataclass(frozen=True, slots=True)
class BlockCost:
    """CPU times per puzzle in microseconds, and puzzles per second."""

    own: float
    solver: float
    rate: float


def block_cost(spec: str, options: Options, seconds: float, seed: int) -> BlockCost:
    """Judge a solver by `volume` for some seconds, after a run that starts the supervisor and loads the solver."""
    subject = open_subject(spec, options)
    session = SubjectSession(subject, verdicts_for(spec), seed=seed)
    [volume] = [prop for prop in all_properties() if prop.name == "volume"]
    try:
        session.smoke()
        judge(volume, session, Budget(seconds=0.0), lambda: None)
        before, judged = _times(), session.result_of(volume).reported.judged
        session.begin(seconds)
        judge(volume, session, Budget(examples=1 << 20, seed=seed, seconds=seconds), lambda: None)
        reported = session.result_of(volume).reported
        if reported.status.has_failed:
            raise ValueError(f"{spec} fails")
        own, solver, wall = (after - start for after, start in zip(_times(), before, strict=True))
    finally:
        session.close()
    puzzles = reported.judged - judged
    return BlockCost(own / puzzles * 1e6, solver / puzzles * 1e6, puzzles / wall)


def _times() -> tuple[float, float, float]:
    """Return the CPU time of this process and of the supervisors, that of the solver's processes, and the time."""
    own, solver = time.process_time(), 0.0
    for supervisor in psutil.Process().children():
        used = supervisor.cpu_times()
        own += used.user + used.system
        solver += used.children_user + used.children_system
    return own, solver, time.monotonic()


def main() -> None:
    """Parse the arguments, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.blocks", description="Measures the cost of blocks.")
    parser.add_argument("--seconds", type=float, default=10, help="time of a run (default %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each solver (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table, beside others in the file")
    arguments = parser.parse_args()
    costs: defaultdict[str, list[BlockCost]] = defaultdict(list)
    for number in range(arguments.runs):
        for name, (spec, options) in SUBJECTS.items():
            costs[name].append(block_cost(spec, options, arguments.seconds, number))
    rows = [_row(name, measured) for name, measured in costs.items()]
    show_table(f"medians of {arguments.runs} runs of {arguments.seconds:g} s, one run of the solver at a time", rows)
    if arguments.json:
        update_results(arguments.json, {"blocks": rows})


def _row(name: str, measured: Sequence[BlockCost]) -> dict[str, str]:
    own, solver = median(cost.own for cost in measured), median(cost.solver for cost in measured)
    return {
        "solver": name,
        "µs of crosscover": f"{own:,.1f}",
        "µs of the solver": f"{solver:,.1f}",
        "ratio": f"{own / solver:.2f}",
        "puzzles/s": f"{median(cost.rate for cost in measured):,.0f}",
    }


if __name__ == "__main__":
    main()
