"""The settings of an audit as a ledger keeps them: checked, compared and described without loading an engine."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import cast

from crosscover.contracts import CONTRACTS
from crosscover.reference import Shape

from .audit_inputs import Shard

MAX_COUNT = 10_000
"""The highest `--count`. It takes the default panel 7 s and 250 MB; the slower engines would time out at 100,000."""

NAMES = {
    *("engines", "count", "minimal", "certify", "isomorphs", "judge", "dialect", "shape"),
    *("puzzle_column", "solution_column", "shard"),
}
"""The names of all settings, which `AuditSettings.by_name` gives."""


def explain_invalid_settings(settings: Mapping[str, object]) -> str:
    """Why no audit has these settings; empty if one can have them."""
    wrong = [
        *sorted(settings.keys() ^ NAMES),
        *(name for name, value in settings.items() if not _is_setting(name, value)),
    ]
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
    then, given = (" and ".join(_option(name, which.get(name)) for name in differing) for which in (before, now))
    return f"it was begun with {then}, not with {given}"


def _by_judge(settings: Mapping[str, str]) -> dict[str, str]:
    others = {name: value for name, value in settings.items() if name != "judge"}
    judges: dict[str, object] = json.loads(settings.get("judge", "{}"))
    return others | {f"judge {name}": json.dumps(value) for name, value in judges.items()}


def _option(name: str, value: str | None) -> str:
    """An option as it is typed; `no --option` if it is not given."""
    if name == "certify":
        return "--no-certify" if value == "false" else "certificates"
    name, _, judge = name.partition(" ")
    option, content = f"--{name.replace('_', '-')}{judge and f' {judge!r}'}", json.loads(value or "null")
    if content is None or content is False:
        return f"no {option}"
    if content is True:
        return option
    if isinstance(content, list):
        return f"{option} {','.join(map(str, cast('list[object]', content)))}"
    return f"{option} {content or repr(content)}"
