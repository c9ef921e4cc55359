"""Files for public proof checkers: the problem in DIMACS, its refutation in DRAT and LRAT.

The problem is the pairwise encoding of the exact-cover table (docs/explanation/encoding.md explains it from the rules
up), while `refutation` derives its clauses from the houses. So a public checker checks an independent derivation.

An LRAT line contains the number of a lemma, the lemma, and its hints: if all literals of the lemma are false, these
clauses become unit one after the other, and the last one is false. Lemmas are numbered after the clauses of the DIMACS
file (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", CADE 2017).
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import count

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.cnf import Clause, cnf, dimacs_line
from crosscover.oracles.refutation import puzzle_problem
from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.table import CoverTable

from .certification import statement
from .conflicts import Hint
from .trimming import lemma_hints


def export(certificate: Certificate, number: int) -> dict[str, str]:
    """Return files such as `000001.cnf` by name, one per format; none if the claim needs no refutation."""
    if certificate.refuted is None:
        return {}
    return {f"{number:06}.{name}": write(certificate) for name, write in FORMATS.items()}


def dimacs(certificate: Certificate) -> str:
    """Return the problem that a certificate refutes; comments explain the claim, the clauses and the variables."""
    puzzle, excluded = _refuted(certificate)
    return cnf(CoverTable(puzzle.shape)).dimacs(puzzle, excluded, statement(certificate))


def drat(certificate: Certificate) -> str:
    """Return the lemmas in order and the empty clause, which DRAT checkers such as `drat-trim` expect."""
    return "".join(f"{dimacs_line(lemma)}\n" for lemma in (*certificate.lemmas, ()))


def lrat(certificate: Certificate) -> str:
    """Return the lemmas in order and the empty clause, with hints; raises RefutationRejectedError for a wrong lemma."""
    puzzle, excluded = _refuted(certificate)
    formula = cnf(CoverTable(puzzle.shape))
    numbers = _numbers(puzzle.shape)
    problem = puzzle_problem(puzzle, excluded)
    shift = 1 + len(formula.clauses) - len(formula.long)

    def number_of(hint: Hint) -> int:
        if isinstance(hint, tuple):
            return numbers[max(hint), min(hint)]
        return numbers[formula.long[hint]] if hint < len(formula.long) else hint + shift

    needed = list(lemma_hints(problem, certificate.lemmas))
    proved = (*certificate.lemmas[: len(needed) - 1], ())
    lines = zip(count(len(problem.clauses) + shift), proved, needed, strict=False)
    texts = (" ".join(map(str, (number, *lemma, 0, *map(number_of, hints), 0))) for number, lemma, hints in lines)
    return "".join(f"{text}\n" for text in texts)


FORMATS: Mapping[str, Callable[[Certificate], str]] = {"cnf": dimacs, "drat": drat, "lrat": lrat}


def _refuted(certificate: Certificate) -> tuple[Grid, tuple[Grid, ...]]:
    if certificate.refuted is None:
        raise ValueError(f"the claim {certificate.claim.value!r} needs no refutation")
    return certificate.refuted


@cache
def _numbers(shape: Shape) -> dict[Clause, int]:
    return {clause: number for number, clause in enumerate(cnf(CoverTable(shape)).clauses, 1)}
