"""What ARCHITECTURE.md and the contracts of imports say is so of the whole package, and of what no linter sees."""

import ast
import re
import sys
import tomllib
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from unittest.mock import ANY

import pytest

from crosscover.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "crosscover"
MODULES = sorted(module.name for module in iter_modules([str(PACKAGE)]))
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS: list[dict[str, Any]] = CONFIGURATION["tool"]["importlinter"]["contracts"]
SCRIPTS = ("subjects/processes/worker", "oracles/proofs/cpsat_process")


def sources(name: str) -> list[Path]:
    """The file of a module of the package, or all files in a folder of it."""
    path = PACKAGE / name
    return sorted(path.rglob("*.py")) or [path.with_suffix(".py")]


def libraries(source: Path) -> set[str]:
    """The first names of all that a module imports, also within functions and by `import_module("...")`."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source.read_bytes())):
        match node:
            case ast.Import(names=aliases):
                found.extend(alias.name for alias in aliases)
            case ast.ImportFrom(module=module, level=level):
                found.append("." * level + (module or ""))
            case ast.Call(func=ast.Name("import_module"), args=[ast.Constant(str(name)), *_]):
                found.append(name)
            case _:
                pass
    return {name.split(".")[0] or "crosscover" for name in found}


def test_every_module_is_in_a_layer() -> None:
    """Each module of the package has its place in the layers, and each place its module."""
    [layers] = [contract["layers"] for contract in CONTRACTS if contract["type"] == "layers"]
    assert sorted(name for layer in layers for name in re.split(r"\s*[|:]\s*", layer)) == MODULES


def test_commands_and_reports_are_named() -> None:
    """The contracts that keep commands and reports apart name every command, and what writes or makes a report."""
    named = {name for contract in CONTRACTS if contract["type"] == "independence" for name in contract["modules"]}
    commands = {f"crosscover.cli.{command}" for command in COMMANDS}
    folder = ROOT / "src/crosscover/report"
    names = {path: ".".join(path.relative_to(folder).with_suffix("").parts) for path in sources("report")}
    reports = {path: name for path, name in names.items() if name != "document_writer"}
    made = re.compile(r"Writer\)?:|^def \w+\(header: Header, footer: Footer, performance", re.MULTILINE)
    writers = {f"crosscover.report.{name}" for path, name in reports.items() if made.search(path.read_text())}
    assert named == commands | writers


@pytest.mark.parametrize("folder", ["dialects", "reference", "subjects/processes"])
def test_standard_library_alone(folder: str) -> None:
    """What is meant to run without any other package imports none."""
    imported = {name: source.name for source in sources(folder) for name in libraries(source)}
    assert {name: imported[name] for name in imported.keys() - sys.stdlib_module_names} == {"crosscover": ANY}


@pytest.mark.parametrize("library", ["ortools", "pysat"])
def test_solver_libraries_stay_in_the_oracles(library: str) -> None:
    """Only the oracles load a solver library; they do so by `import_module`, unseen by import-linter."""
    importing = {name for name in MODULES for source in sources(name) if library in libraries(source)}
    assert importing == {"oracles"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_import_nothing_of_the_project(script: str) -> None:
    """What another process runs as a script does not need the package."""
    [source] = sources(script)
    assert "crosscover" not in libraries(source)


def test_architecture_has_a_line_for_each_module() -> None:
    """ARCHITECTURE.md says of each module of the package what it is for."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^- `(\w+)(?:/|\.py)`", text, re.MULTILINE)) == MODULES
