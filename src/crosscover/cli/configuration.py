"""The table `[tool.crosscover]` of a project's pyproject.toml: its solver, and defaults for options of a check.

    [tool.crosscover]
    subject = "exec:./solver"
    dialect = "grid"
    time = "5m"

Keys are the long names of options; dashes may be underscores. The file is that of the working directory.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from crosscover.exit_code import refusing
from crosscover.options import CHECK, REFERENCE, find_option

TABLE = "[tool.crosscover]"

AMOUNTS = {"time", "rounds"}
"""Options of which one replaces the other."""


def configured(folder: Path, subject: str | None, given: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The subject and the options of a check in a folder, of which the command line gives these.

    Without a subject on the command line, that of the table is checked. Options that do not apply to another subject
    are left out. Raises UsageError for a file that is not TOML, an unknown key, a value that does not fit, and an
    option that does not apply to the subject of the table.
    """
    path = folder / "pyproject.toml"
    text = path.read_bytes() if path.is_file() else b""
    with refusing(place=str(path)):
        project = tomllib.loads(text.decode()) if b"crosscover" in text else {}
    table = {key.replace("-", "_"): value for key, value in project.get("tool", {}).get("crosscover", {}).items()}
    own_subject = str(table.pop("subject", ""))
    spec = own_subject or REFERENCE if subject is None else subject
    defaults: dict[str, object] = {}
    with refusing(f"{TABLE} ", str(path)):
        for name, value in table.items():
            option = find_option(name, CHECK)
            read = option.read(value)
            if spec == own_subject:
                option.refuse_other_kinds(spec)
            if option.applies_to(spec) and not (name in AMOUNTS and given.keys() & AMOUNTS):
                defaults[name] = read
    return spec, {**defaults, **given}
