"""Which puzzle, asked alone, shows which mutant to be wrong.

A mutant is asked thousands of puzzles in long runs, since a run for each would take days. What goes wrong there may be
due to the puzzles before, so some of it is asked again alone: if all of that is wrong again the rest is taken to be,
and otherwise only what was wrong alone counts. A late answer never counts.
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
"""Puzzles in the first run of a mutant, and in the longest."""

RUN_SECONDS = 2.0
"""Runs grow until one takes half as long, and are ended after this; the puzzle that was due then is passed over."""

ALONE = 10
"""So many of the puzzles that a mutant got wrong are asked alone at first."""

OWN_FAULTS = (Fault.RAISED, Fault.MALFORMED)
"""Faults of one puzzle, after which the run goes on."""

KNOWN = "known puzzles"

Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Kills:
    """How many puzzles a mutant was asked, and the places of those that it got wrong when it was asked nothing else."""

    asked: int
    places: list[int]


def pool() -> Block:
    """The puzzles to choose from: the certified corpus, and the known puzzles that are not in it."""
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
    """The places of a block, kinds taking turns, so that those who get no further have been asked some of each kind."""
    shuffled = np.random.default_rng(0).permutation(len(block))
    turns = np.zeros(len(block), np.intp)
    for kind in range(len(block.kind_names)):
        of_kind = np.flatnonzero(block.kinds[shuffled] == kind)
        turns[of_kind] = np.arange(len(of_kind))
    order: Places = shuffled[np.lexsort((block.kinds[shuffled], turns))]
    return order


def find_kills(mutant: Mutant, block: Block, folder: Path, seconds: float) -> Kills:
    """Ask a mutant, which is built in a folder, what its contract allows of a block, for so many seconds at most."""
    order = asking_order(block)
    contract = mutant.options.contract
    if contract is contracts.PROPER:
        order = order[block.counts[order] == 1]
    with closing(subject(materialise(mutant, folder), mutant.options)) as asked:
        runs = list(_runs(asked, block, order, seconds))
        wrong = [place for _, places in runs for place in places]
        return Kills(runs[-1][0], _wrong_alone(asked, block, wrong, seconds))


def _runs(asked: Subject, block: Block, order: Places, seconds: float) -> Iterator[tuple[int, list[int]]]:
    """Ask run by run; how many puzzles have been asked after each, and the places that were wrong in it."""
    contract = asked.options.contract
    deadline = time.monotonic() + seconds
    done, size = 0, FIRST_RUN
    while done < len(order) and time.monotonic() < deadline:
        places = order[done : done + size]
        part = block.rows(places)
        started = time.monotonic()
        answers = asked.ask_block(part.puzzles, RUN_SECONDS)
        if time.monotonic() - started < RUN_SECONDS / 2:
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


def _wrong_alone(asked: Subject, block: Block, wrong: list[int], seconds: float) -> list[int]:
    """The places that are wrong alone, or may be taken to be."""
    deadline = time.monotonic() + seconds
    checked: list[int] = []
    for number, place in enumerate(wrong):
        if number == ALONE and len(checked) == ALONE:
            return wrong
        if time.monotonic() > deadline:
            break
        part = block.rows(slice(place, place + 1))
        answers = asked.ask_block(part.puzzles, RUN_SECONDS)
        late = answers.failure is not None and answers.failure.fault is Fault.TIMED_OUT
        if not late and not is_right(part, answers.answers, asked.options.contract).all():
            checked.append(place)
    return checked
