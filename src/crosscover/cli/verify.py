"""Check certificates by the rules of Sudoku and unit propagation alone, without a solver.

Stops at the first false certificate, names the wrong lemma, and exits with 1. At the end, a line for each kind of claim
says how many certificates were checked, and how.

--puzzles also checks that the certificates are those of your puzzles, in their order. A puzzle may have several in a
row, of which the first must be about its solutions. In a ledger of `crosscover audit`, certificates must prove what it
says about each puzzle.

--with lets another checker judge each refutation, too, and continues after a false certificate. The exit code is 3 if
the checker refuses what is true.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crosscover.auditing.certified_rows import CertifiedRow, certified_rows, uncertified, weight
from crosscover.auditing.ledger_opening import open_ledger
from crosscover.auditing.packed_lines import unpack
from crosscover.dialects import LineStream, MalformedInputError
from crosscover.exit_code import ExitCode, UsageError
from crosscover.oracles.certificate import (
    MAX_BYTES,
    Certificate,
    ClaimKind,
    FalseCertificateError,
    check,
    parse,
)
from crosscover.oracles.proofs.exporting import export
from crosscover.oracles.refutation import RefutationRejectedError
from crosscover.output import print_line
from crosscover.puzzle_files import STDIN, LocatedEntry, display_name, input_paths, open_input, read_entries
from crosscover.reference import Grid
from crosscover.report.claim_tally import ClaimTally
from crosscover.report.files import atomic_write_all, refuse_shared_files
from crosscover.report.words import pluralize
from crosscover.sqlite_files import is_sqlite
from crosscover.system import WATCHES_PROCESSES
from crosscover.worker_pool import map_in_order

from .inputs import add_export_argument, add_jobs_argument, add_shape_argument

if TYPE_CHECKING:
    from .external_checker import ComparedReply, ExternalChecker

CHUNK_SIZE = 32
"""Number of certificates that a process receives at once, fewer if they are long; 1 with --with."""


class CheckedCertificate(NamedTuple):
    """A certificate, the number of its line or row, and what is wrong with it; empty if it is true.

    `compared` has the reply of an external checker, if there is one, and a refutation.
    """

    number: int
    certificate: Certificate | None
    complaint: str = ""
    compared: "ComparedReply | None" = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    what = "files of certificates, also compressed (.gz, .bz2, .xz), or ledgers; - or none: stdin"
    parser.add_argument("files", metavar="FILE", nargs="*", help=what)
    parser.add_argument("--puzzles", metavar="FILE", help="the puzzles that must be certified, in this order")
    add_shape_argument(parser)
    add_export_argument(parser)
    command = "also run this checker on each refutation; {cnf}, {drat}, {lrat} and {blrat} stand for its files"
    parser.add_argument("--with", dest="checker", metavar="COMMAND", help=command)
    add_jobs_argument(parser)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Check the certificates of the files, up to the first that is false or malformed."""
    if arguments.checker is None:
        yield from _run(arguments, None)
        return
    if not WATCHES_PROCESSES:
        raise UsageError("--with needs Linux or macOS")
    from .external_checker import external_checker  # noqa: PLC0415 - it cannot be imported on Windows

    with external_checker(arguments.checker) as checker:
        yield from _run(arguments, checker)


def _run(arguments: argparse.Namespace, checker: "ExternalChecker | None") -> Iterator[ExitCode]:
    tally = ClaimTally()
    replies: Counter[bool | None] = Counter()
    expected = _ExpectedPuzzles(read_entries([arguments.puzzles], None, arguments.shape)) if arguments.puzzles else None
    names = arguments.files or [STDIN]
    inputs = input_paths([*names, *([arguments.puzzles] if arguments.puzzles else [])])
    refuse_shared_files([], inputs)
    for name in names:
        check_all = _check_ledger if is_sqlite(Path(name)) else _check_file
        for result in check_all(name, arguments.jobs, checker):
            if isinstance(result, str):
                yield ExitCode.NOT_DECIDED
                print_line(f"{display_name(name)}: {result}")
                continue
            number, certificate, complaint, compared = result
            at = f"{display_name(name)}:{number}"
            if compared is not None:
                replies[compared.reply.accepts] += 1
                yield compared.code
                if compared.code is not ExitCode.GOOD:
                    print_line(f"{at}: {compared}")
            if certificate is not None and expected is not None:
                mismatch = expected.mismatch(certificate)
                complaint = complaint or mismatch
            if certificate is None or complaint:
                yield ExitCode.WRONG
                print_line(f"{at}: {complaint}")
                if checker is None:
                    return
                continue
            tally.add(certificate)
            if arguments.export:
                atomic_write_all(arguments.export, export(certificate, tally.number), inputs)
    if expected is not None and expected.next is not None:
        place, entry = expected.next
        yield ExitCode.WRONG
        print_line(f"{place}: no certificate for {entry.puzzle}")
        return
    print_line(f"{pluralize(tally.number, 'certificates')} verified")
    for sentence in tally.sentences():
        print_line(sentence)
    if checker is not None:
        accepted, refused, others = pluralize(replies[True], "refutations"), replies[False], replies[None]
        print_line(f"external checker: {accepted} accepted, {refused:,} refused, {others:,} not judged")


