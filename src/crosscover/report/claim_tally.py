"""Totals of certificates by claim, and of the grids and lemmas in their proofs."""

from collections import Counter

from crosscover.oracles.certificate import NUMBERS_OF_GRIDS, Certificate
from crosscover.reference import VerdictKind


class ClaimTally:
    """Counts certificates by claim, and their grids and lemmas."""

    def __init__(self) -> None:
        self._claims: Counter[VerdictKind] = Counter()
        self.grids = self.lemmas = 0

    def add(self, certificate: Certificate) -> None:
        """Count a certificate."""
        self._claims[certificate.claim] += 1
        self.grids += len(certificate.solutions)
        self.lemmas += len(certificate.lemmas)

    @property
    def total(self) -> int:
        """The number of certificates."""
        return self._claims.total()

    def __str__(self) -> str:
        return (
            ", ".join(f"{self._claims[claim]:,} {claim}" for claim in NUMBERS_OF_GRIDS if self._claims[claim]) or "none"
        )
