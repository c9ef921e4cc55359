"""Measurements of simulated subjects."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover.dialects import DIALECTS, Formatting
from crosscover.harness.measuring import Measurement
from crosscover.harness.performance import FEW_CLUES, HARD
from crosscover.options import Options
from crosscover.properties.workload import workload
from crosscover.reference import Grid
from crosscover.subjects.subject import Transcript, Usage

from .fakes import FakeClock, ScriptedSubject

START = 0.002


class UnevenProgram(ScriptedSubject):
    """A program that starts in 2 ms for each puzzle, and takes `slow` seconds for one image of 17 clues in four."""

    def __init__(self, slow: float) -> None:
        name = next(name for name, one in DIALECTS.items() if one.batch_limit == 1)
        super().__init__(FakeClock(), options=replace(Options(), dialect=name))
        self._slow = {*workload().images[FEW_CLUES][::4]}
        self._slow_seconds = slow

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - no text
        seconds: float | None = None,  # noqa: ARG002 - it is in time
        wall_seconds: float | None = None,  # noqa: ARG002 - it is in time
    ) -> Transcript:
        """Return no answers, but the usage."""
        cpu = sum(START + (self._slow_seconds if puzzle in self._slow else 0.0001) for puzzle in batch)
        self._clock.now += cpu
        return Transcript((), usage=Usage(cpu, 2_000))


@pytest.mark.parametrize(("slow", "is_notable"), [(0.1, True), (0.0002, False)])
def test_a_program_of_one_puzzle_a_run_is_uneven(slow: float, is_notable: bool) -> None:
    """The images of a puzzle are compared, although each needs a start; what a start hides makes no difference."""
    subject = UnevenProgram(slow)
    found = Measurement(subject, workload(), 5.0, FakeClock()).run()
    assert {spread.kind for spread in found.spreads} == {HARD, FEW_CLUES}
    assert any(sentence.startswith("UNEVEN") for sentence in found.notable()) is is_notable
