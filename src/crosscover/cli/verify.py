"""Check certificates with only the rules of Sudoku and unit propagation, without a solver.

Stops at the first false certificate, names the wrong lemma, and exits with 1. The last line counts the
certificates of each claim.

--puzzles also checks that there is one certificate for each of your puzzles, in order. In a ledger of
`crosscover audit`, certificates must prove the verdict on each puzzle.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from crosscover.auditing.ledger import is_sqlite, open_ledger, stored_settings
from crosscover.auditing.summary import summarize_ledger
from crosscover.dialects import LineStream, MalformedInputError
from crosscover.errors import ExitCode, UsageError
from crosscover.oracles.certificate import MAX_BYTES, Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.exporting import export
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, display_name, input_paths, open_input, read_entries
from crosscover.reference import VerdictKind
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.workers import map_in_order

from .inputs import add_jobs_argument, add_shape_argument, shape_of

CHUNK_SIZE = 8
"""Number of certificates that a process receives at once."""

CERTIFIED = """
SELECT number, puzzle, shape, verdict, solution, second, solutions, certificate.line
FROM puzzle LEFT JOIN certificate USING (number)
WHERE certificate.line IS NOT NULL OR (uncertified = '' AND verdict IN ('none', 'unique', 'several')) ORDER BY number
"""
"""SQL query for the rows of a ledger that need or have a certificate."""


class CertifiedRow(NamedTuple):
    """A puzzle in a ledger; `line` is None if its certificate is missing without a reason."""

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
        is_exact, found = certificate.claim is VerdictKind.EXACTLY, list(map(str, certificate.solutions))
        claim = VerdictKind.SEVERAL if is_exact else certificate.claim
        proved = [str(certificate.puzzle), str(certificate.puzzle.shape), claim, *found[:2]]
        stated = [self.puzzle, self.shape, self.verdict, *filter(None, (self.solution, self.second))]
        if proved != stated:
            return f"it is about {', '.join(proved)}; the row states {', '.join(map(str, stated))}"
        if is_exact and len(found) != self.solutions:
            return f"it proves {len(found)} solutions, the row states {self.solutions}"
        return ""


class CheckedCertificate(NamedTuple):
    """A certificate, the number of its line or row, and a complaint, empty if the certificate is true."""

    number: int
    certificate: Certificate | None
    complaint: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "files of certificates, also compressed (.gz, .bz2, .xz), or ledgers; - or none: stdin"
    parser.add_argument("files", metavar="FILE", nargs="*", default=[STDIN], help=what)
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must be certified, in this order")
    add_shape_argument(parser)
    exported = "also write each refutation as DIMACS, DRAT and LRAT files"
    parser.add_argument("--export", type=Path, metavar="DIR", help=exported)
    add_jobs_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    tally = ClaimTally()
    wanted = [arguments.puzzles] if arguments.puzzles else []
    shape = shape_of(arguments)
    expected = read_entries(arguments.puzzles, shape) if wanted else None
    inputs = input_paths([*arguments.files, *wanted])
    refuse_shared_files([], inputs)
    for name in arguments.files:
        for result in (_check_ledger if is_sqlite(Path(name)) else _check_file)(name, arguments.jobs):
            if isinstance(result, str):
                yield ExitCode.NOT_DECIDED
                print_line(f"{display_name(name)}: {result}")
                continue
            number, certificate, complaint = result
            if certificate is not None and expected is not None and not complaint:
                place, entry = next(expected, ("", None))
                if entry is None or entry.puzzle != certificate.puzzle:
                    needed = "no more" if entry is None else f"{entry.puzzle} of {place}"
                    if entry and entry.puzzle.shape != certificate.puzzle.shape:
                        needed += f", shape {entry.puzzle.shape} instead of {certificate.puzzle.shape}"
                    complaint = _false(certificate.puzzle, f"expected {needed}")
            if certificate is not None and shape not in (None, certificate.puzzle.shape) and not complaint:
                complaint = _false(certificate.puzzle, f"expected shape {shape}, found {certificate.puzzle.shape}")
            if certificate is None or complaint:
                yield ExitCode.WRONG
                print_line(f"{display_name(name)}:{number}: {complaint}")
                return
            tally.add(certificate)
            if arguments.export:
                write_export(arguments.export, export(certificate, tally.total), inputs)
    for place, entry in expected or ():
        yield ExitCode.WRONG
        print_line(f"{place}: no certificate for {entry.puzzle}")
        return
    verified = f"{pluralize(tally.total, 'certificates')} verified: {tally}"
    checks = f"{pluralize(tally.grids, 'grids')} checked by the rules, {pluralize(tally.lemmas, 'lemmas')}"
    print_line(f"{verified}; {checks} by unit propagation")


def write_export(directory: Path, contents: Mapping[str, str], inputs: Iterable[Path]) -> None:
    """Write files into a directory, which is created if needed; raises UsageError for a file that is an input."""
    refuse_shared_files([directory / name for name in contents], inputs)
    for name, content in contents.items():
        directory.mkdir(parents=True, exist_ok=True)
        atomic_write(directory / name, content)


def check_line(task: tuple[int, str]) -> CheckedCertificate | MalformedInputError:
    number, text = task
    try:
        certificate = parse(text, number)
    except MalformedInputError as error:
        return error
    try:
        check(certificate)
    except FalseCertificateError as error:
        return CheckedCertificate(number, certificate, _false(certificate.puzzle, error))
    return CheckedCertificate(number, certificate)


def check_row(row: CertifiedRow) -> CheckedCertificate:
    """Check the certificate in a ledger row against the verdict of the row."""
    if row.line is None:
        return CheckedCertificate(row.number, None, f"no certificate for {row.puzzle}: {row.verdict}")
    checked = check_line((row.number, row.line))
    if isinstance(checked, MalformedInputError):
        return CheckedCertificate(row.number, None, _false(row.puzzle, checked))
    certificate = checked.certificate
    if certificate is not None and not checked.complaint and (mismatch := row.find_mismatch(certificate)):
        return checked._replace(complaint=_false(certificate.puzzle, mismatch))
    return checked


def _false(puzzle: object, why: object) -> str:
    return f"false certificate for {puzzle}: {why}"


def _check_ledger(name: str, jobs: int | None) -> Iterator[CheckedCertificate | str]:
    with open_ledger(Path(name)) as ledger:
        if not stored_settings(ledger)["certify"]:
            raise UsageError(f"{name} is a ledger without certificates: the audit ran with --no-certify")
        rows = map(CertifiedRow._make, ledger.execute(CERTIFIED))
        yield from map_in_order(check_row, rows, jobs, chunk_size=CHUNK_SIZE)
        yield from _uncertified(ledger)


def _uncertified(ledger: Connection) -> Iterator[str]:
    summary = summarize_ledger(ledger)
    for verdict in (VerdictKind.INVALID, VerdictKind.UNDECIDED):
        if number := summary.verdicts[verdict]:
            yield f"{pluralize(number, 'puzzles')} {verdict}"
    if lacking := summary.facts["uncertified"]:
        yield f"{pluralize(lacking, 'puzzles')} without a certificate: {summary.uncertified}"
    if not summary.puzzles:
        yield "there are no puzzles"
    if not summary.complete:
        yield "the audit is not complete"


def _check_file(name: str, jobs: int | None) -> Iterator[CheckedCertificate]:
    empty = True
    with open_input(name) as file:
        stream = LineStream(file, longest=MAX_BYTES)
        lines = ((number, text) for number, text in enumerate(stream, 1) if text.strip())
        for result in map_in_order(check_line, lines, jobs, chunk_size=CHUNK_SIZE):
            empty = False
            if isinstance(result, MalformedInputError):
                raise result
            yield result
        if empty:
            raise MalformedInputError(1, 1, "a certificate", "the end of the input")
