"""Blocks, which hold thousands of puzzles and their solutions as arrays, and checks of whole blocks of answers."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import NUMBER, REFUSAL, SEVERAL_WORD, SOLUTION, Contract, Requirement
from crosscover.reference import Shape, Unique, Verdict
from crosscover.visible_kinds import VisibleKind

from .subject import REFUSED, SEVERAL, Cells

Correct = NDArray[np.bool_]
"""Whether each answer is correct."""

_DIGIT_BITS = np.zeros(256, np.uint16)
_DIGIT_BITS[1:17] = 1 << np.arange(16)


@dataclass(frozen=True, slots=True)
class Block:
    """Puzzles with their solutions, one per row.

    For c cells, at most 256, `puzzles` is uint8 (n, c); `solutions` uint8 (n, 2, c), zeros for a missing solution;
    `counts` uint8 (n,), the number of solutions, counted to 2; `kinds` uint8 (n,), the indices into `kind_names`.
    """

    puzzles: Cells
    solutions: Cells
    counts: Cells
    kinds: Cells
    kind_names: tuple[str, ...]
    shape: Shape = Shape()

    def __len__(self) -> int:
        return len(self.puzzles)

    def indices_of(self, *kind_names: str) -> NDArray[np.intp]:
        """Return the row numbers of the puzzles of some kinds; raises ValueError for an unknown kind."""
        return np.flatnonzero(np.isin(self.kinds, [self.kind_names.index(name) for name in kind_names]))

    def rows(self, places: slice | NDArray[np.intp]) -> "Block":
        """Return a block of the given rows."""
        puzzles, solutions, counts, kinds = self.puzzles, self.solutions, self.counts, self.kinds
        return Block(puzzles[places], solutions[places], counts[places], kinds[places], self.kind_names, self.shape)

    def without(self, kinds: Collection[VisibleKind]) -> "Block":
        """Return the block without puzzles of some kinds."""
        left_out = np.zeros(len(self), np.bool_)
        if VisibleKind.FULL in kinds:
            left_out |= (self.puzzles > 0).all(axis=1)
        if VisibleKind.CLASHING in kinds:
            unsolvable = np.flatnonzero(self.counts == 0)
            left_out[unsolvable] |= _clash(self.puzzles[unsolvable], self.shape)
        return self.rows(np.flatnonzero(~left_out)) if left_out.any() else self

    def labels(self) -> dict[str, int]:
        """Return the number of puzzles of each kind."""
        counted = np.bincount(self.kinds).tolist()
        return {self.kind_names[kind]: number for kind, number in enumerate(counted) if number}

    def contradicts(self, place: int, verdict: Verdict) -> bool:
        """Return whether a verdict differs from the derived solutions of a puzzle."""
        if min(len(verdict.solutions), 2) != self.counts[place]:
            return True
        return isinstance(verdict, Unique) and self.solutions[place, 0].tobytes() != verdict.solution.values


def are_correct(block: Block, answers: Cells, contract: Contract) -> Correct:
    """Return whether each answer, uint8 (n, c), or (n, 1) without grids, is correct as in `Contract.explain`.

    The solution count of each puzzle must be one of `derivable_counts`.
    """
    correct = np.zeros(len(block), np.bool_)
    for requirement in dict.fromkeys(contract.requirements):
        numbers = [number for number, other in enumerate(contract.requirements) if other is requirement]
        required = np.isin(block.counts, numbers)
        if required.any():
            correct |= required & _CHECKS[requirement](block, answers)
    return correct


def derivable_counts(contract: Contract) -> list[int]:
    """Return the solution counts, up to 2, of puzzles whose answers can be judged in a block."""
    checked = [number for number, requirement in enumerate(contract.requirements) if requirement in _CHECKS]
    return [number for number in checked if number == 1 or not contract.proper_only]


def _check_solutions(block: Block, answers: Cells) -> Correct:
    correct = _equal_rows(answers, block.solutions[:, 0])
    several = np.flatnonzero(~correct & (block.counts == 2))
    correct[several] = _completes(block.puzzles[several], answers[several], block.shape)
    return correct


def _check_refusals(_block: Block, answers: Cells) -> Correct:
    correct: Correct = answers[:, 0] == REFUSED
    if answers.shape[1] > 1:  # if there is only one column, 0 is a number
        correct |= ~answers.any(axis=1)
    return correct


_CHECKS: Mapping[Requirement, Callable[[Block, Cells], Correct]] = {
    NUMBER: lambda block, answers: np.equal(answers[:, 0], block.counts, dtype=np.bool_),
    REFUSAL: _check_refusals,
    SOLUTION: _check_solutions,
    SEVERAL_WORD: lambda _, answers: np.equal(answers[:, 0], SEVERAL, dtype=np.bool_),
}
"""Checks of answers, by requirement; blocks hold too little data to check the other requirements."""


def _clash(puzzles: Cells, shape: Shape) -> Correct:
    """Return whether some house contains fewer different digits than clues, for each puzzle."""
    in_houses = puzzles[:, np.array(shape.houses)]
    different = np.bitwise_count(np.bitwise_or.reduce(_DIGIT_BITS[in_houses], axis=2))
    clash: Correct = (different < (in_houses > 0).sum(axis=2)).any(axis=1)
    return clash


def _completes(puzzles: Cells, answers: Cells, shape: Shape) -> Correct:
    """Return whether each answer keeps the clues and contains all digits in every house."""
    houses = np.bitwise_or.reduce(_DIGIT_BITS[answers][:, np.array(shape.houses)], axis=2)
    return _equal_rows(houses, np.uint16((1 << shape.side) - 1)) & _equal_rows(answers * (puzzles > 0), puzzles)


def _equal_rows(ones: NDArray[Any], others: NDArray[Any] | np.uint16) -> Correct:
    equal: Correct = (ones == others).all(axis=1)
    return equal
