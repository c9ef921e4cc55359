"""The questions that an audit asks about each puzzle, its judges, and the settings that all rows of a ledger share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import file_digest
from pathlib import Path

from crosscover.contracts import CONTRACTS
from crosscover.dialects import Columns
from crosscover.engines import DEFAULT_PANEL
from crosscover.exit_code import NotStartedError, UsageError, print_error, refusing
from crosscover.options import Options, solver_options
from crosscover.oracles.panel import family_of
from crosscover.reference import Shape
from crosscover.reference.canonical import is_supported
from crosscover.subjects.find import find
from crosscover.subjects.specification import PREFIXES, files_of, meanings

from .findings import DECIDED, RowVerdict, storable

REFERENCE = "dlx"
"""The engine that every audit has: it counts the search nodes and provides the solutions.

Its search does not depend on earlier puzzles, so that an audit makes the same rows in any order.
"""

ENGINE = "engine:"


@dataclass(frozen=True, slots=True)
class SubjectJudge:
    """A solver of the user's as a judge; `name` is its argument, by which the ledger and the reports refer to it."""

    name: str
    spec: str
    options: Options

    def covers(self, verdict: str, shape: str | None) -> bool:
        """Whether its contract includes puzzles of this verdict and shape."""
        return verdict in covered_verdicts(self.options.contract.name) and shape == str(self.options.shape)

    def setting(self) -> dict[str, object]:
        """The description that a ledger keeps; it includes the contents of the files that the specification names."""
        files: dict[str, str] = {}
        for path in files_of(self.spec):
            with path.open("rb") as file:
                files[str(path)] = file_digest(file, "sha256").hexdigest()
        contract = self.options.contract.name
        return {"spec": self.spec, "contract": contract, "options": self.options.given(), "sha256": files}


def covered_verdicts(contract: str) -> Sequence[RowVerdict]:
    """The verdicts whose puzzles a judge with a contract receives."""
    return (RowVerdict.UNIQUE,) if CONTRACTS[contract].proper_only else DECIDED


def read_judges(
    engines: str, judges: Sequence[tuple[str, str, Mapping[str, object]]], shape: Shape | None
) -> tuple[tuple[str, ...], tuple[SubjectJudge, ...]]:
    """The names of the engines, the reference first, and the solvers.

    `engines` is a list with commas, which may have solvers; `judges` are further solvers: name, specification and
    options. `shape` is the default of their option; engines count up to `count` solutions. Verdicts that solvers are
    compared with need engines of two families: without, the default panel judges. Raises UsageError for unknown solvers
    and options, and for a judge that is named twice.
    """
    words = [word.strip().removeprefix(ENGINE) for word in engines.split(",")]
    files = [word for word in words if word.startswith(PREFIXES) or Path(word.partition(":")[0]).is_file()]
    solvers = [(word, word, dict[str, object]()) for word in files]
    subjects = tuple(_subject_judge(*solver, shape) for solver in (*solvers, *judges))
    names = [judge.name for judge in subjects]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the judge {twice!r} is named twice")
    panel = with_reference(tuple(word for word in words if word not in files))
    if subjects and len(set(map(family_of, panel))) < 2:
        panel = with_reference(DEFAULT_PANEL)
        print_error(f"verdicts take engines of two kinds, so these judge: {', '.join(panel)}")
    return panel, subjects


def _subject_judge(name: str, spec: str, given: Mapping[str, object], shape: Shape | None) -> SubjectJudge:
    with refusing(f"--judge {name!r}: "):
        if (engine := meanings(spec)[0]).startswith(ENGINE):
            raise ValueError(f"an engine judges by --engines {engine.removeprefix(ENGINE)}")
        options = solver_options(spec, {**({"shape": shape} if shape else {}), **given})
        for name_of in ("no_clashes", "no_full_grids"):
            if name_of in options.explicit:
                raise ValueError(f"{name_of}: not for judges of an audit")
    try:
        found = find(spec, options)
    except NotStartedError as error:
        raise NotStartedError(f"{name}: {error}") from None
    return SubjectJudge(storable(name.strip()), found.spec, found.options)


def with_reference(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the engines in the order in which they judge: the reference first, each once."""
    return tuple(dict.fromkeys((REFERENCE, *names)))


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions about each puzzle: its judges, the limit up to which solutions are counted, and further facts.

    With `certify`, every answer is certified: the verdict or the number of solutions, and the facts.
    """

    engines: tuple[str, ...]
    count: int = 2
    minimal: bool = False
    certify: bool = False
    isomorphs: bool = False
    subjects: tuple[SubjectJudge, ...] = ()

    def refuse_shape(self, shape: Shape, place: str = "crosscover") -> None:
        """Raise UsageError if a question does not apply to puzzles of a shape."""
        if self.isomorphs and not is_supported(shape):
            raise UsageError(f"--isomorphs is for puzzles with no more symmetries than 3x3 has, not {shape}", place)


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """The settings that all rows of a ledger share; every option that changes the results belongs to one of them."""

    questions: Questions
    dialect: str | None = None
    shape: Shape | None = None
    columns: Columns = Columns()

    def by_name(self) -> dict[str, object]:
        """Each setting by the name of its option, with `_` for `-`."""
        asked = self.questions
        judges = {judge.name: judge.setting() for judge in asked.subjects}
        questions = {each.name: getattr(asked, each.name) for each in fields(asked) if each.name != "subjects"}
        return {
            **questions,
            "judge": judges,
            "dialect": self.dialect,
            "shape": None if self.shape is None else str(self.shape),
            "puzzle_column": self.columns.puzzle,
            "solution_column": self.columns.solution,
        }
