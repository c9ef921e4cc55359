"""The zoo: solvers that are known to be wrong, and solvers that are known to be right.

It lies with the tests of a checkout, not in what is installed, so it is loaded from its folder. That must be a package
with a module `zoo` that has `MUTANTS` and `RIGHT`, and a module `model` with `materialise` and `NoCompiler`.
"""

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import crosscover
from crosscover.subjects.options import Options

RIGHT = "right"
"""The kind of a right solver; that of a wrong one is the kind of its mistake."""

_PACKAGE = "crosscover_zoo"


class NoZooError(ValueError):
    """There is no zoo in a folder."""


class NotMadeError(RuntimeError):
    """A solver cannot be made here, for want of a compiler."""


class Source(Protocol):
    """What the zoo itself says of a solver."""

    @property
    def name(self) -> str:
        """Its name, which no other has."""
        ...

    @property
    def description(self) -> str:
        """What it does, or does wrong."""
        ...

    @property
    def options(self) -> Options:
        """How it is spoken to, what it promises, and its limits."""
        ...


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver of the zoo."""

    kind: str
    source: Source

    @property
    def name(self) -> str:
        """Its name, which no other has."""
        return self.source.name

    @property
    def is_right(self) -> bool:
        """Whether it is known to be right."""
        return self.kind == RIGHT


class Zoo:
    """The solvers of a zoo, the wrong ones first; each can be put on disk to be judged."""

    def __init__(self, listed: ModuleType, model: ModuleType) -> None:
        self.solvers = (
            *(Solver(str(source.kind.value), source) for source in listed.MUTANTS),
            *(Solver(RIGHT, source) for source in cast("Sequence[Source]", listed.RIGHT)),
        )
        self._model = model
        self._by_name = {solver.name: solver for solver in self.solvers}

    def __getitem__(self, name: str) -> Solver:
        """The solver of a name."""
        return self._by_name[name]

    def make(self, name: str, folder: Path) -> str:
        """Write a solver into a folder and return its specification; raises NotMadeError."""
        try:
            return str(self._model.materialise(self[name].source, folder))
        except self._model.NoCompiler as error:
            raise NotMadeError(str(error)) from None


def default_folder() -> Path:
    """Where the zoo lies in a checkout."""
    return Path(crosscover.__file__).resolve().parents[2] / "tests" / "mutants"


@cache
def load(folder: Path) -> Zoo:
    """The zoo in a folder; raises NoZooError where there is none."""
    if not (folder / "zoo.py").is_file():
        raise NoZooError(f"there is no zoo in {folder}: it comes with a checkout of crosscover, not with the package")
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise NoZooError(f"{folder} is not a package")
    package = importlib.util.module_from_spec(spec)
    sys.modules[_PACKAGE] = package
    spec.loader.exec_module(package)
    return Zoo(importlib.import_module(f"{_PACKAGE}.zoo"), importlib.import_module(f"{_PACKAGE}.model"))
