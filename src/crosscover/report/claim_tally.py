"""How many certificates there are of each claim, and what their checks consisted of."""

from collections import Counter
from collections.abc import Iterator

from crosscover.oracles.certificate import Certificate, ClaimKind

from .words import pluralize

PROVED = {
    ClaimKind.NONE: "that a puzzle has no solution",
    ClaimKind.UNIQUE: "that a puzzle has exactly one solution",
    ClaimKind.SEVERAL: "that a puzzle has at least two solutions",
    ClaimKind.EXACTLY: "the exact number of solutions of a puzzle",
    ClaimKind.AT_LEAST: "a minimum for the number of solutions of a puzzle",
    ClaimKind.MINIMAL: "that a puzzle is minimal",
    ClaimKind.REDUNDANT: "that a clue is redundant",
    ClaimKind.ISOMORPHIC: "that two puzzles are isomorphic",
}
"""What a certificate of each claim proves."""


class ClaimTally:
    """Counts of true certificates by their claims."""

    def __init__(self) -> None:
        self._certificates: Counter[ClaimKind] = Counter()
        self._grids: Counter[ClaimKind] = Counter()
        self._lemmas: Counter[ClaimKind] = Counter()

    def add(self, certificate: Certificate) -> None:
        """Count a certificate."""
        self._certificates[certificate.claim] += 1
        self._grids[certificate.claim] += len(certificate.solutions)
        self._lemmas[certificate.claim] += len(certificate.lemmas)

    @property
    def number(self) -> int:
        """The number of certificates."""
        return self._certificates.total()

    @property
    def lemmas(self) -> int:
        """The number of their lemmas."""
        return self._lemmas.total()

    def counts(self) -> str:
        """The number of certificates of each claim that occurs: `2 none, 6 unique`."""
        return ", ".join(f"{self._certificates[claim]:,} {claim.value}" for claim in self._claims())

    def sentences(self) -> Iterator[str]:
        """For each claim that occurs, how many certificates prove it, and how they were checked."""
        for claim in self._claims():
            number, grids, lemmas = self._certificates[claim], self._grids[claim], self._lemmas[claim]
            checks = [f"{pluralize(grids, 'grids')} checked by the rules"] if grids else []
            if claim is ClaimKind.ISOMORPHIC:
                checks.append(f"{pluralize(number, 'symmetries')} applied")
            elif claim not in (ClaimKind.SEVERAL, ClaimKind.AT_LEAST):
                checks.append(f"{pluralize(lemmas, 'lemmas')}{'' if grids else ' checked'} by unit propagation")
            prove = "proves" if number == 1 else "prove"
            yield f"{number:,} {prove} {PROVED[claim]}: {', '.join(checks)}"

    def _claims(self) -> list[ClaimKind]:
        return [claim for claim in ClaimKind if self._certificates[claim]]
