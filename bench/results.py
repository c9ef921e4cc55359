"""The results file `bench/results.json`, from which pages are generated; each benchmark writes its own parts."""

import json
from collections.abc import Mapping
from pathlib import Path

from crosscover.report.files import atomic_write


def update_results(path: Path, parts: Mapping[str, object]) -> None:
    """Write some parts of a results file, and keep the other parts."""
    before: dict[str, object] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    atomic_write(path, json.dumps({**before, **parts}, indent=1) + "\n")
