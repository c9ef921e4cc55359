"""The search for wrong answers of a mutant."""

import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from crosscover.harness.block import Block, is_right
from crosscover.reference import Grid
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Subject
from tests.selftest.suite.kills import Places, asking_order, wrong_alone, wrong_in_runs
from tests.selftest.zoo.judge import mistakes
from tests.selftest.zoo.model import Mutant, materialise

from .questions import directed_block, judge_block, ordinary_block

JUDGE_SECONDS = 4.0
"""Time limit in seconds of a run on the puzzles of a judge."""

NEARLY_FULL = 20
"""Maximum number of empty cells of the puzzles that come first, since no clash makes a solver search there for long."""

RUN_SECONDS = 1.0
"""Time limit of a run in seconds; a mutant that searches some clashes without end is still asked many others."""

LONGEST_WITNESS = 300
"""Maximum number of puzzles of a witness."""


class Fate(StrEnum):
    """The result of the search for a mutant."""

    BROKEN = "broken"
    """It does not compile, or is wrong on the puzzles of a judge, or slow there."""
    EQUIVALENT = "equivalent"
    """The search found no wrong answer."""
    WRONG = "wrong"
    """It passes a judge, and is wrong for something."""


@dataclass(frozen=True, slots=True)
class Share:
    """The number of wrong answers, and of puzzles."""

    wrong: int = 0
    asked: int = 0

    @property
    def ratio(self) -> float:
        """The share of wrong answers, 0 if nothing was asked."""
        return self.wrong / max(self.asked, 1)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the wrong answers to directed and to ordinary puzzles, and a witness, if there is one."""

    fate: Fate
    directed: Share = Share()
    ordinary: Share = Share()
    witness: tuple[str, ...] = ()


def examine(mutant: Mutant, folder: Path, seconds: float) -> Found:
    """Build a mutant in a folder, and ask it directed and ordinary puzzles for half of the time each."""
    try:
        specification = materialise(mutant, folder)
    except subprocess.CalledProcessError:
        return Found(Fate.BROKEN)
    with closing(subject(specification, mutant.options)) as asked:
        if not passes_a_judge(asked):
            return Found(Fate.BROKEN)
        contract = asked.options.contract
        directed, witness = wrong_answers(asked, directed_block(contract), seconds / 2)
        ordinary, other_witness = wrong_answers(asked, ordinary_block(contract), seconds / 2)
    if not directed.wrong and not ordinary.wrong:
        return Found(Fate.EQUIVALENT, directed, ordinary)
    return Found(Fate.WRONG, directed, ordinary, min(filter(None, (witness, other_witness)), key=len, default=()))


def passes_a_judge(asked: Subject) -> bool:
    """Whether a solver answers the puzzles of a judge correctly in one run."""
    block = judge_block()
    answers = asked.ask_block(block.puzzles, JUDGE_SECONDS)
    return answers.failure is None and bool(is_right(block, answers.answers, asked.options.contract).all())


def wrong_answers(asked: Subject, block: Block, seconds: float) -> tuple[Share, tuple[str, ...]]:
    """The share of wrong answers to a block, and a witness: one puzzle if possible, otherwise the end of a run."""
    order = asking_order(block)
    hard = (block.puzzles[order] == 0).sum(axis=1) > NEARLY_FULL
    order = order[np.argsort(hard, stable=True)]
    wrong: list[int] = []
    done = 0
    run: Sequence[int] = ()
    for reached, places in wrong_in_runs(asked, block, order, seconds, RUN_SECONDS):
        if places and not run:
            last = int(np.flatnonzero(order == places[0])[0])
            run = order[done : last + 1].tolist()
        wrong += places
        done = reached
    share = Share(len(wrong), done)
    if not wrong:
        return share, ()
    alone = wrong_alone(asked, block, wrong[:1], seconds)
    return share, _witness(asked, block, np.array(alone or run))


def _witness(asked: Subject, block: Block, run: Places) -> tuple[str, ...]:
    """The shortest end of a run, of a length that is a power of two, on which the mutant fails; empty if none does."""
    lengths = [length for length in (1 << power for power in range(12)) if length < len(run)]
    for length in (*lengths, len(run)):
        if length > LONGEST_WITNESS:
            break
        puzzles = tuple(str(Grid(row.tobytes())) for row in block.puzzles[run[-length:]])
        if mistakes(asked.name, asked.options, puzzles):
            return puzzles
    return ()