class _ExpectedPuzzles:
    """The puzzles that must be certified, in this order; `next` is the first without a certificate so far."""

    def __init__(self, entries: Iterator[LocatedEntry]) -> None:
        self._entries = entries
        self._certified: Grid | None = None
        self.next = next(entries, None)

    def mismatch(self, certificate: Certificate) -> str:
        """Describe how a certificate does not belong here; empty if it does."""
        puzzle = certificate.puzzle
        is_next = self.next is not None and self.next[1].puzzle == puzzle
        if is_next and certificate.claim is not ClaimKind.ISOMORPHIC:
            self._certified, self.next = puzzle, next(self._entries, None)
        elif puzzle != self._certified:
            if self.next is None:
                return _false(puzzle, "expected no more")
            place, entry = self.next
            wanted = "a certificate about its solutions first" if is_next else f"{entry.puzzle} of {place}"
            return _false(puzzle, f"expected {wanted}")
        return ""


def check_line(
    task: tuple[int, str], checker: "ExternalChecker | None" = None
) -> CheckedCertificate | MalformedInputError:
    """Check the certificate in a numbered line of text, and let the checker judge its refutation."""
    number, text = task
    try:
        certificate = parse(text, number)
    except MalformedInputError as error:
        return error
    try:
        check(certificate)
    except FalseCertificateError as error:
        accepted, complaint = False, _false(certificate.puzzle, error)
        if not isinstance(error.__cause__, RefutationRejectedError):
            return CheckedCertificate(number, certificate, complaint)
    else:
        accepted, complaint = True, ""
    compared = checker.judge(certificate, accepted=accepted) if checker and certificate.refuted else None
    return CheckedCertificate(number, certificate, complaint, compared)


def check_row(row: CertifiedRow, checker: "ExternalChecker | None" = None) -> CheckedCertificate:
    """Check the certificate in a row of a ledger against the verdict of the row."""
    if row.line is None:
        missing = f"no certificate for {row.puzzle}, which is said to be {row.missing}"
        return CheckedCertificate(row.number, None, missing)
    try:
        checked = check_line((row.number, unpack(row.line)), checker)
    except ValueError as error:
        return CheckedCertificate(row.number, None, _false(row.puzzle, error))
    if isinstance(checked, MalformedInputError):
        return CheckedCertificate(row.number, None, _false(row.puzzle, checked))
    certificate = checked.certificate
    if certificate is not None and not checked.complaint and (mismatch := row.find_mismatch(certificate)):
        return checked._replace(complaint=_false(certificate.puzzle, mismatch))
    return checked


def _chunk_size(checker: "ExternalChecker | None") -> int:
    return CHUNK_SIZE if checker is None else 1


def _false(puzzle: object, why: object) -> str:
    return f"false certificate for {puzzle}: {why}"


def _check_ledger(name: str, jobs: int | None, checker: "ExternalChecker | None") -> Iterator[CheckedCertificate | str]:
    """Check each certificate of a ledger; then, as text, why some puzzles have none."""
    with open_ledger(Path(name)) as ledger:
        rows, one, size = certified_rows(ledger), partial(check_row, checker=checker), _chunk_size(checker)
        yield from map_in_order(one, rows, jobs, chunk_size=size, weigh=lambda row: row.weight)
        yield from uncertified(ledger)


def _check_file(name: str, jobs: int | None, checker: "ExternalChecker | None") -> Iterator[CheckedCertificate]:
    """Check each certificate of a file; raises UsageError at the first malformed line."""
    empty = True
    with open_input(name) as file:
        stream = LineStream(file, longest=MAX_BYTES)
        lines = ((number, text) for number, text in enumerate(stream, 1) if text.strip())
        one, size = partial(check_line, checker=checker), _chunk_size(checker)
        for result in map_in_order(one, lines, jobs, chunk_size=size, weigh=lambda line: weight(line[1])):
            empty = False
            if isinstance(result, MalformedInputError):
                raise result
            yield result
        if empty:
            raise MalformedInputError(1, 1, "a certificate", "the end of the input")
