"""Automatic mutants that answer the puzzles of an online judge correctly, and are rarely wrong for others.

They are the stubborn ones among all changes of one token or node of ten right solvers. For each, the file has the wrong
answers and the number of puzzles, both of a directed search and of puzzles as in the property `volume`.
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
