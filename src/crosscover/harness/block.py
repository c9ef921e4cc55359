"""Blocks of many thousands of puzzles with their right answers, as arrays, and which answers to them are right."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosscover.dialects import Claim
from crosscover.options import Contract
from crosscover.reference import Shape, Unique, Verdict
from crosscover.subjects.subject import CLAIM_CODES, UNREADABLE, Cells

_HOUSES = np.array(Shape().houses)
_DIGIT_BITS = np.zeros(256, np.uint16)
_DIGIT_BITS[1:10] = 1 << np.arange(9)
_BIT_COUNTS = np.array([bits.bit_count() for bits in range(1 << 9)], np.uint8)


@dataclass(frozen=True, slots=True)
class Block:
    """Puzzles with their right answers, one a row.

    `puzzles` is uint8 (n, 81); `solutions` uint8 (n, 2, 81), zeros where there is no such solution; `counts` uint8 (n,)
    the number of solutions, counted to 2; `kinds` uint8 (n,) the index into `kind_names`.
    """

    puzzles: Cells
    solutions: Cells
    counts: Cells
    kinds: Cells
    kind_names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    def rows(self, places: slice | NDArray[np.intp]) -> "Block":
        """The block of some of the puzzles."""
        return Block(
            self.puzzles[places], self.solutions[places], self.counts[places], self.kinds[places], self.kind_names
        )

    def labels(self) -> dict[str, int]:
        """How many puzzles there are of each kind."""
        counted = np.bincount(self.kinds, minlength=len(self.kind_names)).tolist()
        return {name: number for name, number in zip(self.kind_names, counted, strict=True) if number}

    def contradicts(self, place: int, verdict: Verdict) -> bool:
        """Whether a verdict is another than was derived of a puzzle."""
        if min(len(verdict.solutions), 2) != self.counts[place]:
            return True
        return isinstance(verdict, Unique) and self.solutions[place, 0].tobytes() != verdict.solution.values


def is_right(block: Block, answers: Cells, contract: Contract) -> NDArray[np.bool_]:
    """Which of the answers are right, as `explain_mismatch` says it of each: uint8 (n, 81), or (n, 1) for numbers.

    Under the contract `least` no puzzle of the block has several solutions.
    """
    if contract is Contract.COUNT:
        return np.equal(answers[:, 0], block.counts, dtype=np.bool_)
    right = _says_none(block, answers)
    if contract is Contract.CLASSIFY:
        due = np.array([UNREADABLE, CLAIM_CODES[Claim.ONE], CLAIM_CODES[Claim.SEVERAL]], np.uint8)
        right |= (answers[:, 0] == due[block.counts]) & (block.counts > 0)
        return right
    right |= _equal_rows(answers, block.solutions[:, 0]) & (block.counts < 2)  # zeros where a refusal is due
    several = np.flatnonzero(block.counts == 2)
    if contract is Contract.UNIQUE:
        right[several] = answers[several, 0] == CLAIM_CODES[Claim.SEVERAL]
    elif len(several):
        right[several] = _completes(block.puzzles[several], answers[several])
    return right


def _says_none(block: Block, answers: Cells) -> NDArray[np.bool_]:
    """Which of the answers are a word for a puzzle having no solution, and one that is true of it."""
    right: NDArray[np.bool_] = (answers[:, 0] == CLAIM_CODES[Claim.NONE]) & (block.counts == 0)
    for claim, clashing in ((Claim.CLASH, True), (Claim.IMPOSSIBLE, False)):
        places = np.flatnonzero(answers[:, 0] == CLAIM_CODES[claim])
        right[places] = (block.counts[places] == 0) & (_clash(block.puzzles[places]) == clashing)
    return right


def _clash(puzzles: Cells) -> NDArray[np.bool_]:
    """Whether a house has as many different digits as clues or fewer."""
    in_houses = puzzles[:, _HOUSES]
    different = _BIT_COUNTS[np.bitwise_or.reduce(_DIGIT_BITS[in_houses], axis=2)]
    clash: NDArray[np.bool_] = (different < (in_houses > 0).sum(axis=2)).any(axis=1)
    return clash


def _completes(puzzles: Cells, answers: Cells) -> NDArray[np.bool_]:
    """Whether each answer has nine digits in each of the 27 houses, and keeps the clues."""
    houses = np.bitwise_or.reduce(_DIGIT_BITS[answers][:, _HOUSES], axis=2)
    return _equal_rows(houses, np.uint16(0x1FF)) & _equal_rows(answers * (puzzles > 0), puzzles)


def _equal_rows(ones: NDArray[Any], others: NDArray[Any] | np.uint16) -> NDArray[np.bool_]:
    equal: NDArray[np.bool_] = (ones == others).all(axis=1)
    return equal
