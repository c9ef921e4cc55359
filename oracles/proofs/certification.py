"""From a puzzle to a checked certificate.

This package returns no certificate that it has not checked.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, assert_never, cast

from crosscover.oracles import certificate
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.propagation import Propagation
from crosscover.oracles.refutation import Lemma, Problem, puzzle_problem
from crosscover.reference.grid import Grid
from crosscover.reference.symmetry import Symmetry
from crosscover.reference.verdict import Verdict

from .trimming import trim

PROPAGATION = "propagation"
"""The producer named in a certificate that needed none: two grids, or a refutation without a lemma."""


@dataclass(frozen=True, slots=True)
class UncheckedProof:
    """Solutions, and the lemmas that refute a further one unless as many were found as were asked for.

    `is_trimmed` if there is no lemma that is not needed.
    """

    solutions: tuple[Grid, ...]
    lemmas: tuple[Lemma, ...] = ()
    is_trimmed: bool = False


class ProofError(RuntimeError):
    """A producer could not decide a puzzle or prove its verdict: it gave up, crashed, or its proof is wrong."""


class Producer(Protocol):
    """Solves puzzles and logs why there are no more solutions."""

    @property
    def name(self) -> str:
        """The producer's name in certificates."""
        ...

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2) -> UncheckedProof:
        """Up to `limit` solutions, and if there are fewer, the lemmas that refute a further one.

        They begin with the `known` ones, different solutions that need not be found again. Raises ProofError, or
        UnavailableEngineError if something that the producer needs is missing.
        """
        ...


class ResumingProducer(ABC):
    """A producer that can go on where unit propagation has ended without a conflict."""

    @abstractmethod
    def resume(
        self, problem: Problem, entered: Propagation, puzzle: Grid, known: Sequence[Grid], limit: int
    ) -> UncheckedProof:
        """What `prove` returns; `entered` has the problem, propagated, and must be left as it is."""


def certify_puzzle(puzzle: Grid, producer: Producer, most: int = 1) -> Certificate:
    """Let a producer find and prove the number of solutions of a puzzle, if it is at most that; else a lower bound.

    Raises ProofError, FalseCertificateError for a worthless proof, and ValueError for shapes without certificates, as
    all functions here.
    """
    proof = producer.prove(puzzle, (), most + 1)
    number = len(proof.solutions)
    more = ClaimKind.SEVERAL if most == 1 else ClaimKind.AT_LEAST
    claim = more if number > most else _exact_claim(number)
    unproved = Certificate(claim=claim, puzzle=puzzle, solutions=proof.solutions, producer=producer.name)
    return _proved(unproved, proof)


def certify_clues(certified: Certificate, producer: Producer) -> Iterator[Certificate]:
    """Prove which clues are redundant, given the certificate of a single solution; or that the puzzle is minimal.

    Raises what `certify_puzzle` does.
    """
    puzzle, [solution] = certified.puzzle, certified.solutions
    others: list[Grid] = []
    for cell, _ in puzzle.clues():
        proof = producer.prove(puzzle.with_cell(cell, 0), [solution])
        if len(proof.solutions) > 1:
            others.append(proof.solutions[1])
        else:
            claim = ClaimKind.REDUNDANT
            unproved = Certificate(claim=claim, puzzle=puzzle, solutions=(solution,), clue=cell, producer=producer.name)
            yield _proved(unproved, proof)
    if len(others) == puzzle.clue_count:
        minimal = replace(certified, claim=ClaimKind.MINIMAL, solutions=(solution, *others))
        certificate.check(minimal)
        yield minimal


def certify_verdict(puzzle: Grid, verdict: Verdict, producer: Producer) -> Certificate:
    """Prove a verdict that was reached elsewhere.

    Raises FalseCertificateError if it is wrong or the proof worthless, ProofError if the producer gave up. The producer
    is used only if unit propagation alone finds no proof, which is rare for puzzles drawn at random.
    """
    return _certify(Certificate.of(puzzle, verdict, (), PROPAGATION), producer)


def certify_count(puzzle: Grid, grids: Sequence[Grid], producer: Producer, *, exact: bool) -> Certificate:
    """Prove that a puzzle has these different solutions, and no others if their number is `exact`.

    Raises what `certify_verdict` does.
    """
    claim = _exact_claim(len(grids)) if exact else ClaimKind.AT_LEAST
    return _certify(Certificate(claim=claim, puzzle=puzzle, solutions=tuple(grids), producer=PROPAGATION), producer)


