"""The certificates of a ledger beside what its rows say, for `crosscover verify`.

A certificate is checked alone. Then it must prove what the ledger says about the puzzle, and each thing that the ledger
says needs one, unless the row names the reason why it is missing.
"""

import json
from collections.abc import Iterator
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from crosscover.exit_code import UsageError
from crosscover.oracles.certificate import Certificate, ClaimKind
from crosscover.report.words import pluralize

from .findings import DECIDED, VERDICT_CLAIMS, RowVerdict
from .ledger_opening import LedgerConnection
from .ledger_reading import is_complete, read, stored_settings

LINES = 10
"""Rows that are fetched together; each may have megabytes."""

UNIT = 10_000
"""Characters of a line that weigh as much as a short line."""

REASONS = 5
"""Maximum number of reasons for missing certificates that are named."""

QUERY = """
SELECT puzzle.number, puzzle.puzzle, puzzle.shape, puzzle.verdict, puzzle.solution, puzzle.second, puzzle.solutions,
       puzzle.minimal, puzzle.uncertified <> '',
       (SELECT json_group_array(cell) FROM clue WHERE number = puzzle.number AND solution IS NULL),
       earlier.puzzle, isomorph.symmetry, certificate.place, certificate.claim, certificate.line
FROM puzzle
LEFT JOIN certificate ON certificate.number = puzzle.number
LEFT JOIN isomorph ON isomorph.number = puzzle.number
LEFT JOIN puzzle AS earlier ON earlier.number = isomorph.first
ORDER BY puzzle.number, certificate.place
"""


class CertifiedRow(NamedTuple):
    """The contents of a ledger about a puzzle, and one of its certificates; `line` is packed.

    `redundant` is a JSON array of the cells of redundant clues; `symmetry` maps the puzzle to the `image`. `is_excused`
    tells that the row says why certificates are missing. `limit` is the number up to which solutions were counted. If a
    certificate is missing, there is no `line`, and `missing` is what it would prove.
    """

    number: int
    puzzle: str | None
    shape: str | None
    verdict: str
    solution: str | None
    second: str | None
    solutions: int | None
    minimal: int | None
    is_excused: int
    redundant: str
    image: str | None
    symmetry: str | None
    place: int | None
    claim: str | None
    line: str | None
    limit: int
    missing: str = ""

    @property
    def weight(self) -> float:
        """The work for this row, as a multiple of that for a short line."""
        return weight(self.line or "")

    def find_mismatch(self, certificate: Certificate) -> str:
        """Describe how the certificate and the row differ; empty if they match."""
        claim = certificate.claim
        if (str(certificate.puzzle), str(certificate.puzzle.shape)) != (self.puzzle, self.shape):
            return f"the puzzle of this row is {self.puzzle}, of {self.shape} boxes"
        if claim.value != self.claim:
            return f"it says {claim.value}, the table {self.claim}"
        match claim:
            case ClaimKind.MINIMAL:
                return self._find_other_solutions(certificate, 1) if self.minimal else "the row does not say minimal"
            case ClaimKind.REDUNDANT:
                is_same = self.minimal == 0 and self._redundant_clue == certificate.clue
                return "" if is_same else "the row does not say that this clue is redundant"
            case ClaimKind.ISOMORPHIC:
                is_same = (str(certificate.image), str(certificate.symmetry)) == (self.image, self.symmetry)
                return "" if is_same else f"the row has the symmetry {self.symmetry} to {self.image}"
            case _:
                return self._find_other_verdict(certificate) or self._find_other_solutions(certificate, 2)

    def claims(self) -> Iterator[tuple[int | None, str]]:
        """What the certificates of this puzzle have to prove, each with its place; None for any."""
        if self.verdict in DECIDED:
            yield 0, self.verdict
        if self.minimal:
            yield 1, "minimal"
        elif self.minimal is not None:
            for place in range(1, max(1, len(json.loads(self.redundant))) + 1):
                yield place, "not minimal"
        if self.image is not None:
            yield None, f"isomorphic to {self.image}"

    @property
    def _redundant_clue(self) -> int | None:
        """The cell of the redundant clue to which the place of the certificate belongs."""
        cells: list[int] = json.loads(self.redundant)
        return cells[self.place - 1] if self.place and self.place <= len(cells) else None

    def _find_other_solutions(self, certificate: Certificate, number: int) -> str:
        """Compare the first solutions with those of the row."""
        solutions = [text for text in (self.solution, self.second) if text is not None]
        if list(map(str, certificate.solutions[:number])) == solutions:
            return ""
        return f"the solutions of this row are {', '.join(solutions) or 'none'}"

    def _find_other_verdict(self, certificate: Certificate) -> str:
        """Compare the verdict, and the number of solutions if the row has one."""
        claim, number = certificate.claim, len(certificate.solutions)
        if claim.value not in VERDICT_CLAIMS.get(RowVerdict(self.verdict), ()):
            return f"it says {claim.value}, the row {self.verdict}"
        if self.verdict != RowVerdict.SEVERAL or self.solutions is None:
            return ""
        counted = ClaimKind.EXACTLY if self.solutions < self.limit else ClaimKind.AT_LEAST
        if (claim, number) == (ClaimKind.SEVERAL if self.limit == 2 else counted, self.solutions):
            return ""
        limit = f"counted up to {self.limit}"
        return f"it says {claim.value} {number} solutions, and the row {self.solutions}, {limit}"


def weight(line: str) -> float:
    """The work for the line of a certificate, as a multiple of that for a short one."""
    return max(1.0, len(line) / UNIT)


def certified_rows(ledger: LedgerConnection) -> Iterator[CertifiedRow]:
    """The rows of a ledger with each certificate that they have or lack, in order.

    Raises UsageError if the audit made no certificates.
    """
    settings = stored_settings(ledger)
    if not settings["certify"]:
        raise UsageError(f"{ledger.name} is a ledger without certificates: the audit ran with --no-certify")
    rows = (CertifiedRow._make((*row, settings["count"], "")) for row in read(ledger, QUERY, LINES))
    for _, group in groupby(rows, attrgetter("number")):
        first, places = next(group), set[int | None]()
        for row in chain([first], group):
            if row.line is not None:
                places |= {None} if row.claim == ClaimKind.ISOMORPHIC.value else {row.place}
                yield row
        if not first.is_excused:
            missing = (what for place, what in first.claims() if place not in places)
            yield from (first._replace(line=None, missing=what) for what in missing)


def uncertified(ledger: LedgerConnection) -> Iterator[str]:
    """Why a ledger with true certificates does not prove a verdict for each puzzle, and each fact about it."""
    rows = ledger.execute("SELECT verdict, count(*) FROM puzzle GROUP BY verdict ORDER BY verdict").fetchall()
    for verdict, count in rows:
        if verdict not in DECIDED:
            yield f"{pluralize(count, 'puzzles')} {verdict}"
    reasons = "SELECT uncertified, count(*) FROM puzzle WHERE uncertified <> '' GROUP BY 1 ORDER BY 2 DESC, 1"
    for number, (reason, count) in enumerate(ledger.execute(reasons)):
        if number == REASONS:
            yield "and for other reasons"
            break
        yield f"{pluralize(count, 'puzzles')} without a certificate: {reason}"
    (unknown,) = ledger.execute("SELECT count(*) FROM puzzle WHERE verdict = 'unique' AND minimal IS NULL").fetchone()
    if unknown and stored_settings(ledger)["minimal"]:
        yield f"unknown whether minimal: {pluralize(unknown, 'puzzles')}"
    if not rows:
        yield "there are no puzzles"
    if not is_complete(ledger):
        yield "the audit is not complete"
