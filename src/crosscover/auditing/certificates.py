"""The certificates in a ledger, beside what the ledger says of the puzzles: `crosscover verify` compares them.

Nothing here solves, nor writes: a ledger can be verified while its audit is running.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crosscover.exit_code import UsageError
from crosscover.oracles.certificate import Certificate

from .findings import DECIDED, SQLITE_MAGIC
from .reading import open_ledger

_ROWS = """
SELECT number, puzzle, verdict, solution, second, certificate.line FROM puzzle LEFT JOIN certificate USING (number)
UNION ALL
SELECT number, NULL, '', NULL, NULL, line FROM certificate WHERE number NOT IN (SELECT number FROM puzzle)
ORDER BY number
"""


class CertifiedRow(NamedTuple):
    """What a ledger says of a puzzle, and the line of its certificate; no verdict where it says nothing."""

    number: int
    puzzle: str | None
    verdict: str
    solution: str | None
    second: str | None
    line: str | None

    def find_mismatch(self, certificate: Certificate) -> str:
        """What the certificate says that the row does not; nothing where it is the certificate of this row."""
        if str(certificate.puzzle) != self.puzzle:
            return f"the puzzle of this row is {self.puzzle}"
        if certificate.kind.value != self.verdict:
            return f"it says {certificate.kind.value}, the row {self.verdict}"
        solutions = [text for text in (self.solution, self.second) if text is not None]
        if list(map(str, certificate.solutions)) != solutions:
            return f"the solutions of this row are {', '.join(solutions) or 'none'}"
        return ""


def is_sqlite(name: str) -> bool:
    """Whether there is a file of that name that begins as SQLite files do; nothing is taken from a pipe."""
    path = Path(name)
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError:
        return False


def certified_rows(path: Path) -> Iterator[CertifiedRow]:
    """The rows of a ledger that need a certificate or have one, in order, as they are at one moment.

    Raises what `open_ledger` raises, and UsageError where the audit made no certificates.
    """
    with open_ledger(path) as connection:
        if connection.execute("SELECT value FROM setting WHERE name = 'certify'").fetchone() != ("true",):
            raise UsageError(f"{path} is a ledger without certificates: the audit was not asked to --certify")
        for row in map(CertifiedRow._make, connection.execute(_ROWS)):
            if row.verdict in DECIDED or row.line is not None:
                yield row
