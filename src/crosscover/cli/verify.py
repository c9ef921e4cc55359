"""Check certificates as `crosscover certify` writes them, by the rules of Sudoku and unit propagation alone.

Nothing that solves is even imported. The first false certificate is named, with the lemma at fault, and the exit code
is 1. Certificates prove what they say of the puzzles in them. That they are for all of your puzzles, and in their
order, is checked with --puzzles.
"""

import argparse
from collections import Counter
from collections.abc import Iterator

from crosscover.dialects import LineStream, MalformedInputError
from crosscover.exit_code import ExitCode, noted
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.export import export
from crosscover.puzzle_files import STDIN, display_name, open_input, read_entries
from crosscover.reference import VerdictKind
from crosscover.report.files import atomic_write_all
from crosscover.report.plural import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import add_export_argument, add_jobs_argument

CHUNK_SIZE = 32
"""How many certificates a process is handed at once."""

CheckedCertificate = tuple[int, Certificate, str]
"""A certificate after the number of its line, and what is false about it; nothing where it is true."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    what = "files of certificates, which may be compressed (.gz, .bz2, .xz); - or none: the standard input"
    parser.add_argument("files", metavar="FILE", nargs="*", help=what)
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must have been certified, one by one")
    add_export_argument(parser)
    add_jobs_argument(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check what the arguments name, up to the first that is false or malformed."""
    tally: Counter[str] = Counter()
    expected = read_entries([arguments.puzzles]) if arguments.puzzles else None
    for name in arguments.files or [STDIN]:
        for line, certificate, falsehood in _check_file(name, arguments.jobs):
            complaint = falsehood
            if not complaint and expected is not None:
                place, entry = next(expected, ("", None))
                if entry is None or entry.puzzle != certificate.puzzle:
                    complaint = f"expected {entry.puzzle} of {place}" if entry else "expected no more"
            if complaint:
                noted.add(ExitCode.WRONG)
                print(f"{display_name(name)}:{line}: false certificate for {certificate.puzzle}: {complaint}")
                return ExitCode.WRONG
            tally.update(("certificates", certificate.kind.value))
            tally["lemmas"] += len(certificate.lemmas)
            if arguments.export:
                atomic_write_all(arguments.export, export(certificate, tally["certificates"]))
    for place, entry in expected or ():
        noted.add(ExitCode.WRONG)
        print(f"{place}: no certificate for {entry.puzzle}")
        return ExitCode.WRONG
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    verified, lemmas = pluralize(tally["certificates"], "certificates"), pluralize(tally["lemmas"], "lemmas")
    print(f"{verified} verified: {counts}; {lemmas} checked")
    return ExitCode.GOOD


def check_line(task: tuple[int, str]) -> CheckedCertificate | MalformedInputError:
    """Check the certificate in a line of text, which comes after its number."""
    number, text = task
    try:
        certificate = parse(text, number)
    except MalformedInputError as error:
        return error
    try:
        check(certificate)
    except FalseCertificateError as error:
        return number, certificate, str(error)
    return number, certificate, ""


def _check_file(name: str, jobs: int | None) -> Iterator[CheckedCertificate]:
    """What becomes of each certificate of a file; raises UsageError at the first line that is none."""
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
