"""The results file `bench/results.json`, from which pages are generated; each benchmark writes its own parts."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from crosscover.report.files import atomic_write


def update_results(path: Path, parts: Mapping[str, object]) -> None:
    """Write some parts of a results file, and keep the other parts."""
    before: dict[str, object] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    atomic_write(path, json.dumps({**before, **parts}, indent=1) + "\n")


def show_table(title: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Print rows of a table, which map its headings to cells; the first column contains names."""
    table = Table(title=title)
    for number, heading in enumerate(rows[0]):
        table.add_column(heading, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row.values())
    Console(width=120, highlight=False).print(table)
