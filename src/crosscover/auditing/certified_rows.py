"""The certificates of a ledger beside what its rows say, for `crosscover verify`.

A certificate is checked alone. Then it must prove the verdict of its row. Each verdict needs one, unless the row names
the reason why it is missing.
"""

from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from crosscover.exit_code import UsageError
from crosscover.oracles.certificate import Certificate, ClaimKind
from crosscover.report.words import pluralize

from .audit_summary import summarize
from .findings import RowVerdict
from .ledger_file import stored_settings

QUERY = """
SELECT number, puzzle, shape, verdict, solution, second, solutions, certificate.line
FROM puzzle LEFT JOIN certificate USING (number)
WHERE certificate.line IS NOT NULL OR (uncertified = '' AND verdict IN ('none', 'unique', 'several')) ORDER BY number
"""


class CertifiedRow(NamedTuple):
    """The contents of a ledger about a puzzle; there is no `line` if its certificate is missing without a reason."""

    number: int
    puzzle: str | None
    shape: str | None
    verdict: str
    solution: str | None
    second: str | None
    solutions: int | None
    line: str | None

    def find_mismatch(self, certificate: Certificate) -> str:
        """Describe how the certificate and the row differ; empty if they match."""
        claim, found = certificate.claim, certificate.solutions
        if (str(certificate.puzzle), str(certificate.puzzle.shape)) != (self.puzzle, self.shape):
            return f"the puzzle of this row is {self.puzzle}, of {self.shape} boxes"
        is_exact = claim is ClaimKind.EXACTLY and self.verdict == RowVerdict.SEVERAL
        if claim.value != self.verdict and not is_exact:
            return f"it says {claim.value}, the row {self.verdict}"
        if claim is ClaimKind.EXACTLY and len(found) != self.solutions:
            return f"it says exactly {len(found)} solutions, the row {self.solutions}"
        solutions = [text for text in (self.solution, self.second) if text is not None]
        if list(map(str, found[:2])) != solutions:
            return f"the solutions of this row are {', '.join(solutions) or 'none'}"
        return ""


def certified_rows(ledger: Connection, path: Path) -> Iterator[CertifiedRow]:
    """The rows of a ledger with the certificates that they have or lack, in order.

    Raises UsageError if the audit made no certificates.
    """
    if not stored_settings(ledger)["certify"]:
        raise UsageError(f"{path} is a ledger without certificates: the audit ran with --no-certify")
    return map(CertifiedRow._make, ledger.execute(QUERY))


def uncertified(ledger: Connection) -> Iterator[str]:
    """Why a ledger with true certificates does not prove a verdict for each puzzle."""
    summary = summarize(ledger)
    for verdict in (RowVerdict.INVALID, RowVerdict.UNDECIDED):
        if number := summary.verdicts[verdict]:
            yield f"{pluralize(number, 'puzzles')} {verdict}"
    if lacking := summary.facts["uncertified"]:
        yield f"{pluralize(lacking, 'puzzles')} without a certificate: {summary.uncertified}"
    if not summary.puzzles:
        yield "there are no puzzles"
    if not summary.complete:
        yield "the audit is not complete"
