"""False proofs.

Each build of the checker must say the same as its specification about a proof with mistakes. If they accept it, search
must find no solution but the excluded ones, and dratify must accept the exported problem with the proof, too.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import dratify

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.cnf import cnf, dimacs_line
from crosscover.reference import CoverTable
from tests.certificates.mutants import Mutant, disagreement, mutants
from tests.certificates.specification import outcome

PROOFS = 20
"""Number of proofs in an attempt."""


def attack_proofs(random: Random, _folder: Path) -> Iterator[str]:
    """Give the checker proofs with mistakes."""
    for mutant in islice(mutants(random), PROOFS):
        problem, lemmas = mutant.problem, mutant.lemmas
        if found := disagreement(problem, lemmas):
            yield found
        if outcome(problem, lemmas) == "accepted":
            others = set(BitmaskEngine()(mutant.puzzle, len(mutant.excluded) + 1)).difference(mutant.excluded)
            if others:
                yield f"a false proof is accepted: {others} solve {mutant.puzzle}, {mutant.excluded}, {lemmas}"
            if not dratify_accepts(mutant):
                yield f"dratify refuses, for {mutant.puzzle}, {mutant.excluded}, {lemmas}"


def dratify_accepts(mutant: Mutant) -> bool:
    """Whether dratify accepts the proof."""
    checker: Any = dratify  # its parameters have no types
    formula = cnf(CoverTable(mutant.puzzle.shape)).dimacs(mutant.puzzle, mutant.excluded)
    log = "".join(f"{dimacs_line(lemma)}\n" for lemma in (*mutant.lemmas, ()))
    return cast("bool", checker.check_proof(checker.parse_dimacs(formula), log).ok)
