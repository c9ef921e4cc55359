"""The request of an audit: a collection, the judges, facts about each puzzle, and the output files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from crosscover.dialects import Columns
from crosscover.engines import DEFAULT_PANEL, SAMPLED
from crosscover.errors import NotStartedError, UsageError, print_error, refusing
from crosscover.options import ENGINE, Options, solver_options
from crosscover.oracles.panel import SAMPLE, family_of
from crosscover.puzzle_files import STDIN
from crosscover.reference import Shape, VerdictKind
from crosscover.reference.verdict import DECIDED
from crosscover.subjects.find import find
from crosscover.subjects.specification import PREFIXES, files_of, meanings

from .findings import sha256_of, storable

REFERENCE = "dlx"
"""The engine that takes part in every audit: it counts search nodes and provides the solutions.

Its search does not depend on earlier puzzles, so an audit produces equal rows in any order.
"""


@dataclass(frozen=True, slots=True)
class Solver:
    """A user's solver as a judge; the ledger and reports refer to it by `name`, its command-line argument."""

    name: str
    spec: str
    options: Options

    def covers(self, verdict: str, shape: str | None) -> bool:
        """Return whether the solver's contract includes puzzles of this verdict and shape."""
        covered = (VerdictKind.UNIQUE,) if self.options.contract.proper_only else DECIDED
        return verdict in covered and shape == str(self.options.shape)

    def setting(self) -> dict[str, object]:
        """Return the solver's entry in a ledger's settings, with digests of the files that the specification names."""
        return {
            "spec": self.spec,
            "contract": self.options.contract.name,
            "options": self.options.given(),
            "sha256": {str(path): sha256_of(path) for path in files_of(self.spec)},
        }


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """The files of a collection and how to read them, the judges, the facts to establish, and the outputs.

    The first of `engines` is the reference; the last may be `sampled`, which judge about every 20th puzzle. Engines
    count up to `count` solutions. `json` may be `-` for stdout.
    """

    engines: tuple[str, ...]
    files: tuple[str, ...] = (STDIN,)
    sampled: tuple[str, ...] = ()
    solvers: tuple[Solver, ...] = ()
    count: int = 2
    minimal: bool = False
    certify: bool = True
    isomorphs: bool = False
    dialect: str | None = None
    shape: Shape | None = None
    columns: Columns = Columns()
    skip_malformed: bool = False
    jobs: int | None = None
    dask: str | None = None
    ledger: Path | None = None
    rows: Path | None = None
    json: Path | None = None
    html: Path | None = None

    def settings(self) -> dict[str, object]:
        """Return the options that affect results, by name and ready for JSON; all rows of a ledger share them."""
        plain = {name: getattr(self, name) for name in ("count", "minimal", "certify", "isomorphs", "dialect")}
        return {
            "engines": list(self.engines),
            "sampled": dict.fromkeys(self.sampled, SAMPLE),
            "judge": {solver.name: solver.setting() for solver in self.solvers},
            **plain,
            "shape": None if self.shape is None else str(self.shape),
            "puzzle_column": self.columns.puzzle,
            "solution_column": self.columns.solution,
        }


def read_judges(
    engines: str | None, solvers: Sequence[tuple[str, str, Mapping[str, object]]], shape: Shape | None
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Solver, ...]]:
    """Return the engine names, reference first, those of the sampled engines, and the solvers.

    `engines` is a comma-separated list that may include solvers; `solvers` lists more, each with name, specification
    and options. `shape` is the default of the solvers' shape option. Judging solvers takes engines of two families. If
    the list lacks them, or is None, the default panel judges, which samples slow engines. Raises UsageError for unknown
    solvers and options and for duplicate names, and NotStartedError for a solver that cannot be started.
    """
    words = [] if engines is None else [word.strip().removeprefix("engine:") for word in engines.split(",")]
    specs = [word for word in words if word.startswith(PREFIXES) or Path(word.partition(":")[0]).is_file()]
    found = [_read_solver(spec, spec, {}, shape) for spec in specs]
    found += [_read_solver(name, spec, given, shape) for name, spec, given in solvers]
    for name, number in Counter(solver.name for solver in found).items():
        if number > 1:
            raise UsageError(f"the judge {name!r} is named twice")
    panel = tuple(dict.fromkeys((REFERENCE, *(word for word in words if word not in specs))))
    if engines is not None and not (found and len(set(map(family_of, panel))) < 2):
        return panel, (), tuple(found)
    panel = tuple(dict.fromkeys((REFERENCE, *DEFAULT_PANEL)))
    if engines is not None:
        print_error("verdicts need engines of two kinds, so the default engines judge")
    return panel, SAMPLED, tuple(found)


def _read_solver(name: str, spec: str, given: Mapping[str, object], shape: Shape | None) -> Solver:
    with refusing("--judge: "):
        kind, _, engine = meanings(spec)[0].partition(":")
    with refusing(f"--judge {name!r}: "):
        if kind == ENGINE:
            raise ValueError(f"use --engines {engine}")
        options = solver_options(spec, {"shape": shape, **given} if shape else given)
        for option in ("no_clashes", "no_full_grids"):
            if option in options.explicit:
                raise ValueError(f"{option}: not available for judges of an audit")
    try:
        found = find(spec, options)
    except NotStartedError as error:
        if spec in str(error):
            raise
        raise NotStartedError(f"{name}: {error}") from None
    if found.options.shape != options.shape:
        raise UsageError(f"--judge {name!r}: it solves diagonal Sudoku, which needs --variant x")
    return Solver(storable(name.strip()), found.spec, found.options)
