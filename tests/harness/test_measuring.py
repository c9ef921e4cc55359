"""Measurements of simulated subjects."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover.dialects import DIALECTS, Formatting
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.measuring import Measurement
from crosscover.harness.performance import EASY, FEW_CLUES, HARD
from crosscover.options import CERTIFIED_SHAPES, Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.workload import workload
from crosscover.reference import Grid, Shape, count
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


@pytest.mark.parametrize("shape", CERTIFIED_SHAPES, ids=str)
def test_workloads_of_shapes(shape: Shape) -> None:
    """Each certified shape has proper puzzles to measure with, of which the hard ones need more nodes."""
    made = workload(shape)
    kinds = (EASY, HARD, FEW_CLUES) if shape == Shape() else (EASY, HARD)
    assert tuple(made.images) == kinds[1:]
    nodes = {kind: [baseline_nodes(puzzle, 2, 3000) for puzzle in made.series[kind](2)] for kind in (EASY, HARD)}
    assert min(nodes[HARD]) > max(nodes[EASY])
    assert all(count(BitmaskEngine(), puzzle, 2) == 1 for kind in kinds for puzzle in made.series[kind](10)[::5])
    assert len({one.number for run in made.counted for one in run}) > 2
