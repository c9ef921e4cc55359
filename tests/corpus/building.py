"""Build the corpus and two certificates for each of its verdicts.

Each kind is drawn with its own random generator, certified, counted, and appended to its own file. So an interrupted
build can be resumed, and all builds with one seed give the same files if the solvers have the same versions.
"""

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from crosscover import properties
from crosscover.engines import engine
from crosscover.harness.baseline import baseline_nodes
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError, check, parse
from crosscover.oracles.proofs.certification import certify_claim, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.properties.corpus.certified import MAX_NODES, MAX_TOTAL, Cells, Corpus, named, place_values
from crosscover.reference import DlxEngine, Grid, Shape, VerdictKind, count, verdict
from crosscover.report.files import atomic_write
from crosscover.worker_pool import map_in_order

from .exact_totals import ORIGINS, puzzles_by_number
from .kinds import KINDS, OWN, Kind

PRODUCERS = ("dlx", "sat:cadical195")
"""Two producers that share neither code nor method; each proof is checked independently."""

CERTIFICATES = Path(__file__).with_name("certificates.jsonl.xz")
"""File with a certificate of each producer for each puzzle of the corpus of 3x3 boxes, in order."""

MAX_LARGE_TOTAL = 1000
"""Maximum number of solutions that are counted for puzzles with more than nine digits."""

_producer = cache(producer)
_engine = cache(engine)


def certificates_of(shape: Shape) -> Path:
    """The same file for the corpus of a shape."""
    return CERTIFICATES.with_name(named(CERTIFICATES.name, shape))


EXACT_CORPUS = Path(properties.__path__[0], "corpus", "exact_numbers.npz")
EXACT_CERTIFICATES = Path(__file__).with_name("exact_numbers.jsonl.xz")
"""Files of the puzzles with exact numbers of solutions, and of certificates of these numbers."""

MAX_CERTIFIED = 520
LARGE_CERTIFIED = (1193, 4096)
"""Maximum number of solutions that is certified for each puzzle, and larger ones that are certified."""


class Record(TypedDict):
    """A puzzle of the corpus during the build."""

    kind: str
    total: int
    nodes: int
    certificates: list[str]


def build(
    directory: Path, shape: Shape, seed: int, collections: Path, *, jobs: int | None, share: float
) -> Iterator[tuple[str, int]]:
    """Draw and certify part of each kind, and store it in a directory; yields each kind with its number of puzzles."""
    directory.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    for kind, drawn, certified in files(directory, shape):
        if not drawn.exists():
            puzzles = draw(kind, seed, collections, seen, max(1, round(kind.size * share)))
            atomic_write(drawn, "".join(f"{puzzle}\n" for puzzle in puzzles))
        lines = drawn.read_text(encoding="ascii").splitlines()
        seen.update(lines)
        done = certified.read_text(encoding="ascii") if certified.exists() else ""
        done = done[: done.rfind("\n") + 1]  # a truncated line is written again
        with certified.open("w", encoding="ascii") as file:
            file.write(done)
            tasks = [(kind.name, Grid.parse(line, shape)) for line in lines[done.count("\n") :]]
            for record in map_in_order(certify, tasks, jobs, chunk_size=8):
                print(json.dumps(record), file=file, flush=True)
        yield kind.name, len(lines)


def files(directory: Path, shape: Shape) -> Iterator[tuple[Kind, Path, Path]]:
    """Each kind with the files of its puzzles and of their records."""
    for number, kind in enumerate(KINDS[shape]):
        yield kind, directory / f"{number:02}.txt", directory / f"{number:02}.jsonl"


def draw(kind: Kind, seed: int, collections: Path, seen: set[str], size: int) -> list[Grid]:
    """A number of different puzzles of a kind, without those in `seen`."""
    fresh: dict[str, Grid] = {}
    for puzzle in kind.draw(Random(f"{seed} {kind.name}"), collections):
        if str(puzzle) not in seen:
            fresh[str(puzzle)] = puzzle
        if len(fresh) == size:
            break
    return list(fresh.values())


def certify(task: tuple[str, Grid]) -> Record:
    """Decide a puzzle twice, prove both verdicts, and count the solutions and the nodes of a plain search."""
    kind, puzzle = task
    certificates = [prove(puzzle, name) for name in PRODUCERS]
    if len({certificate.claim for certificate in certificates}) > 1:
        raise ValueError(f"the producers disagree on {puzzle}")
    several = certificates[0].claim is ClaimKind.SEVERAL
    total = count_twice(puzzle) if several else len(certificates[0].solutions)
    nodes = min(MAX_NODES, baseline_nodes(puzzle, 2, MAX_NODES))
    lines = [certificate.line() for certificate in certificates]
    return {"kind": kind, "total": total, "nodes": nodes, "certificates": lines}


def prove(puzzle: Grid, name: str) -> Certificate:
    """A checked certificate by the producer with a name.

    If unit propagation refutes every other grid, the certificate follows from the engine's verdict, since trimming
    leaves no lemma. This saves the 7 ms of setting up a SAT solver.
    """
    said = verdict(_engine(name), puzzle)
    if said.kind is not VerdictKind.SEVERAL:
        certificate = replace(Certificate.of(puzzle, said), producer=name)
        try:
            check(certificate)
        except FalseCertificateError:  # it needs lemmas
            pass
        else:
            return certificate
    return certify_puzzle(puzzle, _producer(name))


