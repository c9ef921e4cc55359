"""Every limit of time has one home."""

import ast
from collections.abc import Iterator
from pathlib import Path

import crosscover

SOURCE = Path(crosscover.__file__).parent
LIMITS = SOURCE / "harness" / "limits.py"
OTHERS = sorted({*SOURCE.glob("harness/*.py"), *SOURCE.glob("runner/*.py")} - {LIMITS})


def constants(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the name of each constant of a module, and whether a docstring follows it."""
    body = ast.parse(path.read_text()).body
    for statement, following in zip(body, [*body[1:], None], strict=True):
        has_docstring = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            yield from ((name, has_docstring) for name in names)


def test_number_of_limits() -> None:
    """There are at most 25 limits, since nobody can predict more, and each has a reason."""
    found = dict(constants(LIMITS))
    assert 0 < len(found) <= 25
    assert [name for name, has_docstring in found.items() if not has_docstring] == []


def test_no_limit_elsewhere() -> None:
    """No other module of the harness or the runner defines a limit of time."""
    named = [(path.name, name) for path in OTHERS for name, _ in constants(path)]
    assert [one for one in named if any(word in one[1] for word in ("SECONDS", "SHARE", "TIMEOUT"))] == []
