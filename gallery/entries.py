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
    `command`, whose words may be files of its folder. `install` lists the arguments for pip, npm or apt; for a
    repository, the packages that its code imports. `promise` quotes its documentation, and `where` names the source.
    `may_give_up` is true if the solver does not promise to solve every puzzle, and refuses the others. `options` are
    for `crosscover check`. `needs` lists the programs that must be on PATH. `python` is the version of Python that it
    needs, or empty.

    The version of a solver from a `repository` is a commit, and its `files` are checked out into the folder `source`.
    If it has a `file`, crosscover judges this one of its files unchanged, and an adapter only confirms its errors.
    `variant` is `x` for a solver of diagonal Sudoku. `problem` is `cover` for an exact-cover library; its adapter is a
    wrapper with a function `covers`, in `adapters/covers`.
    """

    id: str
    version: str
    licence: str
    contracts: tuple[str, ...]
    promise: str
    where: str
    install: tuple[str, ...] = ()
    may_give_up: bool = False
    adapter: str = ""
    command: str = ""
    dialect: str = "lines"
    options: tuple[str, ...] = ()
    python: str = ""
    needs: tuple[str, ...] = ()
    repository: str = ""
    files: tuple[str, ...] = ()
    file: str = ""
    variant: str = ""
    problem: str = ""

    @property
    def check_options(self) -> tuple[str, ...]:
        """The options of `crosscover check` for this solver."""
        variant = ("--variant", self.variant) if self.variant else ()
        problem = ("--problem", self.problem) if self.problem else ()
        return (*self.options, *variant, *problem)

    @property
    def ecosystem(self) -> str:
        """`pypi`, `npm`, `debian` or `git`."""
        return self.id.partition(":")[0]

    @property
    def package(self) -> str:
        """Its name in the ecosystem; the identifier of an exact-cover library ends with `/covers`."""
        return self.id.partition(":")[2].removesuffix("/covers")

    @property
    def adapter_file(self) -> str:
        """Its adapter in the folder `adapters`."""
        return f"{'covers' if self.problem else self.ecosystem}/{self.adapter}"

    def function(self, contract: str) -> str:
        """The function of the adapter for a contract."""
        return "covers" if self.problem else "count" if contract == "count" else "solve"

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
