"""Sample runs for comparisons."""

from dataclasses import replace

from crosscover.exit_code import ExitCode
from crosscover.harness.result import Failure, Status
from crosscover.report.comparison import ComparedRun, Comparison, SolverAnswer, failing_inputs
from crosscover.report.events import Footer
from crosscover.responses import Answered

from .samples import (
    HEADER,
    NASTY,
    PERFORMANCE,
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    footer,
    not_run,
    passed,
    timed_out,
    wrong,
)

OTHER = replace(HEADER, subject="python:b.py:solve", seed=5)
GOOD = Footer(
    (passed(), passed("patterns"), passed("long_runs")), 3.0, ExitCode.GOOD, complete=True, performance=PERFORMANCE
)
BAD = footer(passed(), wrong(), timed_out(), not_run())


def comparison(*, hostile: str = "") -> Comparison:
    """A wrong solver, a right one, and one that fails only on the inputs of the first one."""
    third = replace(HEADER, subject=f"exec:./c {hostile}")
    found = counterexample(*[Answered(SOLUTION)] * 9, Answered(WRONG_ANSWER))
    found = replace(found, mismatch=replace(found.mismatch, reason=hostile or found.reason, variant="many"))
    many = replace(wrong("long_runs", found), failure=Failure(found.reason, found))
    runs = (
        ComparedRun(HEADER, footer(passed(), wrong(), many, not_run())),
        ComparedRun(OTHER, GOOD),
        ComparedRun(third, GOOD),
    )
    others = {1: SolverAnswer(Status.PASSED), 2: SolverAnswer(Status.TIMED_OUT, remark=hostile)}
    disagreements = tuple(replace(one, answers={**one.answers, **others}) for one in failing_inputs(runs))
    return Comparison(runs, disagreements, left_out=2)


HOSTILE = f"<script>alert(1)</script><img src=http://example.org/x onerror=alert(2)>{NASTY}\u202e"
