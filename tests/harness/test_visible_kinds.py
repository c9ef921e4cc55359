"""Kinds of puzzle that a subject fails for, or does not promise."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from crosscover import contracts
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.harness.schedule import Budget, Schedule
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.properties import strategies as draw
from crosscover.properties.corpus.graded import derived_block
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.runner.run import run_properties
from crosscover.runner.subject_run import SubjectRun
from crosscover.subjects.blocks import grids
from crosscover.visible_kinds import VisibleKind, without

from .fakes import EASY, SOLUTION, FakeClock, ScriptedSubject, right, verdicts

FULL = Grid.canonical()
CLASH = EASY.with_cell(2, 5)
ANY = Options(contract=contracts.ANY)


def raises_if(wrong: Callable[[Grid], bool]) -> Callable[[Sequence[Grid]], list[Response]]:
    """Answers of a subject that raises for some puzzles."""
    return lambda batch: [Failed(Fault.RAISED, "raised E", "E") if wrong(one) else right(one) for one in batch]


def harness(wrong: Callable[[Grid], bool], *avoided: VisibleKind) -> tuple[Harness, ScriptedSubject]:
    """A harness for a subject that raises for some puzzles."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, raises_if(wrong), options=ANY)
    session = SubjectSession(subject, verdicts(), clock=clock)
    return Harness(session, "p", Budget(examples=20, seed=1), avoided=frozenset(avoided)), subject


def test_puzzles_without_a_kind() -> None:
    """A full grid loses a clue, and a puzzle whose clues clash is left out; other puzzles stay."""
    assert without(EASY, set(VisibleKind)) == EASY
    assert without(CLASH, [VisibleKind.FULL]) == CLASH
    assert without(CLASH, [VisibleKind.CLASHING]) is None
    nearly_full = without(FULL, set(VisibleKind))
    assert nearly_full is not None
    assert (len(nearly_full.empty_cells()), FULL.extends(nearly_full)) == (1, True)


def is_nearly_full(puzzle: Grid) -> bool:
    """Whether a puzzle has fewer than nine empty cells."""
    return len(puzzle.empty_cells()) < 9


def is_unsolvable(puzzle: Grid) -> bool:
    """Whether a puzzle has no solution."""
    return isinstance(right(puzzle), Declined)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (VisibleKind.FULL.includes, VisibleKind.FULL),
        (VisibleKind.CLASHING.includes, VisibleKind.CLASHING),
        (is_nearly_full, None),
        (is_unsolvable, None),
    ],
)
def test_a_kind_that_fails(wrong: Callable[[Grid], bool], kind: VisibleKind | None) -> None:
    """A kind is the cause only if a similar puzzle of another kind does not fail like this."""
    judged, _ = harness(wrong)
    puzzles = draw.batches(draw.clashing_puzzles() | draw.full_grids() | draw.contradicting_puzzles())
    with pytest.raises(SubjectFailedError) as caught:
        judged.for_each_example(puzzles, judged.judge)
    assert caught.value.counterexample.only_for is kind


def test_avoided_kinds_are_never_asked() -> None:
    """Neither the examples nor the shrinking of another failure have puzzles of an avoided kind."""
    judged, subject = harness(lambda puzzle: puzzle.values[0] > 4 or VisibleKind.FULL.includes(puzzle), *VisibleKind)
    with pytest.raises(SubjectFailedError) as caught:
        judged.for_each_example(draw.batches(draw.full_grids() | draw.clashing_puzzles()), judged.judge)
    [puzzle] = caught.value.counterexample.batch
    assert puzzle.values[0] > 4
    assert not any(kind.includes(one) for batch in subject.asked for one in batch for kind in VisibleKind)


def test_blocks_without_a_kind() -> None:
    """A block loses the puzzles of a kind, and keeps the others in order."""
    block = derived_block(1, 2000, 0, contracts.ANY)
    kept = block.without(set(VisibleKind))
    of_no_kind = [puzzle for puzzle in grids(block.puzzles) if without(puzzle, set(VisibleKind)) == puzzle]
    assert 0 < len(kept) < len(block)
    assert grids(kept.puzzles) == of_no_kind
    assert np.array_equal(block.without([]).puzzles, block.puzzles)


def test_a_failure_is_kept_if_later_rounds_pass() -> None:
    """A property that goes on without a kind keeps its failure, and adds those of later rounds."""
    first, second = Failure("full", puzzle=SOLUTION), Failure("other", puzzle=EASY)
    earlier = PropertyResult("p", "", Status.WRONG, judged=10, failure=first, failed_after=4)
    passed = PropertyResult("p", "", Status.PASSED, judged=5).after(earlier)
    assert (passed.status, passed.judged, passed.failure, passed.failed_after) == (Status.WRONG, 15, first, 4)
    failed = PropertyResult("p", "", Status.WRONG, judged=5, failure=second, failed_after=1).after(earlier)
    assert [one.failure for one in failed.by_cause()] == [first, second]
    assert failed.failed_after == 4


def test_the_last_round_is_repeated_without_a_kind() -> None:
    """A property that fails for full grids in its only round goes on with other puzzles."""
    clock = FakeClock()
    options = replace(ANY, strict_forms=True)
    subject = ScriptedSubject(clock, raises_if(VisibleKind.FULL.includes), options=options)
    run = SubjectRun(SubjectSession(subject, verdicts(), clock=clock), Schedule([Budget(examples=20, seed=1)]))
    [outcome] = run_properties(run, expression="forms").outcomes
    assert outcome.status is Status.WRONG
    assert outcome.judged > (outcome.failed_after or 0)
    assert run.schedule.rounds(["forms"]) == 1
