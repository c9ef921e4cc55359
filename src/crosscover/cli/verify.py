"""`crosscover verify`: certificates, checked without any solver and without trusting who made them."""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crosscover.dialects import LineStream, MalformedInputError
from crosscover.exit_code import ExitCode, fail
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.export import export
from crosscover.reference import Grid, VerdictKind
from crosscover.report.plural import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import STDIN, InputError, LocatedPuzzle, add_jobs_argument, display_name, open_input, read_puzzles

DESCRIPTION = """\
Check certificates as `crosscover certify` writes them, by the rules of Sudoku and unit propagation alone: nothing that
solves is even imported. The first false certificate is named, with the lemma at fault, and the exit code is 1.

Certificates prove what they say of the puzzles in them. That they are for all of your puzzles, and in their order, is
checked with --puzzles.
"""

CHUNK_SIZE = 32
"""How many certificates a process is handed at once."""

NumberedLine = tuple[int, str]
"""A line of text, after its number."""

NumberedCertificate = tuple[int, Certificate]
"""A certificate that proves what it says, after the number of its line."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A certificate that proves nothing."""

    line: int
    puzzle: Grid
    reason: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.add_argument("files", metavar="FILE", nargs="*", help="files of certificates; - or none: the standard input")
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must have been certified, one by one")
    parser.add_argument("--export", type=Path, metavar="DIR", help="write each proof as DIMACS and DRAT files too")
    add_jobs_argument(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check what the arguments name, up to the first that is false or malformed."""
    tally: Counter[str] = Counter()
    expected = read_puzzles([arguments.puzzles]) if arguments.puzzles else None
    try:
        if arguments.export:
            arguments.export.mkdir(parents=True, exist_ok=True)
        for name in arguments.files or [STDIN]:
            for result in _check_file(name, arguments.jobs):
                rejection = _accept(result, tally, expected, arguments.export)
                if rejection:
                    place = f"{display_name(name)}:{rejection.line}"
                    print(f"{place}: false certificate for {rejection.puzzle}: {rejection.reason}")
                    return ExitCode.WRONG
        for place, puzzle in expected or ():
            print(f"{place}: no certificate for {puzzle}")
            return ExitCode.WRONG
    except InputError as error:
        return fail(ExitCode.USAGE, error, error.place)
    except OSError as error:
        return fail(ExitCode.USAGE, error)
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    verified, lemmas = pluralize(tally["certificates"], "certificates"), pluralize(tally["lemmas"], "lemmas")
    print(f"{verified} verified: {counts}; {lemmas} checked")
    return ExitCode.GOOD


def check_line(task: NumberedLine) -> NumberedCertificate | Rejection | MalformedInputError:
    """The certificate of a line if it is true, else what is wrong with it."""
    number, text = task
    try:
        certificate = parse(text, number)
    except MalformedInputError as error:
        return error
    try:
        check(certificate)
    except FalseCertificateError as error:
        return Rejection(number, certificate.puzzle, str(error))
    return number, certificate


def _check_file(name: str, jobs: int | None) -> Iterator[NumberedCertificate | Rejection]:
    """What becomes of each certificate of a file; raises InputError at the first line that is none."""
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


def _accept(
    result: NumberedCertificate | Rejection,
    tally: Counter[str],
    expected: Iterator[LocatedPuzzle] | None,
    directory: Path | None,
) -> Rejection | None:
    """Count and export a certificate that is true and the expected one; the rejection of one that is not."""
    if isinstance(result, Rejection):
        return result
    line, certificate = result
    if expected is not None:
        place, puzzle = next(expected, ("", None))
        if puzzle != certificate.puzzle:
            reason = f"expected {puzzle} of {place}" if puzzle else "expected no more"
            return Rejection(line, certificate.puzzle, reason)
    tally.update(("certificates", certificate.kind.value))
    tally["lemmas"] += len(certificate.lemmas)
    if directory:
        export(certificate, tally["certificates"], directory)
    return None
