"""What a ledger says about its audit: inputs, settings and runs."""

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol, cast

from crosscover.puzzle_files import display_name

from .audit_inputs import Input


class Queryable(Protocol):
    """A ledger or a connection to one."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> sqlite3.Cursor:
        """Execute a query."""
        ...


def is_complete(ledger: Queryable) -> bool:
    """Whether a run has completed the audit: the ledger has all rows and their relations."""
    (found,) = ledger.execute("SELECT EXISTS (SELECT 1 FROM run WHERE outcome = 'complete')").fetchone()
    return bool(found)


def circumstances_to_json(ledger: Queryable) -> dict[str, Any]:
    """The inputs, settings and runs of a ledger."""
    runs = ledger.execute("SELECT started, ended, outcome, executor, versions FROM run ORDER BY run")
    return {
        "inputs": list(map(asdict, stored_inputs(ledger))),
        "settings": stored_settings(ledger),
        "runs": [
            {"started": started, "ended": ended, "outcome": outcome, "executor": executor, "versions": json.loads(text)}
            for started, ended, outcome, executor, text in runs
        ],
    }


def stored_inputs(ledger: Queryable) -> list[Input]:
    """The inputs of a ledger in their order."""
    return [Input(*row) for row in ledger.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")]


def stored_settings(ledger: Queryable) -> dict[str, Any]:
    """The settings of a ledger by name."""
    query = "SELECT name, value FROM setting ORDER BY name"
    return {name: json.loads(value) for name, value in ledger.execute(query)}


def describe_settings(settings: Mapping[str, Any]) -> dict[str, str]:
    """The settings that are given, in words."""
    return {name: _describe(value) for name, value in settings.items() if value}


def _describe(setting: object) -> str:
    if isinstance(setting, Collection) and not isinstance(setting, str):
        return ", ".join(map(str, cast("Collection[object]", setting)))
    return "yes" if setting is True else str(setting)


def place_of(name: str, line: int) -> str:
    """The place of a row in messages, `FILE:LINE`."""
    return f"{display_name(name)}:{line}"
