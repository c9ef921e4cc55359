"""Certificates in the files that public checkers read: the problem in DIMACS, the refutation in DRAT.

Any checker of DRAT or DRUP will do, `drat-trim` for one. The problem is written out in full there, pairwise clauses and
all, with a comment for what each variable stands for.
"""

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.cnf import cnf, dimacs_line
from crosscover.reference.verdict import VerdictKind


def dimacs(certificate: Certificate) -> str:
    """The problem that a certificate refutes: the puzzle, and "not this solution" where it has one."""
    formula = cnf()
    excluded = certificate.excluded
    differs = [] if excluded is None else [tuple(-literal for literal in formula.units(excluded))]
    return formula.dimacs(certificate.puzzle, differs)


def drat(certificate: Certificate) -> str:
    """The lemmas in order, and the empty clause, which public checkers want to see."""
    return "".join(f"{dimacs_line(lemma)}\n" for lemma in (*certificate.lemmas, ()))


def export(certificate: Certificate, number: int) -> dict[str, str]:
    """The texts of `000001.cnf` and `000001.drat`, by the number of the puzzle; none where two solutions are proof."""
    if certificate.kind is VerdictKind.SEVERAL:
        return {}
    return {f"{number:06}.cnf": dimacs(certificate), f"{number:06}.drat": drat(certificate)}
