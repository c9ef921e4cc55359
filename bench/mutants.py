"""Count the small errors in the package that the tests notice.

Run `python -m bench.mutants` in a separate clone: it changes one place in a module at a time, runs the package's tests
in pure Python until one fails, and restores the module. A change flips a comparison, alters a constant, deletes a
statement, or swaps the first two arguments of a call. Survivors are printed with their line numbers. With `--slow`, the
package's slow tests also run if the fast tests pass.
"""

import argparse
import ast
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate, zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/crosscover")

TESTS = {
    "reference": ("reference", "oracles", "solve"),
    "oracles": ("oracles", "certificates", "solve"),
    "properties": ("properties", "corpus", "harness", "check"),
    "dialects": ("dialects", "inputs", "audit"),
    "subjects": ("subjects", "harness", "check"),
    "harness": ("harness", "runner", "check", "api"),
    "runner": ("runner", "check", "api", "cli"),
    "report": ("report", "check", "cli", "audit"),
    "auditing": ("audit", "cli", "inputs"),
    "cli": ("cli", "solve", "certificates", "audit", "check"),
    "api": ("api", "cli", "docs"),
    "modules": ("options", "cli", "inputs", "solve", "api", "check"),
}
"""The test folders of each package, the likeliest to fail first."""

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

LONGEST_RUN = 600
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


def chosen_changes(package: str, number: int, seed: int) -> list[tuple[Path, str, Change]]:
    """Choose changes to a package, equally many of each kind."""
    random_ = random.Random(f"{seed} {package}")
    every = [(path, *change) for path in modules_of(package) for change in changes_of(path.read_text("utf-8"))]
    random_.shuffle(every)
    by_kind = [[one for one in every if one[1] == kind] for kind in KINDS]
    return [one for row in zip_longest(*by_kind) for one in row if one][:number]


def is_noticed(package: str, *, slow: bool) -> bool:
    """Whether a test of a package fails, or the tests take too long."""
    folders = [f"tests/{name}" for name in TESTS[package]]
    runs = [["-m", "not slow and not release"], ["-m", "slow"]][: 1 + slow]
    for marks in runs:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "-p", "no:cacheprovider", *marks, *folders]
        environment = os.environ | {"CROSSCOVER_PURE": "1"}
        try:
            ran = subprocess.run(  # noqa: S603 - our own command
                command, check=False, cwd=ROOT, env=environment, capture_output=True, timeout=LONGEST_RUN
            )
        except subprocess.TimeoutExpired:
            return True
        if ran.returncode:
            return True
    return False


def main() -> None:
    """Change, test and restore modules, and print the number of noticed changes."""
    parser = argparse.ArgumentParser(description="Count the small errors that the tests notice.")
    parser.add_argument("packages", nargs="*", default=list(TESTS), metavar="PACKAGE", help=", ".join(TESTS))
    parser.add_argument("--each", type=int, default=30, help="changes of each package (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true", help="run the slow tests as well")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    total = 0
    for package in arguments.packages:
        if is_noticed(package, slow=arguments.slow):
            sys.exit(f"the tests of {package} fail without a change")
        noticed = 0
        for path, kind, (begin, end, replacement) in chosen_changes(package, arguments.each, arguments.seed):
            content = path.read_bytes()
            try:
                path.write_bytes(content[:begin] + replacement.encode() + content[end:])
                found = is_noticed(package, slow=arguments.slow)
            finally:
                path.write_bytes(content)
            noticed += found
            if not found:
                line = content[:begin].count(b"\n") + 1
                print(f"survived  {path}:{line}  {kind}: {replacement[:90]!r}", flush=True)
        print(f"{package:12} {noticed} of {arguments.each} noticed", flush=True)
        total += noticed
    print(f"{'all':12} {total} of {arguments.each * len(arguments.packages)} noticed")


if __name__ == "__main__":
    main()
