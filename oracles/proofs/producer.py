"""What a maker of proofs does."""

from dataclasses import dataclass
from typing import Protocol

from crosscover.oracles.refutation import Lemma
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Claim:
    """A verdict and the lemmas that are said to prove it, as they came out of the engine; none for two solutions."""

    verdict: Verdict
    lemmas: tuple[Lemma, ...] = ()


class Unproved(RuntimeError):  # noqa: N818 - reads as what is the matter
    """A producer could not decide a puzzle, or could not say why: it gave up, crashed, or its proof is worthless."""


class Producer(Protocol):
    """Decides a puzzle and logs why. Raises Unproved, or UnavailableEngine where what it needs is not there."""

    @property
    def name(self) -> str:
        """What stands in the certificate."""
        ...

    def claim(self, puzzle: Grid) -> Claim:
        """The verdict on a puzzle, with the lemmas that refute a solution, or a second one."""
        ...
