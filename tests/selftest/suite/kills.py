"""Find the single puzzles that each mutant gets wrong.

A mutant receives thousands of puzzles in long runs, since a run for each puzzle would take days. An answer may be wrong
there because of earlier puzzles, so a sample is repeated with one puzzle per run: if the whole sample is wrong again,
all wrong answers count; otherwise only those that were wrong alone. Timeouts never count.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosscover import contracts
from crosscover.harness.block import Block, is_right
from crosscover.properties.corpus import known_puzzles
from crosscover.properties.corpus.certified import corpus
from crosscover.responses import Fault
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import UNREADABLE, Subject
from tests.selftest.zoo.model import Mutant, materialise

FIRST_RUN, LONGEST_RUN = 25, 2000
"""Number of puzzles in the first run of a mutant, and in the longest."""

RUN_SECONDS = 2.0
"""Time limit of a run in seconds; runs grow until one takes half of it, and the puzzle that exceeds it is skipped."""

ALONE = 10
"""Number of wrong puzzles that are repeated alone at first."""

OWN_FAULTS = (Fault.RAISED, Fault.MALFORMED)
"""Faults that concern one puzzle, after which the run continues."""

KNOWN = "known puzzles"

Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Kills:
    """The number of puzzles that a mutant received, and the indices of those that it gets wrong on their own."""

    asked: int
    places: list[int]


def pool() -> Block:
    """The puzzles to choose from: the certified corpus and the known puzzles that are not in it."""
    all_of = corpus()
    there = {row.tobytes() for row in all_of.puzzles}
    others = [known for known in known_puzzles() if known.puzzle.values not in there]
    puzzles = np.frombuffer(b"".join(known.puzzle.values for known in others), np.uint8).reshape(-1, 81)
    solutions = np.zeros((len(others), 2, 81), np.uint8)
    solutions[:, 0] = np.frombuffer(b"".join(known.solution.values for known in others), np.uint8).reshape(-1, 81)
    return Block(
        np.concatenate((all_of.puzzles, puzzles)),
        np.concatenate((all_of.solutions, solutions)),
        np.concatenate((all_of.counts, np.ones(len(others), np.uint8))),
        np.concatenate((all_of.kinds, np.full(len(others), len(all_of.kind_names), np.uint8))),
        (*all_of.kind_names, KNOWN),
    )


def asking_order(block: Block) -> Places:
    """The indices of a block with kinds alternating, so that even a slow mutant receives some puzzles of each kind."""
    shuffled = np.random.default_rng(0).permutation(len(block))
    turns = np.zeros(len(block), np.intp)
    for kind in range(len(block.kind_names)):
        of_kind = np.flatnonzero(block.kinds[shuffled] == kind)
        turns[of_kind] = np.arange(len(of_kind))
    order: Places = shuffled[np.lexsort((block.kinds[shuffled], turns))]
    return order


def find_kills(mutant: Mutant, block: Block, folder: Path, seconds: float) -> Kills:
    """Run a mutant, built in a folder, on the puzzles of a block that its contract allows, within a time limit."""
    order = asking_order(block)
    contract = mutant.options.contract
    if contract is contracts.PROPER:
        order = order[block.counts[order] == 1]
    with closing(subject(materialise(mutant, folder), mutant.options)) as asked:
        runs = list(wrong_in_runs(asked, block, order, seconds))
        wrong = [place for _, places in runs for place in places]
        return Kills(runs[-1][0], wrong_alone(asked, block, wrong, seconds))


def wrong_in_runs(
    asked: Subject, block: Block, order: Places, seconds: float, run_seconds: float = RUN_SECONDS
) -> Iterator[tuple[int, list[int]]]:
    """Yield for each run the number of puzzles sent so far and the indices of its wrong answers."""
    contract = asked.options.contract
    deadline = time.monotonic() + seconds
    done, size = 0, FIRST_RUN
    while done < len(order) and time.monotonic() < deadline:
        places = order[done : done + size]
        part = block.rows(places)
        started = time.monotonic()
        answers = asked.ask_block(part.puzzles, run_seconds)
        if time.monotonic() - started < run_seconds / 2:
            size = min(2 * size, LONGEST_RUN)
        right = is_right(part, answers.answers, contract)
        failure = answers.failure
        if failure is not None and failure.fault not in OWN_FAULTS:
            missing = np.flatnonzero((answers.answers == UNREADABLE).any(axis=1))
            reached = int(missing[0]) if len(missing) else len(part)
            right[reached + 1 :] = True
            if failure.fault is Fault.TIMED_OUT:
                right[reached:] = True
                size = max(1, size // 4)
            places, right = places[: reached + 1], right[: reached + 1]
        done += len(places)
        yield done, places[~right].tolist()


def wrong_alone(asked: Subject, block: Block, wrong: list[int], seconds: float) -> list[int]:
    """The indices of puzzles that are wrong alone, or that the sample suggests are."""
    deadline = time.monotonic() + seconds
    checked: list[int] = []
    for number, place in enumerate(wrong):
        if number == ALONE and len(checked) == ALONE:
            return wrong
        if time.monotonic() > deadline:
            break
        part = block.rows(slice(place, place + 1))
        answers = asked.ask_block(part.puzzles, RUN_SECONDS)
        timed_out = answers.failure is not None and answers.failure.fault is Fault.TIMED_OUT
        if not timed_out and not is_right(part, answers.answers, asked.options.contract).all():
            checked.append(place)
    return checked
