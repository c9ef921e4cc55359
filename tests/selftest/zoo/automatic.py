"""Automatic mutants that answer the puzzles of an online judge correctly, and are rarely wrong for others.

They are the most stubborn of all changes to one token or node of ten right solvers. For each mutant, the file lists the
number of wrong answers and of puzzles, both in a directed search and for puzzles as in the property `volume`.
"""

import json
from pathlib import Path
from typing import Any

from .model import Change, Kind, Mutant
from .origins import RIGHT

FILE = Path(__file__).with_suffix(".json")


def _mutant(entry: dict[str, Any]) -> Mutant:
    origin = next(one for one in RIGHT if one.name == entry["origin"])
    changes = tuple(Change(*change) for change in entry["changes"])
    return Mutant(Kind.AUTOMATIC, entry["name"], origin, entry["description"], changes, tuple(entry["witness"]))


AUTOMATIC = tuple(map(_mutant, json.loads(FILE.read_text(encoding="utf-8"))))
