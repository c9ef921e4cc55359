"""How much each property catches in its time: what a check runs first, and for how long, rests on it."""

import json
from datetime import UTC, datetime

from .result import SelftestResult


def power_table(result: SelftestResult, command: str) -> str:
    """The table as JSON: how many wrong solvers a property caught, and the seconds that it took for one, on average.

    A solver that is caught by nothing but late answers counts, too. Taken from a run without `--first`, in which every
    property has judged every solver.
    """
    properties = {
        name: {
            "kills": result.kills(name),
            "seconds": round(sum(runs) / len(runs), 4),
        }
        for name in result.properties
        if (runs := [one.seconds for row in result.mutants for one in row.under(name)])
    }
    table = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": command,
        "mutants": len(result.mutants),
        "properties": properties,
    }
    return json.dumps(table, indent=1) + "\n"
