"""The questions that an audit asks about each puzzle, its judges, and the settings that all rows of a ledger share."""

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from hashlib import file_digest
from pathlib import Path
from typing import cast

from crosscover.contracts import CONTRACTS
from crosscover.dialects import Columns
from crosscover.engines import DEFAULT_PANEL
from crosscover.exit_code import UsageError, print_error, refusing
from crosscover.options import Options, solver_options
from crosscover.oracles.panel import family_of
from crosscover.reference import Shape
from crosscover.reference.canonical import is_supported
from crosscover.subjects.specification import PREFIXES, files_of, subject, suggest

from .audit_inputs import Shard
from .findings import DECIDED, RowVerdict, storable

REFERENCE = "dlx"
"""The engine that every audit has: it counts the search nodes and provides the solutions.

Its search does not depend on earlier puzzles, so that an audit makes the same rows in any order.
"""

ENGINE = "engine:"

MAX_COUNT = 10_000
"""The highest `--count`. It takes the default panel 7 s and 250 MB; the slower engines would time out at 100,000."""


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
    options. `shape` is the default of their option. Verdicts that solvers are compared with need engines of two
    families: without, the default panel judges. Raises UsageError for unknown solvers and options, and for a judge that
    is named twice.
    """
    words = [word.strip().removeprefix(ENGINE) for word in engines.split(",")]
    for word in words:
        if not word.startswith(PREFIXES) and Path(word.partition(":")[0]).is_file():
            raise UsageError(suggest(word))
    solvers = [(word, word, dict[str, object]()) for word in words if word.startswith(PREFIXES)]
    subjects = tuple(_subject_judge(*solver, shape) for solver in (*solvers, *judges))
    names = [judge.name for judge in subjects]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the judge {twice!r} is named twice")
    panel = with_reference(tuple(word for word in words if not word.startswith(PREFIXES)))
    if subjects and len(set(map(family_of, panel))) < 2:
        panel = with_reference(DEFAULT_PANEL)
        print_error(f"verdicts take engines of two kinds, so these judge: {', '.join(panel)}")
    return panel, subjects


def _subject_judge(name: str, spec: str, given: Mapping[str, object], shape: Shape | None) -> SubjectJudge:
    with refusing(f"--judge {name!r}: "):
        if spec.startswith(ENGINE):
            raise ValueError(f"an engine judges by --engines {spec.removeprefix(ENGINE)}")
        options = solver_options(spec, {**({"shape": shape} if shape else {}), **given})
        for name_of in ("count_to", "no_clashes", "no_full_grids"):
            if name_of in options.explicit:
                raise ValueError(f"{name_of}: not for judges of an audit")
        subject(spec, options).close()  # refuses a specification that cannot be understood
    return SubjectJudge(storable(name.strip()), spec, options)


def with_reference(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the engines in the order in which they judge: the reference first, each once."""
    return tuple(dict.fromkeys((REFERENCE, *names)))


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions about each puzzle: its judges, the limit up to which solutions are counted, and further facts."""

    engines: tuple[str, ...]
    count: int = 2
    minimal: bool = False
    certify: bool = False
    isomorphs: bool = False
    subjects: tuple[SubjectJudge, ...] = ()

    def refuse_shape(self, shape: Shape, place: str = "crosscover") -> None:
        """Raise UsageError if a question does not apply to puzzles of a shape."""
        if self.certify and shape != Shape():
            raise UsageError(f"--certify is for puzzles of the shape 3x3, not {shape}", place)
        if self.isomorphs and not is_supported(shape):
            raise UsageError(f"--isomorphs is for puzzles with no more symmetries than 3x3 has, not {shape}", place)


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """The settings that all rows of a ledger share; every option that changes the results belongs to one of them."""

    questions: Questions
    dialect: str | None = None
    shape: Shape | None = None
    columns: Columns = Columns()
    shard: Shard = Shard()

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
            "shard": str(self.shard),
        }


def explain_invalid_settings(settings: Mapping[str, object]) -> str:
    """Why no audit has these settings; empty if one can have them."""
    missing = AuditSettings(Questions(())).by_name().keys() ^ settings.keys()
    wrong = [*missing, *(name for name, value in settings.items() if not _is_setting(name, value))]
    return f"its setting {wrong[0][:100]!r} is missing, unknown or impossible" if wrong else ""


def _is_setting(name: str, value: object) -> bool:  # noqa: PLR0911 - one for each kind
    match name:
        case "engines":
            return isinstance(value, list) and all(isinstance(each, str) for each in cast("list[object]", value))
        case "count":
            return type(value) is int and 2 <= value <= MAX_COUNT
        case "minimal" | "certify" | "isomorphs":
            return isinstance(value, bool)
        case "judge":
            return isinstance(value, dict) and all(map(_is_judge, cast("dict[str, object]", value).values()))
        case "shape" | "shard" if isinstance(value, str):
            with suppress(ValueError):
                return str(Shape.parse(value) if name == "shape" else Shard.parse(value)) == value
            return False
        case _:
            return (isinstance(value, str) or value is None) and name != "shard"


def _is_judge(value: object) -> bool:
    """Whether a value is one of `SubjectJudge.setting`."""
    judge = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    options, files = judge.get("options"), judge.get("sha256")
    if not (judge.keys() == {"spec", "contract", "options", "sha256"} and isinstance(judge["spec"], str)):
        return False
    if not (judge["contract"] in tuple(CONTRACTS) and isinstance(options, dict) and isinstance(files, dict)):
        return False
    values = [*cast("dict[str, object]", options).values(), *cast("dict[str, object]", files).values()]
    return all(each is None or isinstance(each, str | int | float) for each in values)


def describe_settings(settings: Mapping[str, object]) -> dict[str, str]:
    """The settings that are given, in words."""
    return {name: _describe(value) for name, value in settings.items() if value}


def _describe(setting: object) -> str:
    if isinstance(setting, Collection) and not isinstance(setting, str):
        return ", ".join(map(str, cast("Collection[object]", setting)))
    return "yes" if setting is True else str(setting)


def settings_to_json(settings: Mapping[str, object]) -> dict[str, str]:
    """The settings as a ledger keeps them: JSON, by name."""
    return {name: json.dumps(value) for name, value in settings.items()}


def explain_changed_settings(before: Mapping[str, str], now: Mapping[str, str]) -> str | None:
    """The options that differ, with both values; None if all are the same. The arguments are JSON by name."""
    before, now = _by_judge(before), _by_judge(now)
    differing = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    if not differing:
        return None
    then, given = (" ".join(_option(name, which.get(name)) for name in differing) for which in (before, now))
    return f"it was begun with {then}, not with {given}"


def _by_judge(settings: Mapping[str, str]) -> dict[str, str]:
    others = {name: value for name, value in settings.items() if name != "judge"}
    judges: dict[str, object] = json.loads(settings.get("judge", "{}"))
    return others | {f"judge {name}": json.dumps(value) for name, value in judges.items()}


def _option(name: str, value: str | None) -> str:
    """An option as it is typed; `no --option` if it is not given."""
    name, _, judge = name.partition(" ")
    option, content = f"--{name.replace('_', '-')}{judge and f' {judge!r}'}", json.loads(value or "null")
    if content is None or content is False:
        return f"no {option}"
    if content is True:
        return option
    if isinstance(content, list):
        return f"{option} {','.join(map(str, cast('list[object]', content)))}"
    return f"{option} {content or repr(content)}"
