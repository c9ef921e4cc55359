"""The number of mutants that the suites catch, by a single puzzle or by a whole suite in one run."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from crosscover import contracts
from crosscover.harness.block import Block, is_right
from crosscover.responses import Fault
from crosscover.subjects.specification import subject
from tests.selftest.zoo.model import Mutant, materialise

from .kills import Kills
from .selection import select

SIZES = (100, 1000, 10_000)
"""Lengths of the suites; each suite begins the next one."""


def caught_alone(kills: Mapping[str, Kills], chosen: Sequence[int]) -> dict[str, int]:
    """For each mutant that a single puzzle of the pool catches, the index of the first such puzzle in the suite.

    The index is the length of the suite if it has no such puzzle.
    """
    place_of = {place: number for number, place in enumerate(chosen)}
    return {
        name: min((place_of.get(place, len(chosen)) for place in one.places), default=len(chosen))
        for name, one in kills.items()
        if one.places
    }


def caught_left_out(kills: Mapping[str, Kills], block: Block, size: int) -> dict[str, int]:
    """Like `caught_alone` for suites chosen without the mutant in question: the result to expect for new mutants."""
    places: dict[str, int] = {}
    for name, one in kills.items():
        others = [other for other in kills.values() if other is not one]
        places |= caught_alone({name: one}, select(others, block, size)) if one.places else {}
    return places


def caught_in_a_run(mutant: Mutant, suite: Block, folder: Path, seconds: float) -> int | None:
    """The size of the smallest suite that a mutant gets wrong in one run; None if it gets all of them right.

    A run that exceeds the time limit is no evidence, and longer runs are not tried after it.
    """
    with closing(subject(materialise(mutant, folder), mutant.options)) as asked:
        for size in SIZES:
            part = suite.rows(slice(0, size))
            if mutant.options.contract is contracts.PROPER:
                part = part.rows(part.counts == 1)
            answers = asked.ask_block(part.puzzles, seconds)
            if answers.failure is not None and answers.failure.fault is Fault.TIMED_OUT:
                return None
            if answers.failure is not None or not is_right(part, answers.answers, mutant.options.contract).all():
                return size
    return None
