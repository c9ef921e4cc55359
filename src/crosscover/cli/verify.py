"""Check certificates as `crosscover certify` writes them, by the rules of Sudoku and unit propagation alone.

Imports no solver. Stops at the first false certificate, names the lemma that is wrong, and exits with 1. Certificates
prove the verdicts of the puzzles that they contain; --puzzles also checks that these are all of your puzzles, in their
order. In a ledger of `crosscover audit --certify`, each decided puzzle must have a certificate of its verdict and its
solutions.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crosscover.auditing.certified_rows import CertifiedRow, certified_rows, uncertified
from crosscover.auditing.ledger_opening import open_ledger
from crosscover.auditing.packed_lines import unpack
from crosscover.dialects import LineStream, MalformedInputError
from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.certification import export
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, display_name, input_paths, open_input, read_entries
from crosscover.reference import VerdictKind
from crosscover.report.files import atomic_write_all, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.sqlite_files import is_sqlite
from crosscover.worker_pool import map_in_order

from .inputs import add_export_argument, add_jobs_argument

CHUNK_SIZE = 32
"""Number of certificates that a process receives at once."""


class CheckedCertificate(NamedTuple):
    """A certificate, the number of its line or row, and what is wrong with it; empty if it is true."""

    number: int
    certificate: Certificate | None
    complaint: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    what = "files of certificates, also compressed (.gz, .bz2, .xz), or ledgers; - or none: stdin"
    parser.add_argument("files", metavar="FILE", nargs="*", help=what)
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must be certified, in this order")
    add_export_argument(parser)
    add_jobs_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Check the certificates of the files, up to the first that is false or malformed."""
    tally: Counter[str] = Counter()
    expected = read_entries([arguments.puzzles]) if arguments.puzzles else None
    names = arguments.files or [STDIN]
    inputs = input_paths([*names, *([arguments.puzzles] if arguments.puzzles else [])])
    refuse_shared_files([], inputs)
    for name in names:
        check_all = _check_ledger if is_sqlite(Path(name)) else _check_file
        last = 0  # a row of a ledger may have several certificates
        for result in check_all(name, arguments.jobs):
            if isinstance(result, str):
                yield ExitCode.NOT_DECIDED
                print_line(f"{display_name(name)}: {result}")
                continue
            number, certificate, complaint = result
            if certificate is not None and not complaint and expected is not None and number > last:
                last = number
                place, entry = next(expected, ("", None))
                if entry is None or entry.puzzle != certificate.puzzle:
                    complaint = _false(
                        certificate.puzzle, f"expected {entry.puzzle} of {place}" if entry else "expected no more"
                    )
            if certificate is None or complaint:
                yield ExitCode.WRONG
                print_line(f"{display_name(name)}:{number}: {complaint}")
                return
            tally.update(("certificates", certificate.claim.value))
            tally["lemmas"] += len(certificate.lemmas)
            if arguments.export:
                atomic_write_all(arguments.export, export(certificate, tally["certificates"]), inputs)
    for place, entry in expected or ():
        yield ExitCode.WRONG
        print_line(f"{place}: no certificate for {entry.puzzle}")
        return
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    verified, lemmas = pluralize(tally["certificates"], "certificates"), pluralize(tally["lemmas"], "lemmas")
    print_line(f"{verified} verified: {counts}; {lemmas} checked")


def check_line(task: tuple[int, str]) -> CheckedCertificate | MalformedInputError:
    """Check the certificate in a numbered line of text."""
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
    """Check the certificate in a row of a ledger against the verdict of the row."""
    if row.line is None:
        missing = f"no certificate for {row.puzzle}, which is said to be {row.missing}"
        return CheckedCertificate(row.number, None, missing)
    try:
        checked = check_line((row.number, unpack(row.line)))
    except ValueError as error:
        return CheckedCertificate(row.number, None, _false(row.puzzle, error))
    if isinstance(checked, MalformedInputError):
        return CheckedCertificate(row.number, None, _false(row.puzzle, checked))
    certificate = checked.certificate
    if certificate is not None and not checked.complaint and (mismatch := row.find_mismatch(certificate)):
        return checked._replace(complaint=_false(certificate.puzzle, mismatch))
    return checked


def _false(puzzle: object, why: object) -> str:
    return f"false certificate for {puzzle}: {why}"


def _check_ledger(name: str, jobs: int | None) -> Iterator[CheckedCertificate | str]:
    """Check each certificate of a ledger; then, as text, why some puzzles have none."""
    with open_ledger(Path(name)) as ledger:
        rows = certified_rows(ledger)
        yield from map_in_order(check_row, rows, jobs, chunk_size=CHUNK_SIZE, weigh=lambda row: row.weight)
        yield from uncertified(ledger)


def _check_file(name: str, jobs: int | None) -> Iterator[CheckedCertificate]:
    """Check each certificate of a file; raises UsageError at the first malformed line."""
    empty = True
    with open_input(name) as file:
        lines = ((number, text) for number, text in enumerate(LineStream(file), 1) if text.strip())
        for result in map_in_order(check_line, lines, jobs, chunk_size=CHUNK_SIZE):
            empty = False
            if isinstance(result, MalformedInputError):
                raise result
            yield result
        if empty:
            raise MalformedInputError(1, 1, "a certificate", "the end of the input")
