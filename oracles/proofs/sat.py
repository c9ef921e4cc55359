"""Proofs by SAT solvers: the clauses that a solver learned, as python-sat hands them out (DRUP).

Each puzzle gets a solver of its own, and the clues are clauses: under assumptions some solvers log an empty clause that
refutes nothing. Deletions are left out, which is sound where only unit propagation counts: more clauses never propagate
less. The solver's own empty clause is left out too, since the checker has to find its own conflict, and some solvers
omit it. Once a solution is found, the clause that excludes it is added and the same solver goes on; what it learned
before is as true as ever.

MapleSAT's proofs are wrong: in its log the variables are off by one. It stays in the list, because a checker
worth the name refuses it. Mergesat3, Minicard and both Minisats log no proofs, CryptoMiniSat none through python-sat.
"""

from crosscover.oracles import sat
from crosscover.oracles.cnf import cnf
from crosscover.oracles.errors import EngineError
from crosscover.oracles.pysat import DEFAULT_BACKEND, model_of, new_solver
from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable
from crosscover.reference.verdict import Several, verdict_of

from .producer import Claim, ProofError, parse_drup

BACKENDS = tuple(name for name, backend in sat.BACKENDS.items() if backend.logs_proofs)


class SatProducer:
    """Reads the refutation off the log of a solver; a solver is built for each puzzle, which costs some 5 ms."""

    def __init__(self, backend: str = DEFAULT_BACKEND) -> None:
        self.name = f"sat:{backend}"
        self._backend = backend

    def claim(self, puzzle: Grid) -> Claim:
        """The verdict of the solver, and the clauses that it learned on the way."""
        formula = cnf(CoverTable(puzzle.shape))
        units = [(literal,) for literal in formula.units(puzzle)]
        solver = new_solver(self._backend, [*formula.clauses, *units], with_proof=True)
        solutions: list[Grid] = []
        try:
            while len(solutions) < 2 and (model := model_of(solver, (), formula.options)) is not None:
                solutions.append(formula.table.grid(literal - 1 for literal in model))
                solver.add_clause([-literal for literal in model])
            verdict = verdict_of(solutions)
            lemmas = () if isinstance(verdict, Several) else parse_drup(solver.get_proof() or ())
            return Claim(verdict, lemmas)
        except EngineError as error:
            raise ProofError(f"{self.name}: {error}") from error
        finally:
            solver.delete()
