"""The files that public checkers read: the problem in DIMACS, its refutation in DRAT and LRAT.

The problem is the exact-cover table with pairwise clauses, from the rules up (docs/explanation/encoding.md), while the
checker in `refutation` derives its own from the houses. So another checker judges another derivation of the clauses.

A line of LRAT has the number of a lemma, the lemma, and its hints: if the lemma's literals are false, these clauses
become unit one after the other, and the last one is false. Clauses are numbered as in the DIMACS file, and lemmas after
them. The binary form (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification",
CADE 2017; as CaDiCaL writes it) has the same numbers, seven bits to a byte.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from crosscover.oracles import refutation
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.cnf import Clause, cnf, dimacs_line
from crosscover.oracles.propagation import Step
from crosscover.oracles.refutation import RefutationRejectedError
from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .certification import statement
from .trimming import antecedents


def export(certificate: Certificate, number: int) -> dict[str, str | bytes]:
    """The contents of files such as `000001.cnf`, one for each of `FORMATS`; none if the claim needs no refutation."""
    if certificate.refuted is None:
        return {}
    return {f"{number:06}.{name}": write(certificate) for name, write in FORMATS.items()}


def dimacs(certificate: Certificate) -> str:
    """The problem that a certificate refutes, with comments that explain the claim, the clauses and the variables."""
    puzzle, excluded = _refuted(certificate)
    return cnf(CoverTable(puzzle.shape)).dimacs(puzzle, excluded, statement(certificate))


def drat(certificate: Certificate) -> str:
    """The lemmas in order, and the empty clause, which checkers of DRAT such as `drat-trim` expect."""
    return "".join(f"{dimacs_line(lemma)}\n" for lemma in (*certificate.lemmas, ()))


def lrat(certificate: Certificate) -> str:
    """The lemmas in order and the empty clause, with hints."""
    return "".join(f"{' '.join(map(str, line))}\n" for line in _lrat_lines(certificate))


def binary_lrat(certificate: Certificate) -> bytes:
    """The same in the binary form of LRAT."""
    return b"".join(b"a" + b"".join(map(_to_bytes, line)) for line in _lrat_lines(certificate))


FORMATS: Mapping[str, Callable[[Certificate], str | bytes]] = {
    "cnf": dimacs,
    "drat": drat,
    "lrat": lrat,
    "blrat": binary_lrat,
}
"""The formats of exported files, by the ends of their names."""


def _lrat_lines(certificate: Certificate) -> Iterator[tuple[int, ...]]:
    """The lines of LRAT as numbers, both zeros included. A wrong lemma has no hints, so that no checker accepts it."""
    puzzle, excluded = _refuted(certificate)
    formula = cnf(CoverTable(puzzle.shape))
    numbers = _numbers(puzzle.shape)
    problem = refutation.puzzle_problem(puzzle, excluded)
    shift = 1 + len(formula.clauses) - len(formula.long)

    def hint(step: Step) -> int:
        if isinstance(step, tuple):
            return numbers[max(step), min(step)]
        return numbers[formula.long[step]] if step < len(formula.long) else step + shift

    lemmas = certificate.lemmas
    steps: list[tuple[Step, ...]] = []
    try:
        steps.extend(antecedents(problem, lemmas))
    except RefutationRejectedError:
        steps += [()] * (len(lemmas) + 1 - len(steps))
    proved = (*lemmas[: len(steps) - 1], ())
    first = len(problem.clauses) + shift
    for number, (lemma, needed) in enumerate(zip(proved, steps, strict=True), first):
        yield (number, *lemma, 0, *map(hint, needed), 0)


def _refuted(certificate: Certificate) -> tuple[Grid, tuple[Grid, ...]]:
    if certificate.refuted is None:
        raise ValueError(f"the claim {certificate.claim.value!r} needs no refutation")
    return certificate.refuted


@cache
def _numbers(shape: Shape) -> dict[Clause, int]:
    """The number of each clause of the rules in the DIMACS file."""
    return {clause: number for number, clause in enumerate(cnf(CoverTable(shape)).clauses, 1)}


def _to_bytes(number: int) -> bytes:
    """A number as in binary DRAT: doubled, plus one if it is negative, and seven bits to a byte, the lowest first."""
    rest = 2 * abs(number) + (number < 0)
    digits = bytearray()
    while rest > 127:
        digits.append(rest & 127 | 128)
        rest >>= 7
    digits.append(rest)
    return bytes(digits)
