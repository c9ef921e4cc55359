"""Certifies puzzles and claims.

Every certificate that this package returns has been checked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from crosscover.oracles import certificate
from crosscover.oracles.certificate import MAX_BYTES, Certificate, FalseCertificateError
from crosscover.oracles.propagation import Propagation
from crosscover.oracles.refutation import Formula, Lemma, puzzle_problem
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import VerdictKind

from .trimming import trim


@dataclass(frozen=True, slots=True)
class UncheckedProof:
    """Solutions and, unless the limit was reached, the lemmas that refute any further solution.

    `is_trimmed` means that every lemma is needed.
    """

    solutions: tuple[Grid, ...]
    lemmas: tuple[Lemma, ...] = ()
    is_trimmed: bool = False


Enter = Callable[[Propagation], bool]
"""Enters a problem into an empty `Propagation` of its axioms, and propagates; returns False on a conflict."""


class ProofError(RuntimeError):
    """A producer could not decide a puzzle or prove its verdict: it gave up, crashed, or its proof is wrong."""


class Producer(Protocol):
    """Solves puzzles and logs why there are no more solutions."""

    @property
    def name(self) -> str:
        """The producer's name in certificates."""
        ...

    def prove(
        self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, enter: Enter | None = None, /
    ) -> UncheckedProof:
        """Return up to `limit` solutions and, if there are fewer, the lemmas that refute any further solution.

        The `known` solutions, all different, come first and need not be found again. `enter` gives the problem to a
        search by propagation in less time. Raises ProofError, or UnavailableEngineError if a requirement of the
        producer is missing.
        """
        ...


def certify_claim(claim: Certificate, producer: Producer, proof: UncheckedProof | None = None) -> Certificate:
    """Prove a claim that has no lemmas yet, such as a verdict that was reached elsewhere.

    The producer makes a proof unless `proof` is given or unit propagation alone suffices, as it does for most random
    puzzles. Raises FalseCertificateError if the claim or the proof is wrong, and ProofError if the producer gave up.
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
            proof = producer.prove(puzzle, known, len(known) + 1, partial(_enter_copy, problem, used))
        if len(proof.solutions) > len(known):
            further = "another solution" if known else "a solution"
            raise FalseCertificateError(f"{producer.name} finds {further} of {puzzle}: {proof.solutions[-1]}")
        lemmas = proof.lemmas
        if not proof.is_trimmed:
            short = trim(problem, lemmas)
            lemmas = lemmas if short is None else short  # the checker rejects what cannot be trimmed
        certificate.check_lemmas(problem, lemmas, used)
        return replace(claim, lemmas=tuple(map(tuple, lemmas)), producer=producer.name)


def _enter_copy(problem: Formula, used: Propagation, own: Propagation) -> bool:
    """Enter a problem into a producer's own `Propagation`, if possible by copying the checker's, which is entered."""
    if not isinstance(used, type(own)):
        return own.enter(problem.further)
    own.copy(used)
    return True


def certify_puzzle(puzzle: Grid, producer: Producer, most: int = 1) -> Certificate:
    """Certify the exact number of solutions if it is at most `most`; otherwise certify that there are at least two.

    In the second case, `most` + 1 different solutions were found and checked, of which the certificate holds two.
    Raises what `certify_claim` raises, ProofError if the certificate would be too large, and, before the search,
    ValueError for shapes without certificates and if a certificate cannot hold more than `most` grids.
    """
    if puzzle.shape not in certificate.SHAPES:
        raise ValueError(f"certificates are for boxes from 2x2 to 4x4, not {puzzle.shape}")
    most_bytes = certificate.MAX_BYTES - certificate.OTHER_BYTES
    fitting = min(certificate.MAX_GRIDS, most_bytes // (puzzle.shape.cells + len('"",')))
    if not 1 <= most < fitting:
        expected = f"a number of solutions from 1 to {fitting - 1:,} for {puzzle.shape} boxes"
        raise ValueError(f"expected {expected}, not {most:,}")
    proof = producer.prove(puzzle, (), most + 1)
    claim = Certificate.of_solutions(puzzle, proof.solutions, exact=True)
    if len(proof.solutions) > most:
        certificate.check_grids(claim)
        claim = Certificate.of_solutions(puzzle, proof.solutions, exact=False)
    made = certify_claim(replace(claim, producer=producer.name), producer, proof)
    if len(made.line()) > MAX_BYTES:
        raise ProofError(f"its certificate would be larger than {MAX_BYTES:,} bytes")
    return made


def statement(certificate: Certificate) -> str:
    """Return a sentence that states what a certificate proves."""
    proved = {
        VerdictKind.NONE: "no solution",
        VerdictKind.UNIQUE: "exactly one solution",
        VerdictKind.SEVERAL: "at least two solutions",
        VerdictKind.EXACTLY: f"exactly {len(certificate.solutions):,} solutions",
    }
    return f"{certificate.puzzle} has {proved[certificate.claim]}."
