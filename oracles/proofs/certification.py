"""From a puzzle to a checked certificate, and from there to the files that public checkers read.

This package returns no certificate that it has not checked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from crosscover.oracles import certificate, refutation
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.cnf import cnf, dimacs_line
from crosscover.oracles.refutation import Lemma
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Several, Verdict, VerdictKind, same_verdict, verdict_of

from .trimming import trim

PROPAGATION = "propagation"
"""The producer named in a certificate that needed none: two grids, or a refutation without a lemma."""


@dataclass(frozen=True, slots=True)
class UncheckedProof:
    """Solutions, and the lemmas that refute a further one unless as many were found as were asked for."""

    solutions: tuple[Grid, ...]
    lemmas: tuple[Lemma, ...] = ()


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


def certify_puzzle(puzzle: Grid, producer: Producer) -> Certificate:
    """Let a producer decide and prove a puzzle; raises ProofError, or FalseCertificateError for a worthless proof."""
    return _certify(puzzle, producer.prove(puzzle), producer.name)


def certify_verdict(puzzle: Grid, verdict: Verdict, producer: Producer) -> Certificate:
    """Prove a verdict that was reached elsewhere.

    Raises FalseCertificateError if it is wrong or the proof worthless, ProofError if the producer gave up. The producer
    is used only if unit propagation alone finds no proof, which is rare for puzzles drawn at random: these cost less
    than a millisecond each, the others 5 to 100.
    """
    attempt = Certificate.of(puzzle, verdict, (), PROPAGATION)
    try:
        certificate.check(attempt)
    except FalseCertificateError as false:
        if isinstance(verdict, Several):
            raise
        proof = producer.prove(puzzle)
        found = verdict_of(list(proof.solutions))
        if not same_verdict(found, verdict):
            raise FalseCertificateError(f"{producer.name} finds {found}, not {verdict}") from false
        return _certify(puzzle, proof, producer.name)
    return attempt


def _certify(puzzle: Grid, proof: UncheckedProof, producer: str) -> Certificate:
    verdict = verdict_of(list(proof.solutions))
    lemmas = proof.lemmas
    if not isinstance(verdict, Several):
        short = trim(refutation.puzzle_problem(puzzle, proof.solutions), lemmas)
        lemmas = lemmas if short is None else short  # the checker rejects what cannot be trimmed
    made = Certificate.of(puzzle, verdict, lemmas, producer)
    certificate.check(made)
    return made


def dimacs(certificate: Certificate) -> str:
    """The problem that a certificate refutes, in DIMACS: the puzzle, and "not this solution" if it has one.

    The problem is written in full, pairwise clauses included, with a comment for each variable.
    """
    formula = cnf()
    differs = [tuple(-literal for literal in formula.units(grid)) for grid in certificate.excluded]
    return formula.dimacs(certificate.puzzle, differs)


def drat(certificate: Certificate) -> str:
    """The lemmas in order, and the empty clause, which checkers of DRAT such as `drat-trim` expect."""
    return "".join(f"{dimacs_line(lemma)}\n" for lemma in (*certificate.lemmas, ()))


def export(certificate: Certificate, number: int) -> dict[str, str]:
    """The texts of files such as `000001.cnf` and `000001.drat`; none if two solutions are the proof."""
    if certificate.kind is VerdictKind.SEVERAL:
        return {}
    return {f"{number:06}.cnf": dimacs(certificate), f"{number:06}.drat": drat(certificate)}
