"""A selftest for programs: one JSON object.

`format` and `version` say what it is, `seeds` what ran, `exit_code` what the command returns. `solvers`
has an object for each solver: `name`, `kind` (`right`, or the kind of its mistake), `description`, `contract`, and
`runs`, one a seed, each with its `fate` and with how each property came out.
"""

import json

from crosscover import __version__

from .judging import Judged
from .result import Result, Row

FORMAT = "crosscover-selftest"
VERSION = 1

Json = dict[str, object]


def written(result: Result, exit_code: int) -> str:
    """The text of a result."""
    report: Json = {
        "format": FORMAT,
        "version": VERSION,
        "crosscover": __version__,
        "seeds": list(result.seeds),
        "seconds": round(result.seconds, 1),
        "exit_code": exit_code,
        "kills": {name: result.kills(name) for name in result.properties},
        "solvers": list(map(_solver, result.rows)),
    }
    return json.dumps(report, indent=1) + "\n"


def _solver(row: Row) -> Json:
    return {
        "name": row.solver.name,
        "kind": row.solver.kind,
        "description": row.solver.source.description,
        "contract": row.solver.source.options.contract.value,
        "puzzles_to_kill": row.puzzles,
        "runs": list(map(_run, row.runs)),
    }


def _run(run: Judged) -> Json:
    return {
        "seed": run.case.seed,
        "fate": run.fate.value,
        "reason": run.reason,
        "seconds": round(run.seconds, 2),
        "puzzles_to_kill": run.first_kill,
        "properties": [
            {
                "name": seen.name,
                "status": seen.status.value,
                "judged": seen.judged,
                "killed_after": seen.failed_after,
                "seconds": round(seen.seconds, 2),
                "reason": seen.reason,
            }
            for seen in run.seen
        ],
    }
