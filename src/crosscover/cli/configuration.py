"""The table `[tool.crosscover]` of a project's pyproject.toml: its solver, and defaults for options of a check.

    [tool.crosscover]
    subject = "exec:./solver"
    dialect = "grid"
    time = "5m"

Keys are the long names of options. The file is that of the working directory.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from crosscover.exit_code import UsageError, refusing
from crosscover.options import CHECK, OPTIONS, REFERENCE
from crosscover.spelling import did_you_mean

KEYS = {option.word[2:]: option for option in OPTIONS.values() if CHECK in option.commands or option.name == "subject"}
"""The options that the table may set, by their keys."""

AMOUNTS = {"time", "rounds", "examples"}
"""Options of which one replaces the others."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options that a pyproject.toml sets, by name, as values that a person writes; empty if there is none."""

    path: Path = Path("pyproject.toml")
    values: Mapping[str, object] = field(default_factory=dict[str, object])

    def apply(self, subject: str | None, given: Mapping[str, object]) -> tuple[str, dict[str, object]]:
        """The subject and the options of a check, of which the command line gives these.

        Without a subject on the command line, that of the table is checked. Options that do not apply to another
        subject are left out. Raises UsageError for an option that does not apply to the subject of the table.
        """
        defaults = {
            name: value for name, value in self.values.items() if name not in AMOUNTS or not given.keys() & AMOUNTS
        }
        configured = str(defaults.pop("subject", ""))
        spec = configured or REFERENCE if subject is None else subject
        for name in list(defaults):
            try:
                OPTIONS[name].refuse_other_kinds(spec)
            except ValueError as error:
                if spec == configured:
                    raise self._refusal(str(error)) from None
                del defaults[name]
        return spec, {**defaults, **given}

    def checked(self) -> "Configuration":
        """The same with the names of options instead of their keys; raises UsageError if one does not fit."""
        for key, value in self.values.items():
            if key not in KEYS:
                raise self._refusal(f"has no option {key!r}{did_you_mean(key, KEYS)}")
            try:
                KEYS[key].read(value)
            except ValueError as error:
                raise self._refusal(f"{key}: {str(error).partition(': ')[2]}") from None
        return replace(self, values={KEYS[key].name: value for key, value in self.values.items()})

    def _refusal(self, message: str) -> UsageError:
        return UsageError(f"[tool.crosscover] {message}", str(self.path))


def read_configuration(folder: Path) -> Configuration:
    """The table of the pyproject.toml in a folder.

    Raises UsageError for a file that is not TOML, an unknown key and a value that does not fit.
    """
    path = folder / "pyproject.toml"
    text = path.read_bytes() if path.is_file() else b""
    table: object = None
    if b"crosscover" in text:
        with refusing(place=str(path)):
            table = tomllib.loads(text.decode()).get("tool", {}).get("crosscover")
    return (
        Configuration(path, cast("dict[str, object]", table)).checked() if isinstance(table, dict) else Configuration()
    )
