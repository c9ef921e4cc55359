"""A round of a property: its seed, its examples and its end."""

from collections import Counter

from hypothesis import strategies as st

from crosscover.harness.budget import Budget
from crosscover.harness.round import MAX_UNDECIDED
from crosscover.harness.timeouts import Outcome
from crosscover.reference import Grid

from .fakes import EASY, SOLUTION, harness_of, scripted

ONE_EMPTY = st.integers(0, 80).map(lambda cell: [SOLUTION.with_cell(cell, 0)])
"""Batches of a puzzle with an empty cell."""


def drawn(name: str = "a", seed: int = 1, rounds: int = 1, *, jobs: int = 1) -> list[tuple[Grid, ...]]:
    """The batches that a round of a property asks."""
    subject = scripted()
    harness = harness_of(subject, Budget(examples=8, seed=seed), name=name, jobs=jobs)
    harness.round.result.rounds = rounds
    harness.judge_each(ONE_EMPTY)
    return subject.received


def test_examples() -> None:
    """The same seed draws the same examples for one round of one property, also with two processes, and else others."""
    assert len(drawn()) == 8
    assert drawn() == drawn()
    assert Counter(drawn(jobs=2)) == Counter(drawn())
    assert drawn() not in (drawn("b"), drawn(seed=2), drawn(rounds=2))


def test_undecided_puzzles_end_a_round() -> None:
    """After a few undecided puzzles, each of which costs the engines their time limit, a round ends."""
    harness = harness_of(scripted())
    for _ in range(MAX_UNDECIDED):
        assert not harness.round.is_over()
        harness.round.note_undecided(EASY)
    assert harness.round.is_over()


def test_unanswered_puzzles_keep_their_order() -> None:
    """Puzzles without an answer are listed in the order of their run, also those that need too much memory."""
    harness = harness_of(scripted())
    puzzles = tuple(SOLUTION.with_cell(cell, 0) for cell in range(20))
    harness.session.runs.out_of_memory.update(puzzles[::2])
    harness.round.count_outcome(Outcome(unanswered=puzzles, suspects=puzzles[:5]))
    result = harness.round.result
    assert result.unanswered == list(puzzles)
    assert (result.suspects, result.out_of_memory) == (list(puzzles[:5]), list(puzzles[::2]))
