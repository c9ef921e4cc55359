"""The solvers of the gallery, as `entries.toml` lists them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entry:
    """A version of a published solver, and how to run it.

    It has an adapter (a file of `adapters/` with a function `solve`, and `count` for the contract `count`) or a
    `command`, relative to its folder. `install` lists the arguments for pip, npm or apt, or the source for gcc.
    `promise` quotes its documentation, and `where` names the source. `may_give_up` is true if the solver does not
    promise to solve every puzzle, and refuses the others. `options` are for `crosscover check`. `python` is the
    version of Python that it needs, or empty.
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
        """`pypi`, `npm`, `debian`, or `c` for a source in this folder."""
        return self.id.partition(":")[0]

    @property
    def package(self) -> str:
        """Its name in the ecosystem."""
        return self.id.partition(":")[2]

    @property
    def slug(self) -> str:
        """Its identifier as a folder name."""
        return self.id.replace(":", "-").replace("/", "-").replace("@", "")


def load(path: Path = HERE / "entries.toml") -> dict[str, Entry]:
    """All entries by identifier, in the order of the file."""
    tables: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["solver"]
    entries = [Entry(**_with_tuples(table)) for table in tables]
    return {entry.id: entry for entry in entries}


def _with_tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}  # pyright: ignore[reportUnknownArgumentType] # an array of strings
