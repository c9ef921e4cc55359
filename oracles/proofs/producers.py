"""Proof producers by name: clause learning, dancing links, and a SAT solver, imported on first use."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from crosscover.errors import UsageError
from crosscover.oracles.cnf import cnf
from crosscover.oracles.errors import EngineError
from crosscover.oracles.pysat import DEFAULT_BACKEND, SatSolver, model_of
from crosscover.oracles.refutation import Lemma
from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable

from .certification import Producer, ProofError, UncheckedProof
from .dlx_proofs import DlxProducer
from .learning import LearningProducer

DEFAULT_PRODUCER = LearningProducer.name
"""The fastest producer, which shares no code with the reference."""


class SatProducer:
    """Takes the refutation from a SAT solver's log: the learned clauses, in python-sat's DRUP.

    Each puzzle gets a new solver, which takes about 5 ms. The clues are clauses, since under assumptions the log may
    contain an empty clause that refutes nothing. Deletions are left out, which is sound because only unit propagation
    counts: more clauses never propagate less. The solver's empty clause is left out too, because the checker must find
    the conflict itself. After each solution, a clause excludes it and the same solver continues; the clauses that it
    learned before remain valid.
    """

    name = f"sat:{DEFAULT_BACKEND}"

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, *_: object) -> UncheckedProof:
        """Return the solutions that the solver finds, and the clauses that it learned."""
        formula = cnf(CoverTable(puzzle.shape))
        units = [(literal,) for literal in formula.units(puzzle)]
        excluded = [[-literal for literal in formula.units(grid)] for grid in known]
        solver = SatSolver(DEFAULT_BACKEND, [*formula.clauses, *units, *excluded], with_proof=True)
        solutions = list(known)
        try:
            while len(solutions) < limit:
                model = model_of(solver, (), formula.options)
                if model is None:
                    return UncheckedProof(tuple(solutions), parse_drup(solver.get_proof()))
                solutions.append(formula.table.grid(literal - 1 for literal in model))
                solver.add_clause([-literal for literal in model])
            return UncheckedProof(tuple(solutions))
        except EngineError as error:
            raise ProofError(f"{self.name}: {error}") from error
        finally:
            solver.delete()


def parse_drup(log: Iterable[str]) -> tuple[Lemma, ...]:
    """Return the lemmas of a DRUP or DRAT log, without deletions and the empty clause."""
    lines = (line.split() for line in log)
    clauses = (tuple(map(int, words[:-1])) for words in lines if words and words[0] != "d")
    return tuple(clause for clause in clauses if clause)


PRODUCERS: dict[str, Callable[[], Producer]] = {
    DEFAULT_PRODUCER: partial(LearningProducer, SatProducer()),
    DlxProducer.name: DlxProducer,
    SatProducer.name: SatProducer,
}


@cache
def producer(name: str) -> Producer:
    """Return the producer with this name, one per process; raises UsageError."""
    if name not in PRODUCERS:
        raise UsageError(f"there is no proof producer {name!r}; there are {', '.join(PRODUCERS)}")
    return PRODUCERS[name]()
