"""The producers of proofs by name: a search that learns, dancing links, SAT solvers, and CP-SAT.

Libraries are imported on first use.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from errno import ENOSPC
from functools import partial
from pathlib import Path
from typing import cast

from crosscover.oracles import sat
from crosscover.oracles.cnf import cnf
from crosscover.oracles.errors import EngineError, UnavailableEngineError, UnknownEngineError
from crosscover.oracles.pysat import DEFAULT_BACKEND, model_of, new_solver
from crosscover.oracles.refutation import Lemma
from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable
from crosscover.undisturbed import load_library

from .certification import Producer, ProofError, UncheckedProof
from .dlx_proofs import DlxProducer
from .learning import LearningProducer

DEFAULT_PRODUCER = LearningProducer.name
"""The fastest producer, which shares no code with the reference."""

PROOF_BACKENDS = tuple(name for name, backend in sat.BACKENDS.items() if backend.logs_proofs)


class SatProducer:
    """Takes the refutation from the log of a SAT solver: the clauses that it learned, in python-sat's DRUP.

    Each puzzle gets a solver of its own, some 5 ms, and the clues are clauses: under assumptions some solvers log an
    empty clause that refutes nothing. Deletions are left out, which is sound since only unit propagation counts: more
    clauses never propagate less. The solver's own empty clause is left out too: the checker has to find its own
    conflict, and some solvers omit it. Once a solution is found, a clause that excludes it is added and the same solver
    goes on; what it learned before stays true.

    MapleSAT's proofs are wrong: the variables in its log are off by one. It stays among `PROOF_BACKENDS` because the
    checker must reject it. Mergesat3, Minicard and both Minisats log no proofs, CryptoMiniSat none through python-sat.
    """

    def __init__(self, backend: str = DEFAULT_BACKEND) -> None:
        self.name = f"sat:{backend}"
        self._backend = backend

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, *_: object) -> UncheckedProof:
        """The solutions that the solver finds, and the clauses that it learned on the way."""
        formula = cnf(CoverTable(puzzle.shape))
        units = [(literal,) for literal in formula.units(puzzle)]
        excluded = [[-literal for literal in formula.units(grid)] for grid in known]
        solver = new_solver(self._backend, [*formula.clauses, *units, *excluded], with_proof=True)
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


SEARCH_SECONDS = 60
"""Time limit in seconds for one search by CP-SAT."""
PROCESS_SECONDS = 3 * SEARCH_SECONDS
"""Time limit in seconds for its process: the start, two searches and waiting for other such processes."""


class CpsatProducer:
    """Takes the refutation from the DRAT log that OR-tools writes on request.

    OR-tools calls this interface experimental. It works only with one worker and without presolve, so the certified run
    is not the run by which the `cpsat` engine decides, though it is the same solver on the same 324 exactly-ones. It
    also runs without inprocessing: with it, OR-tools 9.15 aborted on a check of its own at one of the first 400 puzzles
    tried. The checker rejects clauses that only DRAT's second rule, RAT, would show; CP-SAT has not been seen to log
    any.

    Each puzzle is solved in a process of its own, for reasons given in `cpsat_process`. That costs half a second a
    puzzle: good for a sample, not for a collection. A timeout or a crash of the process is a ProofError, a full disk an
    OSError.
    """

    name = "cpsat"

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, *_: object) -> UncheckedProof:
        """The solutions that CP-SAT finds, and the clauses that it learned on the way."""
        table = CoverTable(puzzle.shape)
        task = {
            "variables": puzzle.shape.options,
            "exactly_one": table.covering,
            "true": table.given(puzzle),
            "excluded": [table.given(grid) for grid in known],
            "limit": limit - len(known),
            "seconds": SEARCH_SECONDS,
        }
        answer = _run_process(json.dumps(task))
        found = [table.grid(options) for options in cast("list[list[int]]", answer["solutions"])]
        return UncheckedProof((*known, *found), parse_drup(cast("list[str]", answer["proof"])))


PROOF = "/tmp/drat.txt"  # noqa: S108 - the only place where OR-tools writes


def _run_process(task: str) -> dict[str, object]:
    script = Path(__file__).with_name("cpsat_process.py")
    try:
        process = subprocess.run(  # noqa: S603 - this interpreter, on a script of this package
            [sys.executable, "-P", str(script), str(os.getpid())],
            input=task,
            capture_output=True,
            text=True,
            timeout=PROCESS_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ProofError(f"cpsat timed out after {PROCESS_SECONDS} s") from None
    if process.returncode != 0:
        lines = process.stderr.partition("***")[0].splitlines()  # then comes the stack
        if lines and PROOF in lines[-1] and process.returncode == -signal.SIGABRT:  # OR-tools aborts if it cannot write
            raise OSError(ENOSPC, "no space for the log of CP-SAT", PROOF)
        raise ProofError(
            f"cpsat's process ended with exit code {process.returncode}: {lines[-1] if lines else 'no message'}"
        )
    return cast("dict[str, object]", json.loads(process.stdout))


def parse_drup(log: Iterable[str]) -> tuple[Lemma, ...]:
    """The lemmas of a log in DRUP or DRAT, without its deletions and without the empty clause."""
    lines = (line.split() for line in log)
    clauses = (tuple(map(int, words[:-1])) for words in lines if words and words[0] != "d")
    return tuple(clause for clause in clauses if clause)


def names() -> list[str]:
    """The name of every producer."""
    return ["learning", "dlx", *(f"sat:{backend}" for backend in PROOF_BACKENDS), "cpsat"]


def producer(name: str) -> Producer:
    """The producer of that name; raises UnknownEngineError, and UnavailableEngineError if a library is missing."""
    kind, _, backend = (f"sat:{DEFAULT_BACKEND}" if name == "sat" else name).partition(":")
    match kind, backend:
        case "learning", "":
            return LearningProducer(fallback=partial(producer, "sat"))
        case "dlx", "":
            return DlxProducer()
        case "sat", _ if backend in PROOF_BACKENDS:
            _require("pysat", name)
            return SatProducer(backend)
        case "cpsat", "":
            _require("ortools", name)
            return CpsatProducer()
        case _:
            near = get_close_matches(name, names(), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise UnknownEngineError(f"no producer of proofs is called {name!r}{hint} There are {', '.join(names())}")


def _require(library: str, name: str) -> None:
    try:
        load_library(library)
    except ImportError as error:
        raise UnavailableEngineError(f"{name} needs {library}, which cannot be imported: {error}") from error
