"""Right solvers and mutants as data, and functions that write a solver to disk and build it."""

import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from crosscover.dialects import Formatting
from crosscover.options import Options

SOURCES = Path(__file__).with_name("right")
COVER_SOURCES = Path(__file__).parents[2] / "covers/zoo/right"
"""The folders of right solvers, of Sudoku and of exact covers."""


class Kind(Enum):
    """Kinds of mistakes that mutants make."""

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
    JUDGES = "words of online judges"
    SHAPES = "other shapes"
    DIAGONALS = "diagonal Sudoku"
    AUTOMATIC = "changed by a machine"
    SLOW = "slow solvers, rare triggers"
    COVERS = "exact covers"


class MissingToolError(RuntimeError):
    """Raised if a solver cannot be built or run because a compiler or interpreter is missing."""


class Change(NamedTuple):
    """A piece of source text that occurs exactly once, and its replacement."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RightSolver:
    """A right solver: a file of `right/`, possibly with changes that keep it right.

    C and awk files are programs. Python and JavaScript files are programs if `program` is set; otherwise their
    `function` is the solver.
    """

    name: str
    source: str
    description: str
    options: Options
    program: bool = False
    changes: tuple[Change, ...] = ()
    function: str = "solve"
    problem: Literal["sudoku", "cover"] = "sudoku"

    def variant(self, name: str, description: str, *changes: Change, **others: Any) -> Self:
        """Return the solver with these changes, and perhaps other options."""
        return replace(self, name=name, description=description, changes=changes, **others)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong solver: a right solver with one bug.

    `description` states the bug. `witness` is a batch, written with `formatting`, on which the mutant fails; it proves
    that the mutant is not equivalent to its origin. `limits` replaces the options of the origin if the bug only shows
    under these limits.
    """

    kind: Kind
    name: str
    origin: RightSolver
    description: str
    changes: tuple[Change, ...]
    witness: tuple[str, ...]
    formatting: Formatting = Formatting()
    limits: Options | None = None

    @classmethod
    def of(
        cls,
        kind: Kind,
        name: str,
        origin: RightSolver,
        description: str,
        *changes: Change,
        witness: tuple[str, ...],
        formatting: Formatting = Formatting(),
        limits: Options | None = None,
    ) -> Self:
        """Return the mutant with these changes."""
        return cls(kind, name, origin, description, changes, witness, formatting, limits)

    @property
    def options(self) -> Options:
        """The solver's dialect, contract and limits; a bug that only shows in an unusual form is an error."""
        options = self.limits or self.origin.options
        return options if self.formatting == Formatting() else replace(options, strict_forms=True)

    @property
    def problem(self) -> Literal["sudoku", "cover"]:
        """What the solver solves."""
        return self.origin.problem


Solver = RightSolver | Mutant


def source(solver: Solver) -> str:
    """Return the text of a solver; raise ValueError if the old text of a change does not occur exactly once."""
    origin = solver if isinstance(solver, RightSolver) else solver.origin
    folder = SOURCES if origin.problem == "sudoku" else COVER_SOURCES
    text = (folder / origin.source).read_text(encoding="utf-8")
    changes = origin.changes if isinstance(solver, RightSolver) else (*origin.changes, *solver.changes)
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{solver.name}: {old!r} occurs {text.count(old)} times in {origin.source}")
        text = text.replace(old, new)
    return text


def materialise(solver: Solver, folder: Path) -> str:
    """Write a solver to a folder, compile it if it is in C, and return its specification.

    Reuses existing files. Raises MissingToolError if a required compiler or interpreter is missing.
    """
    origin = solver if isinstance(solver, RightSolver) else solver.origin
    path = folder / (solver.name.replace("-", "_") + Path(origin.source).suffix)
    if not path.exists():
        path.write_text(source(solver), encoding="utf-8")
    match path.suffix:
        case ".c":
            program = path.with_suffix("")
            if not program.exists():
                subprocess.run([tool("C", "cc", "gcc", "clang"), "-O1", "-w", "-o", program, path], check=True)
            command = [str(program)]
        case ".awk":
            command = [tool("awk", "mawk", "awk"), "-f", str(path)]
        case ".mjs":
            command = [tool("JavaScript", "node"), str(path)]
        case _:
            command = [sys.executable, "-S", "-E", str(path)]
    if origin.program or path.suffix in {".c", ".awk"}:
        return f"exec:{shlex.join(command)}"
    return f"{'js' if path.suffix == '.mjs' else 'python'}:{path}:{origin.function}"


@cache
def tool(language: str, *names: str) -> str:
    """Return the first of these programs that is on PATH; solvers in a language need one."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        *others, last = names
        needs = f"{', '.join(others)} or {last}" if others else last
        raise MissingToolError(f"a solver in {language} needs {needs}")
    return found
