"""The table `[tool.crosscover]` of a project's pyproject.toml: its solver, and defaults for options of a check.

    [tool.crosscover]
    subject = "exec:./solver"
    dialect = "grid"
    time = "5m"

Keys are the long names of options; dashes may be underscores. The file is that of the working directory.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from crosscover.exit_code import UsageError, refusing
from crosscover.options import CHECK, OPTIONS, REFERENCE, find_option

TABLE = "[tool.crosscover]"

AMOUNTS = {"time", "rounds"}
"""Options of which one replaces the other."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options that a pyproject.toml sets, by name, as values that a person writes; empty if there is none."""

    path: Path
    values: Mapping[str, object]

    def apply(self, subject: str | None, given: Mapping[str, object]) -> tuple[str, dict[str, object]]:
        """The subject and the options of a check, of which the command line gives these.

        Without a subject on the command line, that of the table is checked. Options that do not apply to another
        subject are left out. Raises UsageError for an option that does not apply to the subject of the table.
        """
        configured = str(self.values.get("subject", ""))
        spec = configured or REFERENCE if subject is None else subject
        defaults: dict[str, object] = {}
        for name, value in self.values.items():
            if name == "subject" or (name in AMOUNTS and given.keys() & AMOUNTS):
                continue
            try:
                OPTIONS[name].refuse_other_kinds(spec)
            except ValueError as error:
                if spec == configured:
                    raise UsageError(f"{TABLE} {error}", str(self.path)) from None
                continue
            defaults[name] = value
        return spec, {**defaults, **given}


def read_configuration(folder: Path) -> Configuration:
    """The table of the pyproject.toml in a folder.

    Raises UsageError for a file that is not TOML, an unknown key and a value that does not fit.
    """
    path = folder / "pyproject.toml"
    text = path.read_bytes() if path.is_file() else b""
    values: dict[str, object] = {}
    with refusing(place=str(path)):
        project = tomllib.loads(text.decode()) if b"crosscover" in text else {}
    with refusing(f"{TABLE} ", str(path)):
        for key, value in project.get("tool", {}).get("crosscover", {}).items():
            name = key.replace("-", "_")
            values[name] = value if name == "subject" else find_option(name, CHECK).read(value)
    return Configuration(path, values)