def certify_minimal(puzzle: Grid, solution: Grid, others: Sequence[Grid], producer: Producer) -> Certificate:
    """Prove that a puzzle has one solution, and loses that without any one of its clues.

    `others` has another solution without the first clue, one without the second, and so on, in the order of cells.
    Raises what `certify_verdict` does.
    """
    claim = ClaimKind.MINIMAL
    solutions = (solution, *others)
    return _certify(Certificate(claim=claim, puzzle=puzzle, solutions=solutions, producer=PROPAGATION), producer)


def certify_redundant(puzzle: Grid, cell: int, solution: Grid, producer: Producer) -> Certificate:
    """Prove that a puzzle has one solution even without the clue in a cell; raises what `certify_verdict` does."""
    claim = ClaimKind.REDUNDANT
    return _certify(
        Certificate(claim=claim, puzzle=puzzle, solutions=(solution,), clue=cell, producer=PROPAGATION), producer
    )


def certify_isomorphism(puzzle: Grid, image: Grid, symmetry: Symmetry) -> Certificate:
    """Prove that a symmetry maps a puzzle to another; raises FalseCertificateError if it does not."""
    claim = ClaimKind.ISOMORPHIC
    made = Certificate(claim=claim, puzzle=puzzle, image=image, symmetry=symmetry, producer=PROPAGATION)
    certificate.check(made)
    return made


def statement(certificate: Certificate) -> str:
    """One sentence that says what a certificate proves."""
    puzzle, number = certificate.puzzle, len(certificate.solutions)
    match certificate.claim:
        case ClaimKind.NONE:
            proved = "has no solution"
        case ClaimKind.UNIQUE:
            proved = "has exactly one solution"
        case ClaimKind.SEVERAL:
            proved = "has at least two solutions"
        case ClaimKind.EXACTLY:
            proved = f"has exactly {number:,} solutions"
        case ClaimKind.AT_LEAST:
            proved = f"has at least {number:,} {'solution' if number == 1 else 'solutions'}"
        case ClaimKind.MINIMAL:
            proved = f"has exactly one solution, and several without any one of its {puzzle.clue_count} clues"
        case ClaimKind.REDUNDANT:
            clue = puzzle.shape.cell_name(cast("int", certificate.clue))
            proved = f"has exactly one solution, even without its clue at {clue}"
        case ClaimKind.ISOMORPHIC:
            proved = f"becomes {certificate.image} under the symmetry {certificate.symmetry}"
        case _:
            assert_never(certificate.claim)
    return f"{puzzle} {proved}."


def _exact_claim(number: int) -> ClaimKind:
    return (ClaimKind.NONE, ClaimKind.UNIQUE, ClaimKind.EXACTLY)[min(number, 2)]


def _certify(claim: Certificate, producer: Producer) -> Certificate:
    """A claim with the lemmas that it needs; the producer is used only if it needs any."""
    certificate.check_grids(claim)
    if claim.refuted is None:
        return claim
    puzzle, known = claim.refuted
    problem = puzzle_problem(puzzle, known)
    limit = len(known) + 1
    with problem.axioms.propagation() as used:
        if not used.enter(problem.further):
            return claim
        if isinstance(producer, ResumingProducer):
            proof = producer.resume(problem, used, puzzle, known, limit)
        else:
            proof = producer.prove(puzzle, known, limit)
        if len(proof.solutions) > len(known):
            further = "another solution" if known else "a solution"
            raise FalseCertificateError(f"{producer.name} finds {further} of {puzzle}: {proof.solutions[-1]}")
        return _with_lemmas(claim, producer.name, problem, proof, used)


def _proved(claim: Certificate, proof: UncheckedProof) -> Certificate:
    """A claim with the lemmas of a proof that it needs."""
    certificate.check_grids(claim)
    if claim.refuted is None:
        return claim
    return _with_lemmas(claim, claim.producer, puzzle_problem(*claim.refuted), proof)


def _with_lemmas(
    claim: Certificate, producer: str, problem: Problem, proof: UncheckedProof, used: Propagation | None = None
) -> Certificate:
    """A claim with the lemmas of a proof, trimmed; raises FalseCertificateError if they do not refute the problem."""
    kept = proof.lemmas
    if not proof.is_trimmed:
        short = trim(problem, kept)
        kept = kept if short is None else short  # the checker rejects what cannot be trimmed
    certificate.check_lemmas(problem, kept, used)
    return replace(claim, lemmas=tuple(map(tuple, kept)), producer=producer)
