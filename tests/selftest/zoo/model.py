"""What the solvers of the zoo are, right ones and mutants, and how one is put on disk to be judged."""

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
    """What sort of mistake a mutant makes."""

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
    UNIQUENESS = "uniqueness taken for granted"
    JUDGES = "words of judges, least solutions"
    SHAPES = "other shapes"


class NoCompilerError(RuntimeError):
    """There is no C compiler here, so a solver in C cannot be built."""


class Change(NamedTuple):
    """A piece of source text that occurs exactly once, and its replacement."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RightSolver:
    """A right solver: a file of `right/`, perhaps with changes that leave it right.

    A file in C is a program. A file in Python is one where `program` is set; otherwise its function `solve` is meant.
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

    `description` says what it does wrong. `witness` is a batch on which it does, written as `formatting` says; so no
    mutant is equivalent to its origin. `limits` replace the options of the origin where only they show the bug.
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
        """How it is spoken to, what it promises and what it may use."""
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
    """Write a solver into a folder, compile it where it is in C, and return its specification.

    Raises NoCompilerError where that needs one and there is none. What the folder already holds is used again.
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
