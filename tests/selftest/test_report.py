"""The table of a selftest, and the lines of its runs."""

import io
from dataclasses import replace

from rich.console import Console

from crosscover.result import Status

from .judging import MutantResult
from .report import show, show_progress
from .samples import REFUSES_FULL_GRIDS, result, run
from .zoo.model import Kind
from .zoo.origins import MASKS

SLIP = replace(REFUSES_FULL_GRIDS, name="slip", kind=Kind.INDICES)
HANG = replace(REFUSES_FULL_GRIDS, name="hang", kind=Kind.RESOURCES)
WRONG, TIMED_OUT = Status.WRONG, Status.TIMED_OUT
RUNS = [
    run(SLIP, MutantResult.KILLED, result("easy", 10), result("hard", 7, WRONG, 7)),
    run(SLIP, MutantResult.KILLED, result("easy", 9, WRONG, 3), result("hard", 0, Status.NOT_RUN), seed=2, seconds=4),
    run(HANG, MutantResult.TIMED_OUT, result("easy", 30, TIMED_OUT, 30)),
    run(HANG, MutantResult.SURVIVED, result("easy", 40), result("hard", 50), seed=2, seconds=77.5),
    run(MASKS, MutantResult.PASSED, result("easy", 40), result("hard", 50)),
    run(MASKS, MutantResult.FALSE_POSITIVE, result("easy", 40), result("hard", 50, WRONG, 50), seed=2),
]


def test_the_table() -> None:
    """Runs are counted by kind of mistake and result; puzzles of all properties count up to the first failure."""
    out = io.StringIO()
    show(RUNS, 12.0, Console(file=out, width=200, highlight=False))
    lines = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert [line for line in lines if line.startswith("|")][2:] == [
        "| index arithmetic | 1 | 2 | 2 | 0 | 0 | 10 | 2.5 | 4.0 |",
        "| resources | 1 | 2 | 1 | 1 | 1 | 30 | 1.0 | 1.0 |",
        "| all wrong solvers | 2 | 4 | 3 | 1 | 1 | 17 | 1.0 | 4.0 |",
        "| correct solvers | 1 | 2 | 1 | 0 | 1 | 90 | 1.0 | 1.0 |",
    ]
    assert lines[-3:] == [
        "hang, seed 2: survived, 77.5 s: a reason",
        "masks, seed 2: false positive after 90 puzzles, 1.0 s: a reason",
        "12 s; the longest run took 77.5 s (hang), 1 took more than 76 s",
    ]


def test_progress() -> None:
    """Each run gets a line, with the reason if it needs attention."""
    out = io.StringIO()
    assert list(show_progress(RUNS[:1] + RUNS[5:], 2, Console(file=out, highlight=False, soft_wrap=True))) == [
        RUNS[0],
        RUNS[5],
    ]
    assert out.getvalue().splitlines() == [
        "1/2 slip, seed 1: killed after 17 puzzles, 1.0 s",
        "2/2 masks, seed 2: false positive after 90 puzzles, 1.0 s: a reason",
    ]
