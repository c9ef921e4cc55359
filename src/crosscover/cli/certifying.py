"""Certificates for `crosscover certify`, `unique` and `verify`: made or explained, and counted by claim."""

from collections import Counter

from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.puzzle_files import LocatedEntry

CertificateOrReason = Certificate | tuple[ExitCode, str]
"""A certificate, or the exit code and the reason if there is none."""


def certify_or_explain(producer_name: str, most: int, task: LocatedEntry) -> tuple[str, CertificateOrReason]:
    """The place of a puzzle, with its certificate or the reason why there is none."""
    place, entry = task
    try:
        return place, certify_puzzle(entry.puzzle, producer(producer_name), most)
    except FalseCertificateError as error:
        return place, (ExitCode.FAULT, f"the proof by {producer_name} is wrong: {error}")
    except ProofError as error:
        return place, (ExitCode.NOT_DECIDED, str(error))
    except ValueError as error:  # another shape, or too high a number
        return place, (ExitCode.USAGE, str(error))


class ClaimTally:
    """Counts of certificates by claim, and of their grids and lemmas."""

    def __init__(self) -> None:
        self._claims: Counter[ClaimKind] = Counter()
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
        """The number of certificates of each claim that occurs: `2 none, 6 unique`."""
        return (
            ", ".join(f"{self._claims[claim]:,} {claim.value}" for claim in ClaimKind if self._claims[claim]) or "none"
        )
