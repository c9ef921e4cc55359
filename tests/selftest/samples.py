"""A small zoo, written to a folder, and runs that nobody had to wait for."""

from pathlib import Path

from crosscover.report.events import Status
from crosscover.subjects.options import Options
from tests.selftest.judging import Case, Fate, Judged, Seen
from tests.selftest.loading import RIGHT, Solver

MODEL = """
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from crosscover.subjects.options import Options


class NoCompiler(RuntimeError):
    pass


class Kind(Enum):
    TEXT = "parsing and printing"


class One(NamedTuple):
    name: str
    spec: str
    description: str
    options: Options = Options()
    kind: Kind = Kind.TEXT


def materialise(solver, folder):
    if not solver.spec:
        raise NoCompiler("it needs a compiler")
    if not solver.spec.startswith("engine:"):
        path = Path(folder) / f"{solver.name}.py"
        path.write_text(solver.spec)
        return f"python:{path}:solve"
    return solver.spec
"""

ZOO = """
from .model import One

REFUSES_FULL_GRIDS = '''
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid


def solve(text):
    return str(next(BitmaskEngine()(Grid.parse(text), 1))) if "." in text else None
'''

MUTANTS = (
    One("refuses-full-grids", REFUSES_FULL_GRIDS, "A full grid is refused."),
    One("not-wrong", "engine:bitmask", "Nothing is wrong with it."),
    One("not-made", "", "It is in a language that nobody reads."),
)
RIGHT = (
    One("right", "engine:bitmask", "An engine."),
    One("not-right", REFUSES_FULL_GRIDS, "It is said to be right."),
)
"""


def small_zoo(folder: Path) -> Path:
    """A zoo of which the suite must complain: one mutant is right, one is not to be had, one right solver is wrong."""
    for name, text in (("__init__", ""), ("model", MODEL), ("zoo", ZOO)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


class Sheet:
    """What a zoo says of a solver."""

    def __init__(self, name: str, description: str = "It does something.") -> None:
        self.name = name
        self.description = description
        self.options = Options()


def solver(name: str, kind: str = RIGHT) -> Solver:
    """A solver that is nowhere."""
    return Solver(kind, Sheet(name))


def seen(name: str, judged: int, status: Status = Status.PASSED, failed_after: int | None = None) -> Seen:
    """How a property came out."""
    return Seen(name, status, judged, failed_after, 0.1, "" if status is Status.PASSED else "it was wrong")


def run(name: str, fate: Fate, *properties: Seen, seed: int = 1, reason: str = "") -> Judged:
    """A run."""
    return Judged(Case(name, seed), fate, properties, 1.0, reason)
