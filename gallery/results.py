"""`results.json`: what became of each solver, merged run by run."""

import json
from pathlib import Path
from typing import Any

from crosscover.report.files import atomic_write

from .entries import HERE

RESULTS = HERE / "results.json"

Results = dict[str, Any]
"""By identifier of the entry: `version`, and `contracts` with a result each."""


def load(path: Path = RESULTS) -> Results:
    """What is known; nothing where there is no file yet."""
    if not path.exists():
        return {}
    found: Results = json.loads(path.read_text(encoding="utf-8"))["solvers"]
    return found


def merge(path: Path, identifier: str, version: str, contract: str, result: dict[str, Any]) -> Results:
    """Put a result into the file, and drop what was found of another version; returns what the file holds now."""
    known = load(path)
    if known.get(identifier, {}).get("version") != version:
        known[identifier] = {"version": version, "contracts": {}}
    known[identifier]["contracts"][contract] = result
    text = json.dumps({"format": "crosscover-gallery", "version": 1, "solvers": known}, indent=1, ensure_ascii=False)
    atomic_write(path, text + "\n")
    return known
