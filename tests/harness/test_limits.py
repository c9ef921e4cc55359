"""Every limit of time has one home."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import crosscover

SOURCE = Path(crosscover.__file__).parent
LIMITS = SOURCE / "harness" / "limits.py"
OTHERS = sorted({*SOURCE.glob("harness/*.py"), *SOURCE.glob("runner/*.py")} - {LIMITS})
MOST = 25
"""Maximum number of constants about time; more are a policy that nobody can predict."""


def constants(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the name of each constant of a module, and whether a docstring follows it."""
    body = ast.parse(path.read_text()).body
    for statement, following in zip(body, [*body[1:], None], strict=True):
        has_docstring = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        match statement:
            case ast.Assign(targets=targets):
                named = [name for target in targets for name in ast.walk(target)]
            case ast.AnnAssign(target=target):
                named = [target]
            case _:
                named = []
        yield from ((name.id, has_docstring) for name in named if isinstance(name, ast.Name))


def test_number_of_limits() -> None:
    """There are few limits, and each has a reason."""
    found = dict(constants(LIMITS))
    assert 0 < len(found) <= MOST
    assert [name for name, has_docstring in found.items() if not has_docstring] == []


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_no_limit_elsewhere(path: Path) -> None:
    """No other module of the harness or the runner defines a limit of time."""
    words = "SECONDS", "SHARE", "TIMEOUT"
    assert [name for name, _ in constants(path) if any(word in name for word in words)] == []
