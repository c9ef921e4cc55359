"""From a puzzle to a checked certificate.

This package returns no certificate that it has not checked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, assert_never, cast

from crosscover.oracles import certificate
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError
from crosscover.oracles.propagation import Propagation
from crosscover.oracles.refutation import Lemma, puzzle_problem
from crosscover.reference.grid import Grid
from crosscover.reference.symmetry import Symmetry

from .trimming import trim


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

    def prove(
        self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, entered: Propagation | None = None, /
    ) -> UncheckedProof:
        """Up to `limit` solutions, and if there are fewer, the lemmas that refute a further one.

        They begin with the `known` ones, different solutions that need not be found again. A search by propagation can
        use `entered`, which has the problem, propagated without a conflict. Raises ProofError, or
        UnavailableEngineError if something that the producer needs is missing.
        """
        ...


def certify_claim(claim: Certificate, producer: Producer, proof: UncheckedProof | None = None) -> Certificate:
    """Prove a claim that has no lemmas yet, such as a verdict that was reached elsewhere.

    Unless the producer's proof is given, it makes one; but only if unit propagation alone finds none, which is rare for
    puzzles drawn at random. Raises FalseCertificateError if the claim is wrong or the proof worthless, and ProofError
    if the producer gave up.
    """
    certificate.check_grids(claim)
    if claim.refuted is None:
        return claim
    puzzle, known = claim.refuted
    problem = puzzle_problem(puzzle, known)
    with problem.axioms.propagation() as used:
        if not used.enter(problem.further):
            return claim
        if proof is None:
            with problem.axioms.propagation() as entered:
                entered.copy(used)
                proof = producer.prove(puzzle, known, len(known) + 1, entered)
        if len(proof.solutions) > len(known):
            further = "another solution" if known else "a solution"
            raise FalseCertificateError(f"{producer.name} finds {further} of {puzzle}: {proof.solutions[-1]}")
        lemmas = proof.lemmas
        if not proof.is_trimmed:
            short = trim(problem, lemmas)
            lemmas = lemmas if short is None else short  # the checker rejects what cannot be trimmed
        certificate.check_lemmas(problem, lemmas, used)
        return replace(claim, lemmas=tuple(map(tuple, lemmas)), producer=producer.name)


def certify_puzzle(puzzle: Grid, producer: Producer, most: int = 1) -> Certificate:
    """Let a producer find and prove the number of solutions of a puzzle, if it is at most that; else a lower bound.

    Raises what `certify_claim` does, and ValueError for shapes without certificates, and before the search if more
    grids than `most` do not fit into a certificate.
    """
    fitting = certificate.max_grids(puzzle.shape)
    if not 1 <= most < fitting:
        expected = f"a number of solutions from 1 to {fitting - 1:,} for {puzzle.shape} boxes"
        raise ValueError(f"expected {expected}, not {most:,}")
    proof = producer.prove(puzzle, (), most + 1)
    claim = Certificate.of_solutions(puzzle, proof.solutions, exact=len(proof.solutions) <= most)
    return certify_claim(replace(claim, producer=producer.name), producer, proof)


def certify_clues(certified: Certificate, producer: Producer) -> Iterator[Certificate]:
    """Prove which clues are redundant, given the certificate of a single solution; or that the puzzle is minimal.

    Raises what `certify_claim` does.
    """
    puzzle, [solution] = certified.puzzle, certified.solutions
    others: list[Grid] = []
    for cell, _ in puzzle.clues():
        proof = producer.prove(puzzle.with_cell(cell, 0), [solution])
        if len(proof.solutions) > 1:
            others.append(proof.solutions[1])
        else:
            redundant = replace(certified, claim=ClaimKind.REDUNDANT, lemmas=(), clue=cell)
            yield certify_claim(redundant, producer, proof)
    if len(others) == puzzle.clue_count:
        minimal = replace(certified, claim=ClaimKind.MINIMAL, solutions=(solution, *others))
        certificate.check(minimal)
        yield minimal


def certify_isomorphism(puzzle: Grid, image: Grid, symmetry: Symmetry) -> Certificate:
    """Prove that a symmetry maps a puzzle to another; raises FalseCertificateError if it does not."""
    made = Certificate(claim=ClaimKind.ISOMORPHIC, puzzle=puzzle, image=image, symmetry=symmetry)
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
