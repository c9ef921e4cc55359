"""Right solvers and mutants as data, and the steps that write one to disk and build it."""

import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.options import Options

SOURCES = Path(__file__).with_name("right")


class Kind(Enum):
    """The kind of mistake that a mutant makes."""

    CONSTRAINTS = "constraints"
    INDICES = "index arithmetic"
    UNDO = "undo in backtracking"
    CUT_OFFS = "search cut-offs"
    STATE = "state and caches across puzzles"
    CLUES = "clue handling"
    TEXT = "parsing and printing"
    RARE = "rare triggers"
    RESOURCES = "resources"
    CONTRACTS = "contracts any and count"
    UNIQUENESS = "uniqueness assumed"
    JUDGES = "words of online judges, least solutions"
    SHAPES = "other shapes"
    AUTOMATIC = "one token or statement changed by a machine"


class NoCompilerError(RuntimeError):
    """Raised if a solver in C cannot be built for lack of a compiler."""


class Change(NamedTuple):
    """A piece of source text that occurs exactly once, and its replacement."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RightSolver:
    """A right solver: a file of `right/`, possibly with changes that keep it right.

    A C file is a program. A Python file is a program if `program` is set; otherwise its function `solve` is the solver.
    """

    name: str
    source: str
    description: str
    options: Options
    program: bool = False
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong solver: a right one with one bug.

    `description` states the bug. `witness` is a batch, written with `formatting`, on which the mutant fails; it proves
    that the mutant is not equivalent to its origin. `limits` replace the options of the origin if the bug shows only
    under them.
    """

    kind: Kind
    name: str
    origin: RightSolver
    description: str
    changes: tuple[Change, ...]
    witness: tuple[str, ...]
    formatting: Formatting = Formatting()
    limits: Options | None = None

    @property
    def options(self) -> Options:
        """The options of the solver: its dialect, contract and limits."""
        return self.limits or self.origin.options


Solver = RightSolver | Mutant


def source(solver: Solver) -> str:
    """The text of a solver; raises ValueError for a change whose old text does not occur exactly once."""
    origin = solver if isinstance(solver, RightSolver) else solver.origin
    text = (SOURCES / origin.source).read_text(encoding="utf-8")
    changes = origin.changes if isinstance(solver, RightSolver) else (*origin.changes, *solver.changes)
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{solver.name}: {old!r} occurs {text.count(old)} times in {origin.source}")
        text = text.replace(old, new)
    return text


def materialise(solver: Solver, folder: Path) -> str:
    """Write a solver to a folder, compile it if it is in C, and return its specification.

    Files that exist already are reused. Raises NoCompilerError if a compiler is needed and there is none.
    """
    origin = solver if isinstance(solver, RightSolver) else solver.origin
    path = folder / (solver.name.replace("-", "_") + Path(origin.source).suffix)
    program = path.with_suffix("")
    if not path.exists():
        path.write_text(source(solver), encoding="utf-8")
    if path.suffix == ".c":
        if not program.exists():
            subprocess.run([compiler(), "-O1", "-w", "-o", program, path], check=True)
        return f"exec:{shlex.quote(str(program))}"
    if path.suffix == ".mjs":
        return f"js:{path}:solve"
    if origin.program:
        return f"exec:{shlex.join([sys.executable, '-S', '-E', str(path)])}"
    return f"python:{path}:solve"


@cache
def compiler() -> str:
    """The C compiler."""
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if found is None:
        raise NoCompilerError("a solver in C needs cc, gcc or clang")
    return found