def count_twice(puzzle: Grid) -> int:
    """The number of solutions, on which two engines agree; 0 if it exceeds the limit for counting."""
    most = MAX_TOTAL if puzzle.shape.side <= 9 else MAX_LARGE_TOTAL
    total = count(DlxEngine(), puzzle, most + 1)
    if total > most:
        return 0
    if count(BitmaskEngine(), puzzle, most + 1) != total:
        raise ValueError(f"dancing links find {total} solutions of {puzzle}, bit sets another number")
    return total


def records(directory: Path, shape: Shape) -> Iterator[Record]:
    """The records stored by a build."""
    for _, _, certified in files(directory, shape):
        for line in certified.read_text(encoding="ascii").splitlines():
            yield json.loads(line)


def assemble(kept: Sequence[Record], shape: Shape, corpus_path: Path, certificates_path: Path) -> None:
    """Write both files."""
    write(corpus_path, corpus_of(kept, shape))
    with lzma.open(certificates_path, "wt", encoding="ascii", preset=6) as file:
        file.writelines(f"{line}\n" for record in kept for line in record["certificates"])


def build_exact_numbers(seed: int) -> None:
    """Find and write the puzzles with exact numbers of solutions, and certificates of those that are not too large."""
    lines: list[str] = []
    for shape in ORIGINS:
        numbered = list(puzzles_by_number(shape, Random(f"{seed} exact {shape}")))
        write(EXACT_CORPUS.with_name(named(EXACT_CORPUS.name, shape)), exact_corpus(shape, numbered))
        lines += [certify_number(puzzle, number).line() for number, puzzle in numbered if is_certified(number)]
    with lzma.open(EXACT_CERTIFICATES, "wt", encoding="ascii", preset=6) as file:
        file.writelines(f"{line}\n" for line in lines)


def is_certified(number: int) -> bool:
    """Whether the number of solutions of a puzzle has a certificate, which has as many grids."""
    return number <= MAX_CERTIFIED or number in LARGE_CERTIFIED


def exact_corpus(shape: Shape, numbered: Sequence[tuple[int, Grid]]) -> Corpus:
    """The corpus of puzzles with exact numbers of solutions, two of which it has."""
    kept = [
        (puzzle, number, tuple(DlxEngine()(puzzle, 2)), min(MAX_NODES, baseline_nodes(puzzle, 2, MAX_NODES)))
        for number, puzzle in numbered
    ]
    return _corpus(shape, kept, np.zeros(len(kept), np.uint8), {"exact number of solutions": OWN})


def certify_number(puzzle: Grid, number: int) -> Certificate:
    """The certificate of all solutions of a puzzle; raises ValueError if there is another number of them."""
    found = list(DlxEngine()(puzzle, None))
    if len(found) != number:
        raise ValueError(f"{puzzle} has {len(found)} solutions, not {number}")
    return certify_claim(Certificate.of_solutions(puzzle, found, exact=True), _producer(DEFAULT_PRODUCER))


def corpus_of(kept: Sequence[Record], shape: Shape) -> Corpus:
    """The corpus that the first certificate of each record proves."""
    sources = {kind.name: kind.source for kind in KINDS[shape]}
    certificates = [parse(record["certificates"][0]) for record in kept]
    rows = [
        (certificate.puzzle, record["total"], certificate.solutions, record["nodes"])
        for certificate, record in zip(certificates, kept, strict=True)
    ]
    return _corpus(shape, rows, np.array([list(sources).index(record["kind"]) for record in kept], np.uint8), sources)


def _corpus(
    shape: Shape, rows: Sequence[tuple[Grid, int, Sequence[Grid], int]], kinds: Cells, sources: Mapping[str, str]
) -> Corpus:
    """The corpus of puzzles, each with its number of solutions, up to two of these, and its search nodes."""
    solutions = np.zeros((len(rows), 2, shape.cells), np.uint8)
    for row, (_, _, found, _) in enumerate(rows):
        for place, solution in enumerate(found):
            solutions[row, place] = list(solution.values)
    return Corpus(
        np.array([list(puzzle.values) for puzzle, *_ in rows], np.uint8),
        solutions,
        np.array([len(found) for _, _, found, _ in rows], np.uint8),
        np.array([total for _, total, _, _ in rows], np.int64),
        np.array([nodes for *_, nodes in rows], np.uint16),
        kinds,
        tuple(sources),
        tuple(sources.values()),
        shape,
    )


def write(path: Path, corpus: Corpus) -> None:
    """Write a corpus as compressed arrays; the same corpus makes the same file.

    A puzzle is stored as the set of its clues and its first solution, whose digits make numbers of 16 bits. If it
    has none, the clues take its place.
    """
    first = np.where((corpus.counts == 0)[:, None], corpus.puzzles, corpus.solutions[:, 0])
    np.savez_compressed(
        path,
        masks=np.packbits(corpus.puzzles > 0, axis=1),
        first=_to_numbers(first, corpus.shape),
        second=_to_numbers(corpus.solutions[corpus.counts == 2, 1], corpus.shape),
        counts=corpus.counts,
        totals=corpus.totals,
        nodes=corpus.nodes,
        kinds=corpus.kinds,
        kind_names=np.array(corpus.kind_names),
        sources=np.array(corpus.sources),
    )


def _to_numbers(grids: Cells, shape: Shape) -> NDArray[np.uint16]:
    """The digits of each grid, several to a number; an empty cell is written as a 1."""
    places = place_values(shape.side)
    digits = np.zeros((len(grids), shape.cells + -shape.cells % len(places)), np.uint16)
    digits[:, : shape.cells] = np.maximum(grids, 1) - 1
    packed: NDArray[np.uint16] = (digits.reshape(len(grids), -1, len(places)) * places).sum(axis=2, dtype=np.uint16)
    return packed
