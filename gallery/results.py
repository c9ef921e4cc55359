"""`results.json`: the results of all solvers, updated by each run."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any

from crosscover.report.files import atomic_write

from .entries import HERE

RESULTS = HERE / "results.json"

Results = dict[str, Any]
"""For each identifier: `version`, and `contracts` with a result each."""


def load(path: Path = RESULTS) -> Results:
    """All results; empty if there is no file yet."""
    if not path.exists():
        return {}
    found: Results = json.loads(path.read_text(encoding="utf-8"))["solvers"]
    return found


def merge(path: Path, identifier: str, version: str, contract: str, result: dict[str, Any]) -> Results:
    """Add a result to the file, and drop those of other versions; returns all results.

    Other processes that add results at the same time wait.
    """
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        known = load(path)
        if known.get(identifier, {}).get("version") != version:
            known[identifier] = {"version": version, "contracts": {}}
        known[identifier]["contracts"][contract] = result
        document = {"format": "crosscover-gallery", "version": 1, "solvers": known}
        atomic_write(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    finally:
        os.close(folder)
    return known
