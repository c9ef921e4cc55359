"""How many mutants each property catches, and at what cost; the order and budget of a check follow from this table."""

import json
from datetime import UTC, datetime

from .result import SelftestResult


def power_table(result: SelftestResult, command: str) -> str:
    """The table as JSON: how many wrong solvers a property caught, and its mean seconds and puzzles per solver.

    Solvers that only timed out count, too. The table needs a run without `--first`, in which every property has judged
    every solver.
    """
    properties = {
        name: {
            "kills": result.kills(name),
            "seconds": round(sum(one.seconds for one in runs) / len(runs), 4),
            "puzzles": round(sum(one.judged for one in runs) / len(runs), 1),
        }
        for name in result.properties
        if (runs := [one for row in result.mutants for one in row.under(name)])
    }
    table = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": command,
        "mutants": len(result.mutants),
        "properties": properties,
    }
    return json.dumps(table, indent=1) + "\n"
