"""What a trial does that makes no failure small."""

import time
from collections.abc import Sequence

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.harness import Budget, Trial, Wrong
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel
from crosscover.properties import strategies as draw
from crosscover.reference import Grid
from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Options
from crosscover.subjects.response import Answered
from crosscover.subjects.subject import Transcript

ENGINE = BitmaskEngine()


class Forgetful:
    """Leaves a batch of more than so many puzzles unsolved, and takes its time over it."""

    name = "forgetful"
    contract = Contract.PROPER
    options = Options()

    def __init__(self, most: int, seconds: float = 0) -> None:
        self.most = most
        self.seconds = seconds
        self.sizes: list[int] = []

    def ask(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Transcript:
        """Answer, or give the puzzles back."""
        del formatting
        self.sizes.append(len(batch))
        if len(batch) > self.most:
            time.sleep(self.seconds)
            return Transcript(tuple(map(Answered, batch)))
        return Transcript(tuple(Answered(next(ENGINE(puzzle, 1))) for puzzle in batch))

    def close(self) -> None:
        """Nothing to give back."""


def test_a_property_ends_at_its_first_failure() -> None:
    """Nothing is asked after the failure, and the finding is what was drawn."""
    subject = Forgetful(3)
    trial = Trial(subject, Panel({"bitmask": ENGINE}), Budget(seed=1, shrink_seconds=0))
    trial.begin("sizes")

    with pytest.raises(Wrong) as caught:
        trial.explore(draw.batches(draw.symmetric_images_of_known()), trial.judge)

    assert [size > 3 for size in subject.sizes] == [*[False] * (len(subject.sizes) - 1), True]
    assert len(caught.value.counterexample.batch) == subject.sizes[-1]
    assert trial.record.failed_after == sum(subject.sizes)


def test_a_slow_failure_of_a_long_batch_is_the_same_when_it_is_tried_again() -> None:
    """How many puzzles a subject can be given is not settled anew by a batch that fails."""
    trial = Trial(Forgetful(100, seconds=0.5), Panel({"bitmask": ENGINE}), Budget(seed=1, shrink_seconds=0, examples=8))
    trial.begin("long")

    with pytest.raises(Wrong):
        trial.explore(draw.long_batches(), lambda batch: trial.judge(batch[: trial.affordable()]))
