"""The solvers in a folder: files whose names or texts show a function that solves, or a program."""

import re
from collections.abc import Iterator
from pathlib import Path

from .calls import Rank, rank
from .compiling import COMPILERS
from .specification import SCRIPTS

_SUFFIXES = (*SCRIPTS, *COMPILERS)

_SKIPPED = re.compile(r"^[._]|^(node_modules|venv|env|build|dist|target|out|bin|obj|tests?|docs?)$", re.IGNORECASE)
"""Names of folders that hold no sources of a project."""

_DEFINED = re.compile(
    r"\b(?:def|function\*?|fn|func|fun|sub|class|struct)\s+(\w+)"
    r"|\b(?:const|let|var)\s+(\w+)\s*="
    r"|^[ \t]*(?:[\w:<>,&*\[\]]+[ \t&*]+)+(\w+)\s*\([^;{}]*\)[^;{}]*\{",
    re.MULTILINE,
)
"""Definitions of functions and classes in many languages."""

_SOLVER_CLASS = re.compile(r"solver?$|^sudoku", re.IGNORECASE)

_ABOUT = re.compile(r"sudoku|\b81\b|range\(9\)|< ?9\b|\[9\]", re.IGNORECASE)

_MAIN = re.compile(r"\bmain\b|stdin|argv|\binput\(|readline|Scanner|<STDIN>|getline", re.IGNORECASE)

_MAX_SIZE = 1 << 20
"""Maximum size of a source in bytes."""

_MAX_FILES = 2000
"""Maximum number of files that are looked at."""


def solver_names(source: str) -> list[str]:
    """Return the names of the functions in a source that state that they solve, in the order of their definition."""
    names = [name for found in _DEFINED.finditer(source) for name in found.groups() if name]
    return [name for name in dict.fromkeys(names) if rank(name) is Rank.SOLVES]


def solvers_in(folder: Path) -> list[Path]:
    """Return the files of a folder that look like solvers: files with a solving function first, then programs."""
    functions, programs = list[Path](), list[Path]()
    for path in _sources(folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        if solver_names(text) or any(map(_SOLVER_CLASS.search, re.findall(r"\bclass\s+(\w+)", text))):
            functions.append(path)
        elif _ABOUT.search(f"{path.name} {text}") and _MAIN.search(text):
            programs.append(path)
    return functions + programs


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the sources of a folder, those nearest to it first."""
    folders = [folder]
    left = _MAX_FILES
    while folders and left > 0:
        inner = list[Path]()
        for path in (path for each in folders for path in sorted(each.iterdir())):
            left -= 1
            if path.is_dir() and not path.is_symlink() and not _SKIPPED.search(path.name):
                inner.append(path)
            elif path.suffix in _SUFFIXES and path.is_file() and path.stat().st_size <= _MAX_SIZE:
                yield path
        folders = inner
