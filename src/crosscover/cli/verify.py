"""`crosscover verify`: certificates, checked without any solver and without trusting who made them."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from crosscover.dialects import LineStream, MalformedInputError
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.export import export
from crosscover.reference import Grid, VerdictKind
from crosscover.report.plural import pluralize
from crosscover.worker_pool import in_order

from .exit_code import ExitCode
from .inputs import STDIN, InputError, opened, positive, puzzles, refused, shown

DESCRIPTION = """\
Check certificates as `crosscover certify` writes them, by the rules of Sudoku and unit propagation alone: nothing that
solves is even imported. The first false certificate is named, with the lemma at fault, and the exit code is 1.

Certificates prove what they say of the puzzles in them. That they are for all of your puzzles, and in their order, is
checked with --puzzles.
"""

CHUNK = 32
"""How many certificates a process is handed at once."""

Line = tuple[int, str]
"""A line of text, after its number."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A certificate that proves nothing."""

    line: int
    puzzle: Grid
    why: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", metavar="FILE", nargs="*", help="files of certificates; - or none: the standard input")
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must have been certified, one by one")
    parser.add_argument("--export", type=Path, metavar="DIR", help="write each proof as DIMACS and DRAT files too")
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="work with N processes (default: one for each processor)"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check what the arguments name."""
    tally: Counter[str] = Counter()
    due = puzzles([arguments.puzzles]) if arguments.puzzles else None
    try:
        if arguments.export:
            arguments.export.mkdir(parents=True, exist_ok=True)
        for name in arguments.files or [STDIN]:
            for result in _results(name, arguments.jobs):
                fault = _kept(result, tally, due, arguments.export)
                if fault:
                    print(f"{shown(name)}:{fault.line}: false certificate for {fault.puzzle}: {fault.why}")
                    return ExitCode.WRONG
        for place, puzzle in due or ():
            print(f"{place}: no certificate for {puzzle}")
            return ExitCode.WRONG
    except InputError as error:
        print(error, file=sys.stderr)
        return ExitCode.USAGE
    except OSError as error:
        print(f"crosscover: {error}", file=sys.stderr)
        return ExitCode.USAGE
    counts = ", ".join(f"{tally[kind.value]} {kind.value}" for kind in VerdictKind)
    verified, lemmas = pluralize(tally["certificates"], "certificates"), pluralize(tally["lemmas"], "lemmas")
    print(f"{verified} verified: {counts}; {lemmas} checked")
    return ExitCode.GOOD


def checked(lines: Sequence[Line]) -> list[tuple[int, Certificate] | Fault | MalformedInputError]:
    """The certificates of lines that are true, and what is wrong with the others."""
    return [_checked(number, text) for number, text in lines]


def _checked(number: int, text: str) -> tuple[int, Certificate] | Fault | MalformedInputError:
    try:
        certificate = parse(text, number)
    except MalformedInputError as error:
        return error
    try:
        check(certificate)
    except FalseCertificateError as error:
        return Fault(number, certificate.puzzle, str(error))
    return number, certificate


def _results(name: str, jobs: int | None) -> Iterator[tuple[int, Certificate] | Fault]:
    """What becomes of each certificate of a file; raises InputError at the first line that is none."""
    empty = True
    try:
        with opened(name) as file:
            lines = ((number, text) for number, text in enumerate(LineStream(file), 1) if text.strip())
            for result in chain.from_iterable(in_order(checked, _chunked(lines), jobs)):
                empty = False
                if isinstance(result, MalformedInputError):
                    raise result
                yield result
        if empty:
            raise MalformedInputError(1, 1, "a certificate", "the end of the input")
    except MalformedInputError as error:
        raise refused(name, error) from None


def _chunked(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Chunks of lines; a line that cannot be read waits until those before it are through."""
    chunk: list[Line] = []
    try:
        for line in lines:
            chunk.append(line)
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    except MalformedInputError:
        yield chunk
        raise
    yield chunk


def _kept(
    result: tuple[int, Certificate] | Fault,
    tally: Counter[str],
    due: Iterator[tuple[str, Grid]] | None,
    directory: Path | None,
) -> Fault | None:
    """Count a certificate that is true and due; the fault of one that is not."""
    if isinstance(result, Fault):
        return result
    line, certificate = result
    if due is not None:
        place, puzzle = next(due, ("", None))
        if puzzle != certificate.puzzle:
            return Fault(line, certificate.puzzle, f"expected {puzzle} of {place}" if puzzle else "expected no more")
    tally.update(("certificates", certificate.kind.value))
    tally["lemmas"] += len(certificate.lemmas)
    if directory:
        export(certificate, tally["certificates"], directory)
    return None
