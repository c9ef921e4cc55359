"""The puzzles for measuring the performance of a solver: a fixed selection of certified puzzles and images."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.limits import END_SECONDS
from crosscover.harness.session import SubjectSession
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank
from crosscover.result import Speed
from crosscover.subjects.blocks import grids

from .corpus.certified import corpus, nodes_of_corpus
from .performance import EASY, FEW_CLUES, HARD, TRIVIAL, Workload, measure

HARD_NODES = 5000
"""Minimum nodes of a plain search for hard puzzles and for 17-clue puzzles, if enough puzzles reach it."""

DIFFERENT = 32
"""Number of certified puzzles that are hard, and with 17 clues; further puzzles are their images."""

EASY_PART = 8
"""Position of the first easy puzzle among all puzzles sorted by nodes: one eighth from the start."""

DIAGONAL_CLUES = 0.6
"""Maximum share of clues in a diagonal Sudoku, whose corpora hold many nearly full puzzles."""

EASY_KINDS = 8
"""Number of easy puzzles that alternate, so runs with power-of-2 lengths are similar mixtures."""


def speed_of(session: SubjectSession, seconds: float = END_SECONDS) -> Speed:
    """Measure the speed of a session's subject, once per session; an internal error does not stop the reports."""
    if session.speed is None:
        puzzles = workload(session.subject.options.shape)
        try:
            session.speed = measure(session.subject, puzzles, min(seconds, session.deadline.left / 2))
        except Exception as error:
            session.speed = Speed(unmeasured=(f"anything: {type(error).__name__}: {error}",))
    return session.speed


@cache
def workload(shape: Shape = Shape()) -> Workload:
    """Return the puzzles for measurements; only plain Sudoku of 3x3 boxes has puzzles with 17 clues."""
    proved, nodes = corpus(shape), nodes_of_corpus(shape)
    clues = (proved.puzzles > 0).sum(axis=1)
    most = DIAGONAL_CLUES * shape.cells if shape.diagonals else shape.cells
    proper = np.flatnonzero((proved.counts == 1) & (clues < most))
    order = proper[np.argsort(nodes[proper], kind="stable")]

    def from_nodes(rows: NDArray[np.intp]) -> NDArray[np.intp]:
        first = np.searchsorted(nodes[rows], HARD_NODES)
        return rows[max(0, min(int(first), len(rows) - DIFFERENT)) :][:DIFFERENT]

    easy = order[len(order) // EASY_PART :][:EASY_KINDS]
    solutions = grids(proved.solutions[easy, 0], shape)
    chosen = {EASY: easy, HARD: from_nodes(order)}
    if shape == Shape():
        chosen[FEW_CLUES] = from_nodes(order[clues[order] == 17])
    series = {kind: grids(proved.puzzles[rows], shape) for kind, rows in chosen.items()}
    series[TRIVIAL] = [solution.with_cell(shape.cells // 2, 0) for solution in solutions]
    return {kind: _first_images(puzzles) for kind, puzzles in series.items()}


def _first_images(puzzles: Sequence[Grid]) -> Callable[[int], Sequence[Grid]]:
    shape, made, random = puzzles[0].shape, [*puzzles], Random(0)

    def first(number: int) -> Sequence[Grid]:
        for place in range(len(made), number):
            image = unrank(random.randrange(group_order(shape)), shape)
            made.append(image(puzzles[place % len(puzzles)]))
        return made[:number]

    return first
