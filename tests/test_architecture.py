"""Documents and import contracts cover all packages, with rules that import-linter cannot check."""

import ast
import re
import tomllib
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from crosscover.cli.parser import COMMANDS, OF_COVERS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "crosscover"
MODULES = sorted(module.name for module in iter_modules([str(PACKAGE)]))
CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS: list[dict[str, Any]] = CONFIGURATION["tool"]["importlinter"]["contracts"]


def sources(name: str) -> list[Path]:
    """Return the file of a module, or all files of a subpackage."""
    path = PACKAGE / name
    return sorted(path.rglob("*.py")) or [path.with_suffix(".py")]


def libraries(source: Path) -> set[str]:
    """Return the top-level names that a module imports, also in functions and with `import_module("...")`."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source.read_bytes())):
        match node:
            case ast.Import(names=aliases):
                found.extend(alias.name for alias in aliases)
            case ast.ImportFrom(module=module, level=level):
                found.append("." * level + (module or ""))
            case ast.Call(func=ast.Name("import_module" | "import_library"), args=[ast.Constant(str(name)), *_]):
                found.append(name)
            case _:
                pass
    return {name.split(".")[0] or "crosscover" for name in found}


def test_commands_and_reports_are_named() -> None:
    """The independence contracts list every command and every module that writes a report."""
    named = {name for contract in CONTRACTS if contract["type"] == "independence" for name in contract["modules"]}
    commands = {f"crosscover.cli.{command}" for command in (*COMMANDS, *OF_COVERS.values())}
    folder = ROOT / "src/crosscover/report"
    names = {path: ".".join(path.relative_to(folder).with_suffix("").parts) for path in sources("report")}
    reports = {path: name for path, name in names.items() if name != "events"}
    made = re.compile(r"Writer\)?:|^def [a-z]\w*\(result: CheckResult.*\) -> str:", re.MULTILINE)
    writers = {f"crosscover.report.{name}" for path, name in reports.items() if made.search(path.read_text())}
    assert named == commands | writers


def test_solver_libraries_stay_in_the_oracles() -> None:
    """Only the oracles load a solver library by name; import-linter does not detect this."""
    loaded = {(library, name) for name in MODULES for source in sources(name) for library in libraries(source)}
    assert {name for library, name in loaded if library in ("ortools", "pysat")} == {"oracles"}


def test_scripts_import_nothing_of_the_project() -> None:
    """A module that another process runs as a script does not import the package."""
    [source] = sources("subjects/processes/worker")
    assert "crosscover" not in libraries(source)


def test_architecture_has_a_line_for_each_module() -> None:
    """ARCHITECTURE.md lists each module of the package."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^- `(\w+)(?:/|\.py)`", text, re.MULTILINE)) == MODULES


def test_architecture_names_files_that_exist() -> None:
    """Each file that ARCHITECTURE.md names is part of the project."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    names = set(re.findall(r"(?<![\w*/])[\w/]+\.(?:py|js|jsonl|toml)\b", text))
    folders = ("src", "oracles", "properties", "reference", "tests")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*")] + [ROOT / "pyproject.toml"]
    places = [path.as_posix() for path in files]
    assert [name for name in sorted(names) if not any(place.endswith(f"/{name}") for place in places)] == []


def test_contributing_has_a_line_for_each_folder_of_tests() -> None:
    """CONTRIBUTING.md says which behavior each folder tests."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = sorted(path.parent.name for path in (ROOT / "tests").glob("*/__init__.py"))
    assert re.findall(r"^- `tests/(\w+)/`", text, re.MULTILINE) == folders
