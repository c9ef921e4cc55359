"""Durations and shares of time in a run have one home, `harness/limits.py`."""

import ast
from collections.abc import Iterator

import pytest

from tests.test_names import PACKAGE, SOURCES

HOMES = (
    "harness/limits.py",
    "auditing/",
    "cli/deciding.py",
    "cli/unique.py",
    "oracles/panel.py",
    "subjects/engine_subject.py",
    "subjects/find.py",
    "subjects/processes/",
    "subjects/compiling.py",
)
"""Modules that may define a duration or a share: the home, and modules with limits for other work than a run."""

KNOWN = {
    "seconds / 4": ("harness/levels.py", "properties/performance.py"),
    "2 * seconds": ("subjects/process_subject.py",),
}
"""Computations with a bare number, and the modules in which they are allowed."""

ELSEWHERE = [source for source in SOURCES if not str(source.relative_to(PACKAGE)).startswith(HOMES)]


def is_a_number(node: ast.expr) -> bool:
    """Whether an expression is a literal number other than 0 and 1."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value not in (0, 1)


def is_a_time(node: ast.expr) -> bool:
    """Whether an expression mentions a name that contains `seconds`."""
    return any(
        "seconds" in name.lower()
        for each in ast.walk(node)
        for name in (getattr(each, key, "") for key in ("id", "attr"))
    )


def constants(tree: ast.Module) -> Iterator[str]:
    """Yield the names of durations and shares to which a module assigns."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
            yield from (name for name in names if name.endswith(("SECONDS", "SHARE", "TIMEOUT")))


def computations(tree: ast.Module) -> Iterator[str]:
    """Yield the products, quotients and comparisons of a time and a literal number."""
    for node in ast.walk(tree):
        operands: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            operands = [node.left, node.right]
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
        if any(map(is_a_number, operands)) and any(map(is_a_time, operands)):
            yield ast.unparse(node)


def test_no_duration_elsewhere() -> None:
    """No other module defines a duration or a share of time, or computes a time with a bare number."""
    found: list[str] = []
    for source in ELSEWHERE:
        module, tree = str(source.relative_to(PACKAGE)), ast.parse(source.read_bytes())
        found += [f"{module}: {name}" for name in constants(tree)]
        found += [f"{module}: {text}" for text in computations(tree) if module not in KNOWN.get(text, ())]
    assert found == []


@pytest.mark.parametrize("text", ["WAIT_SECONDS = 5", "A_SHARE: float = 0.5", "def f(seconds): return 3 * seconds"])
def test_a_duration_is_found(text: str) -> None:
    """A named constant and a bare number are both found."""
    tree = ast.parse(text)
    assert len([*constants(tree), *computations(tree)]) == 1
