"""Proofs by CP-SAT: the DRAT log that OR-tools writes when asked to.

OR-tools calls this interface experimental. It works without presolve and with one worker alone, so the run that is
certified is not the run by which the `cpsat` engine decides, though it is the same solver on the same 324 exactly-ones.
Without inprocessing, too: with it, OR-tools 9.15 aborted on a check of its own at one of the first 400 puzzles tried.
A clause that only DRAT's second rule would show, RAT, is refused by the checker; CP-SAT has not been seen to need it.

Each puzzle is solved in a process of its own, for reasons told in `cpsat_process`. That costs half a second a puzzle:
good for a sample, not for a collection. A puzzle that takes too long, or a process that dies, is ProofError; no other
producer steps in.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable
from crosscover.reference.verdict import verdict_of

from .producer import Claim, ProofError, parse_drup

SEARCH_SECONDS = 60
"""How long CP-SAT may take for one search."""
PROCESS_SECONDS = 3 * SEARCH_SECONDS
"""How long the process may take, with its start, two searches and the wait for others of its kind."""


class CpsatProducer:
    """Reads the refutation off CP-SAT's log."""

    name = "cpsat"

    def claim(self, puzzle: Grid) -> Claim:
        """The verdict of CP-SAT, and the clauses that it learned on the way."""
        table = CoverTable(puzzle.shape)
        task = {
            "variables": puzzle.shape.options,
            "exactly_one": table.covering,
            "true": table.given(puzzle),
            "seconds": SEARCH_SECONDS,
        }
        answer = _run_process(json.dumps(task))
        verdict = verdict_of([table.grid(options) for options in cast("list[list[int]]", answer["solutions"])])
        return Claim(verdict, parse_drup(cast("list[str]", answer["proof"])))


def _run_process(task: str) -> dict[str, object]:
    script = Path(__file__).with_name("cpsat_process.py")
    try:
        process = subprocess.run(  # noqa: S603 - this very interpreter, on a script that lies beside this one
            [sys.executable, "-P", str(script), str(os.getpid())],
            input=task,
            capture_output=True,
            text=True,
            timeout=PROCESS_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ProofError(f"cpsat took longer than {PROCESS_SECONDS} s") from None
    if process.returncode != 0:
        lines = [line for line in process.stderr.splitlines() if line.strip() and not line.startswith("***")]
        raise ProofError(
            f"cpsat's process ended with code {process.returncode}: {lines[-1] if lines else 'no message'}"
        )
    return cast("dict[str, object]", json.loads(process.stdout))
