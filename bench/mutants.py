"""Count the small errors in the package that the tests notice.

Run `python -m bench.mutants` in a separate clone. It runs the tests once in pure Python and notes which tests reach
which line. Then it changes one place in a module at a time, runs the tests that reach it until one fails, and restores
the module. A change flips a comparison, alters a constant, deletes a statement, or swaps the first two arguments of a
call. It leaves out lines that only imports or other processes reach. Survivors are printed with their line numbers.
"""

import argparse
import ast
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import accumulate, zip_longest
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/crosscover")

PACKAGES = (*sorted(path.parent.name for path in (ROOT / SOURCE).glob("*/__init__.py")), "modules")
"""The packages, and the modules beside them."""

FOLDERS = {"auditing": "audit", "modules": "test_"}
"""The folder of tests of a package, or the beginning of their names, if it is not the name of the package."""

MOST_TESTS = 300
"""Maximum number of tests for a mutant; those of the package's folder come first."""

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

DELETED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Return, ast.Delete, ast.Continue, ast.Break)

KINDS = ("comparison", "constant", "deleted statement", "swapped arguments")

LONGEST_RUN = 300
"""Time limit in seconds for the tests of one mutant; a mutant that hangs counts as noticed."""

Change = tuple[int, int, str]
"""The start and end byte of a place in a module, and its replacement."""


def modules_of(package: str) -> list[Path]:
    """Return the modules of a package, as paths in the project."""
    if package == "modules":
        return sorted(SOURCE.glob("*.py"))
    folder = Path(package) if Path(package).is_dir() else SOURCE / package
    return sorted(folder.rglob("*.py"))


def changes_of(text: str) -> Iterator[tuple[str, Change]]:
    """Yield the kind and place of every change to a module; annotations and texts stay unchanged."""
    starts = [0, *accumulate(len(line.encode()) for line in text.splitlines(keepends=True))]
    pending: list[ast.AST] = [ast.parse(text)]
    while pending:
        node = pending.pop()
        skipped = getattr(node, "annotation", None), getattr(node, "returns", None)
        if not isinstance(node, ast.JoinedStr):
            pending += [one for one in ast.iter_child_nodes(node) if one not in skipped]
        for kind, replacement in _replacements(node):
            begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            yield kind, (begin, end, replacement)


def _replacements(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kind of each change to a node, and the changed text."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, DELETED) and not is_docstring:
        yield "deleted statement", "pass"
    elif isinstance(node, ast.Compare):
        ops: list[ast.cmpop] = [OPPOSITES[type(node.ops[0])](), *node.ops[1:]]
        yield "comparison", ast.unparse(ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", repr(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "constant", repr(node.value + 1)
    elif isinstance(node, ast.Call) and len(node.args) > 1:
        swapped = [node.args[1], node.args[0], *node.args[2:]]
        yield "swapped arguments", ast.unparse(ast.Call(node.func, swapped, node.keywords))


Reached = dict[tuple[str, int], list[str]]
"""The tests that reach each line of a module, by the real path of the module."""


def chosen_changes(package: str, number: int, seed: int, reached: Reached) -> list[tuple[Path, str, Change, list[str]]]:
    """Choose changes to lines of a package that tests reach, equally many of each kind, with these tests."""
    every: list[tuple[Path, str, Change, list[str]]] = []
    for path in modules_of(package):
        text = path.read_text("utf-8")
        for kind, change in changes_of(text):
            line = text.encode()[: change[0]].count(b"\n") + 1
            if tests := reached.get((os.path.realpath(path), line)):
                every.append((path, kind, change, tests))
    random.Random(f"{seed} {package}").shuffle(every)
    by_kind = [[one for one in every if one[1] == kind] for kind in KINDS]
    return [one for row in zip_longest(*by_kind) for one in row if one][:number]


def pytest(*arguments: str, seconds: float | None = None) -> tuple[int, str]:
    """Run tests in pure Python, and return the exit code and the output; tests that take too long fail."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    environment = os.environ | {"CROSSCOVER_PURE": "1"}
    try:
        ran = subprocess.run(  # noqa: S603 - our own command
            command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return 1, ""
    return ran.returncode, ran.stdout


def reached_by_tests() -> Reached:
    """Run all fast tests, and return the passing tests that reach each line."""
    _, output = pytest("-n", "auto", "-rfE", "--cov=crosscover", "--cov-context=test", "--cov-report=")
    failed = {
        line.split(" ", 1)[1].partition(" - ")[0] for line in re.findall("^(?:FAILED|ERROR) .*", output, re.MULTILINE)
    }
    print(f"{len(failed)} tests fail without a change", *sorted(failed), sep="\n  ", flush=True)
    data = CoverageData()
    data.read()
    return {
        (os.path.realpath(file), line): sorted({one.rpartition("|")[0] for one in contexts} - {""} - failed)
        for file in data.measured_files()
        for line, contexts in data.contexts_by_lineno(file).items()
    }


def is_noticed(tests: list[str], folder: str) -> bool:
    """Whether one of the tests fails, or they take too long; those of the folder come first."""
    shuffled = random.Random(0).sample(tests, len(tests))
    chosen = sorted(shuffled, key=lambda name: not name.startswith(folder))[:MOST_TESTS]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(chosen))
        listed.flush()
        return pytest("-x", f"@{listed.name}", seconds=LONGEST_RUN)[0] != 0


def main() -> None:
    """Change, test and restore modules, and print the number of noticed changes."""
    parser = argparse.ArgumentParser(description="Count the small errors that the tests notice.")
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE", help=", ".join(PACKAGES))
    parser.add_argument("--each", type=int, default=30, help="changes of each package (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    os.chdir(ROOT)
    reached = reached_by_tests()
    for package in arguments.packages:
        noticed, folder = 0, f"tests/{FOLDERS.get(package, package)}"
        changes = chosen_changes(package, arguments.each, arguments.seed, reached)
        for path, kind, (begin, end, replacement), tests in changes:
            content = path.read_bytes()
            try:
                path.write_bytes(content[:begin] + replacement.encode() + content[end:])
                found = is_noticed(tests, folder)
            finally:
                path.write_bytes(content)
            noticed += found
            if not found:
                line = content[:begin].count(b"\n") + 1
                print(f"survived  {path}:{line}  {kind}: {replacement[:90]!r}", flush=True)
        print(f"{package:12} {noticed} of {len(changes)} noticed", flush=True)


if __name__ == "__main__":
    main()
