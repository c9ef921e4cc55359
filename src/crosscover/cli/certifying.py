"""Certifies a puzzle or explains why there is no certificate, for `crosscover certify` and `unique`."""

from crosscover.errors import ExitCode
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.puzzle_files import LocatedEntry

CertificateOrReason = Certificate | tuple[ExitCode, str]
"""A certificate, or the exit code and the reason if there is none."""


def certify_or_explain(producer_name: str, most: int, task: LocatedEntry) -> tuple[str, CertificateOrReason]:
    """Return the place of a puzzle, and its certificate or the reason why there is none."""
    place, entry = task
    try:
        return place, certify_puzzle(entry.puzzle, producer(producer_name), most)
    except FalseCertificateError as error:
        return place, (ExitCode.FAULT, f"the proof by {producer_name} is wrong: {error}")
    except ProofError as error:
        return place, (ExitCode.NOT_DECIDED, str(error))
    except ValueError as error:  # another shape, or too high a number
        return place, (ExitCode.USAGE, str(error))
