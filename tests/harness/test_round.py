"""A round of a property: its seed, its examples and its end."""

from collections import Counter

from hypothesis import strategies as st

from crosscover.harness.budget import Budget
from crosscover.harness.round import MAX_UNDECIDED
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
