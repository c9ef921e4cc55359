"""Hash seeds of a subject's runs: Python orders sets of texts by them, so a solver may be wrong for some of them only.

    each batch of a property ──► another seed, drawn from the seed of the run, the property, its round, and the batch
    after its first failure  ──► the seed with which it failed, while it is shrunk, saved and repeated
    the smallest batch       ──► other seeds: if it passes with one of them, the failure needs its own

A program has a seed of its own for each batch. A Python function has to be loaded for each seed, so it has a few.
"""

from random import Random

from crosscover.subjects.subject import Subject, SubjectKind

from .deadline import Deadline

LARGEST = 9999
"""The largest seed that is drawn: few digits are easy to type. Seed 0 is not drawn, as it is what CI systems set."""

MOST_LOADED, FEWEST_LOADED = 8, 2
"""Numbers of seeds of a function: with 8, an error for half of all seeds stays unnoticed with 0.4 %."""

LOADING_SHARE = 0.1
"""The largest part of the time of a run for loading a function with further seeds."""

OTHERS = 6
"""Number of seeds with which a failure is repeated, to see whether it needs its own."""


class HashSeeds:
    """Chooses the hash seeds of a subject. The first one is that of its pre-check."""

    def __init__(self, subject: Subject, seed: int) -> None:
        self._subject = subject
        self._seeds = Random(f"{seed} hash").sample(range(1, LARGEST + 1), MOST_LOADED)
        self._number = MOST_LOADED
        self.use(self._seeds[0])

    def limit(self, first_run: float, deadline: Deadline) -> None:
        """Use as many seeds for a function as it can be loaded with, if its first run has taken these seconds."""
        affordable = LOADING_SHARE * deadline.left / max(first_run, 1e-3)
        self._number = int(min(MOST_LOADED, max(FEWEST_LOADED, affordable)))

    def choose(self, text: str) -> None:
        """Use the hash seed that belongs to a text."""
        random = Random(f"{text} hash")
        if self._subject.kind is SubjectKind.FUNCTION:
            self.use(random.choice(self._seeds[: self._number]))
        else:
            self.use(random.randint(1, LARGEST))

    def use(self, seed: int | None) -> None:
        """Use this hash seed, that of a failure; None changes nothing."""
        if seed is not None:
            self._subject.use_hash_seed(seed)

    def others(self) -> list[int]:
        """Hash seeds other than the present one."""
        return [seed for seed in self._seeds[: self._number] if seed != self._subject.hash_seed][:OTHERS]
