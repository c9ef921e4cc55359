"""The solvers of the gallery, as `entries.toml` lists them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entry:
    """A published solver, at one version, and how it is asked.

    It is asked through an adapter (a file of `adapters/`, with a function `solve`, and `count` for the contract
    count), or else as a program: `command` is relative to the place where it is installed. `install` is what pip, npm
    or apt downloads, or what gcc compiles. `promise` quotes what its documentation says, and `where` names the place.
    `may_give_up` is true for one that does not promise to solve every puzzle, and says so where it does not.
    `options` are for `crosscover check`; `python` is the version of Python that it needs, if not any.
    """

    id: str
    version: str
    licence: str
    install: tuple[str, ...]
    contracts: tuple[str, ...]
    promise: str
    where: str
    may_give_up: bool = False
    adapter: str = ""
    command: str = ""
    dialect: str = "lines"
    options: tuple[str, ...] = ()
    python: str = ""

    @property
    def ecosystem(self) -> str:
        """pypi, npm, debian, or c for a source of this folder."""
        return self.id.partition(":")[0]

    @property
    def package(self) -> str:
        """Its name there."""
        return self.id.partition(":")[2]

    @property
    def slug(self) -> str:
        """Its identifier as the name of a folder."""
        return self.id.replace(":", "-").replace("/", "-").replace("@", "")


def load(path: Path = HERE / "entries.toml") -> dict[str, Entry]:
    """All entries by identifier, in the order of the file."""
    tables: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["solver"]
    entries = [Entry(**_with_tuples(table)) for table in tables]
    return {entry.id: entry for entry in entries}


def _with_tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}  # pyright: ignore[reportUnknownArgumentType] # an array of strings
