"""The producers of proofs by name: a search that learns, dancing links, and a SAT solver, imported on first use."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from crosscover.oracles.cnf import cnf
from crosscover.oracles.errors import EngineError, UnknownEngineError
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
    """Takes the refutation from the log of a SAT solver: the clauses that it learned, in python-sat's DRUP.

    Each puzzle gets a solver of its own, about 5 ms, and the clues are clauses: under assumptions the log may have an
    empty clause that refutes nothing. Deletions are left out, which is sound since only unit propagation counts: more
    clauses never propagate less. The solver's own empty clause is left out too: the checker has to find its own
    conflict. Once a solution is found, a clause that excludes it is added and the same solver goes on; what it learned
    before stays true.
    """

    name = f"sat:{DEFAULT_BACKEND}"

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, *_: object) -> UncheckedProof:
        """The solutions that the solver finds, and the clauses that it learned on the way."""
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
    """The lemmas of a log in DRUP or DRAT, without its deletions and without the empty clause."""
    lines = (line.split() for line in log)
    clauses = (tuple(map(int, words[:-1])) for words in lines if words and words[0] != "d")
    return tuple(clause for clause in clauses if clause)


PRODUCERS: dict[str, Callable[[], Producer]] = {
    DEFAULT_PRODUCER: partial(LearningProducer, SatProducer()),
    DlxProducer.name: DlxProducer,
    SatProducer.name: SatProducer,
}
"""The producers by name."""


@cache
def producer(name: str) -> Producer:
    """The producer of that name, one per process; raises UnknownEngineError."""
    if name not in PRODUCERS:
        raise UnknownEngineError(f"no producer of proofs is called {name!r}. There are {', '.join(PRODUCERS)}")
    return PRODUCERS[name]()
