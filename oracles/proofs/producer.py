"""What a producer of proofs does."""

from collections.abc import Iterable
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


class ProofError(RuntimeError):
    """A producer could not decide a puzzle, or could not say why: it gave up, crashed, or its proof is worthless."""


def parse_drup(log: Iterable[str]) -> tuple[Lemma, ...]:
    """The lemmas of a log in DRUP or DRAT, without its deletions and without the empty clause."""
    lines = (line.split() for line in log)
    clauses = (tuple(map(int, words[:-1])) for words in lines if words and words[0] != "d")
    return tuple(clause for clause in clauses if clause)


class Producer(Protocol):
    """Decides a puzzle and logs why. Raises ProofError, or UnavailableEngineError where what it needs is not there."""

    @property
    def name(self) -> str:
        """What stands in the certificate."""
        ...

    def claim(self, puzzle: Grid) -> Claim:
        """The verdict on a puzzle, with the lemmas that refute a solution, or a second one."""
        ...
