"""Compare certificates with the corpus, without any solver."""

import lzma
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.properties.corpus.certified import file_name
from crosscover.reference import Shape
from crosscover.subjects.block import Block
from crosscover.workers import map_in_order

PRODUCERS = ("dlx", "sat:cadical195")
"""The producers of the certificates of each puzzle; they share neither code nor method."""

CERTIFICATES = Path(__file__).with_name("certificates.jsonl.xz")
"""File with a certificate of each producer for each puzzle of the corpus of 3x3 boxes, in order."""


def certificates_of(shape: Shape) -> Path:
    """The same file for the corpus of a shape."""
    return CERTIFICATES.with_name(file_name(CERTIFICATES.name, shape))


class CorpusError(ValueError):
    """A certificate does not match its puzzle of the corpus."""


def check_all(corpus: Block, path: Path, jobs: int | None = None) -> int:
    """Check all certificates of a file, compare them with the corpus in order, and return their number.

    Raises FalseCertificateError, or CorpusError if a certificate does not match its puzzle.
    """
    checked = 0
    with lzma.open(path, "rt", encoding="ascii") as file:
        for certificates in _pairs(map_in_order(checked_certificate, file, jobs, chunk_size=64)):
            compare(corpus, checked // 2, certificates)
            checked += len(certificates)
    if checked != 2 * len(corpus):
        raise CorpusError(f"{checked} certificates for {len(corpus)} puzzles")
    return checked


def checked_certificate(line: str) -> Certificate:
    """Read and check a certificate; raises MalformedInputError or FalseCertificateError."""
    certificate = parse(line)
    check(certificate)
    return certificate


def compare(corpus: Block, row: int, certificates: tuple[Certificate, ...]) -> None:
    """Compare a row of the corpus with its two certificates; raises CorpusError."""
    if row >= len(corpus) or len(certificates) != 2:
        raise CorpusError(f"row {row}: {len(certificates)} certificates")
    first, second = certificates
    expected = corpus.solutions[row, : corpus.counts[row]].tolist()
    if first.producer == second.producer:
        raise CorpusError(f"row {row}: both certificates are by {first.producer}")
    for certificate in certificates:
        if list(certificate.puzzle.values) != corpus.puzzles[row].tolist():
            raise CorpusError(f"row {row}: a certificate for another puzzle, {certificate.puzzle}")
        if len(certificate.solutions) != corpus.counts[row]:
            raise CorpusError(f"row {row}: a certificate for {certificate.claim.value}")
    if [list(solution.values) for solution in first.solutions] != expected:
        raise CorpusError(f"row {row}: other solutions are certified")


def _pairs(certificates: Iterable[Certificate]) -> Iterator[tuple[Certificate, ...]]:
    source = iter(certificates)
    while pair := tuple(islice(source, 2)):
        yield pair
