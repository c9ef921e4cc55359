"""The table of a selftest, and the lines of its runs."""

import io
from dataclasses import replace

from rich.console import Console

from .judging import MutantResult
from .report import show, show_progress
from .samples import REFUSES_FULL_GRIDS, run
from .zoo.model import Kind
from .zoo.origins import MASKS

SLIP = replace(REFUSES_FULL_GRIDS, name="slip", kind=Kind.INDICES)
HANG = replace(REFUSES_FULL_GRIDS, name="hang", kind=Kind.RESOURCES)
RUNS = [
    run(SLIP, MutantResult.KILLED, 1, 17.0, 0.5),
    run(SLIP, MutantResult.KILLED, 2, 30.0, 4.0, "All 3 wrong grids repeat the digit 9."),
    run(HANG, MutantResult.TIMED_OUT, 1, 20.0, 5.0),
    run(HANG, MutantResult.SURVIVED, 2, 77.5),
    run(MASKS, MutantResult.PASSED, 1, 60.0),
    run(MASKS, MutantResult.FALSE_POSITIVE, 2, 16.0, 1.0),
]


def test_the_table() -> None:
    """Runs are counted by kind of mistake and result; times are medians and maxima of the caught ones."""
    out = io.StringIO()
    show(RUNS, 12.0, Console(file=out, width=200, highlight=False))
    lines = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert [line for line in lines if line.startswith("|")][2:] == [
        "| index arithmetic | 1 | 2 | 2 | 0 | 0 | 2.2 / 4.0 | 23.5 / 30.0 | 1 |",
        "| resources | 1 | 2 | 1 | 1 | 1 | 5.0 / 5.0 | 20.0 / 20.0 | 0 |",
        "| all wrong solvers | 2 | 4 | 3 | 1 | 1 | 4.0 / 5.0 | 20.0 / 30.0 | 1 |",
        "| correct solvers | 1 | 2 | 1 | 0 | 1 | 1.0 / 1.0 | 16.0 / 16.0 | 0 |",
    ]
    assert lines[-3:] == [
        "hang, seed 2: survived, 77.5 s: a reason",
        "masks, seed 2: false positive, 16.0 s, the first failure after 1.0 s: a reason",
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
        "1/2 slip, seed 1: killed, 17.0 s, the first failure after 0.5 s",
        "2/2 masks, seed 2: false positive, 16.0 s, the first failure after 1.0 s: a reason",
    ]
