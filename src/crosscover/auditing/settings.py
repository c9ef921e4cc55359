"""What the rows of a ledger depend on beside the puzzles: what is asked of each, and how they are read."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import BinaryIO, cast

from crosscover.dialects import Columns
from crosscover.puzzle_files import Row, read_rows
from crosscover.reference import Shape

from .judging import Questions
from .shards import Shard


@dataclass(frozen=True, slots=True)
class Reading:
    """How files of puzzles are read; the fields are named like the options."""

    dialect: str | None = None
    shape: str | None = None
    puzzle_column: str | None = None
    solution_column: str | None = None

    def rows(
        self,
        names: Sequence[str],
        *,
        skip_malformed: bool,
        start: tuple[int, int],
        opened: Callable[[int, BinaryIO], None],
    ) -> Iterator[Row]:
        """The rows of the files of these names; the parameters are those of `read_rows`.

        An audit that has stopped at a malformed row may go on past it: `skip_malformed` is no setting.
        """
        shape = Shape.parse(self.shape) if self.shape else None
        columns = Columns(self.puzzle_column, self.solution_column)
        return read_rows(
            names,
            self.dialect,
            shape,
            columns=columns,
            skip_malformed=skip_malformed,
            start=start,
            opened=opened,
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """All that one ledger is made with; an option that changes what is found belongs into one of them."""

    questions: Questions
    reading: Reading = Reading()
    shard: Shard = Shard()

    def by_name(self) -> dict[str, object]:
        """Each setting, after the name of its option with `_` for `-`."""
        judges = {judge.name: judge.setting() for judge in self.questions.subjects}
        questions = asdict(replace(self.questions, subjects=()))
        del questions["subjects"]
        return {**questions, "judge": judges, **asdict(self.reading), "shard": str(self.shard)}


def to_json(settings: Mapping[str, object]) -> dict[str, str]:
    """The settings as the ledger keeps them: JSON, each after its name."""
    return {name: json.dumps(value) for name, value in settings.items()}


def explain_difference(before: Mapping[str, str], now: Mapping[str, str]) -> str | None:
    """Which options differ, from what to what, both as JSON; None where they are the same."""
    before, now = _by_judge(before), _by_judge(now)
    differing = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    if not differing:
        return None
    then, given = (" ".join(_option(name, which.get(name)) for name in differing) for which in (before, now))
    return f"it was begun with {then}, not with {given}"


def _by_judge(settings: Mapping[str, str]) -> dict[str, str]:
    """The same, with an entry for each of the judges."""
    others = {name: value for name, value in settings.items() if name != "judge"}
    judges: dict[str, object] = json.loads(settings.get("judge", "{}"))
    return others | {f"judge {name}": json.dumps(value) for name, value in judges.items()}


def _option(name: str, value: str | None) -> str:
    """An option as it is typed; `no --option` where it is not given."""
    name, _, judge = name.partition(" ")
    option, content = f"--{name.replace('_', '-')}{judge and f' {judge!r}'}", json.loads(value or "null")
    if content is None or content is False:
        return f"no {option}"
    if content is True:
        return option
    if isinstance(content, list):
        return f"{option} {','.join(map(str, cast('list[object]', content)))}"
    return f"{option} {content or repr(content)}"
