"""Blocks of many thousands of puzzles that follow from certified ones, made as arrays: no engine decides them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.block import Block
from crosscover.properties.corpus.certified import corpus
from crosscover.properties.corpus.derivation import Derived, images, with_clues_removed, with_further_clues
from crosscover.subjects.options import Contract

FORMS = ("", ", clues added", ", clues removed")
"""What becomes of a puzzle beside its symmetry, as it stands behind the name of its kind."""


def derived_block(seed: int, size: int, contract: Contract) -> Block:
    """So many images of certified puzzles, half of them with further clues or fewer; some 10 us a puzzle.

    The same for the same arguments. Under the contract `proper` all are proper; under `least` none has several
    solutions, since it is not known which of them is the least.
    """
    random = np.random.default_rng(seed)
    known = corpus()
    rows = random.choice(_allowed(contract), size)
    drawn = images(Derived.of(known, rows), random)
    more = random.random(size) < 0.5
    fewer = more & (drawn.counts == 2) & (random.random(size) < 0.5)
    form = np.where(fewer, 2, np.where(more, 1, 0)).astype(np.uint8)
    puzzles = drawn.puzzles.copy()
    for number, derive in ((1, with_further_clues), (2, with_clues_removed)):
        chosen = np.flatnonzero(form == number)
        part = Derived(drawn.puzzles[chosen], drawn.solutions[chosen], drawn.counts[chosen])
        puzzles[chosen] = derive(part, random).puzzles
    kinds = known.kinds[rows] * np.uint8(len(FORMS)) + form
    return Block(puzzles, drawn.solutions, drawn.counts, kinds, _kind_names())


@cache
def _allowed(contract: Contract) -> NDArray[np.intp]:
    known = corpus()
    match contract:
        case Contract.PROPER:
            return np.flatnonzero(known.counts == 1)
        case Contract.LEAST:
            return np.flatnonzero(known.counts != 2)
        case _:
            return np.arange(len(known))


@cache
def _kind_names() -> tuple[str, ...]:
    return tuple(f"derived: {kind}{form}" for kind in corpus().kind_names for form in FORMS)
