"""Every limit of time has one home."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import crosscover
from crosscover.harness import limits

PACKAGE = Path(crosscover.__file__).parent
NAMES = [name for name in vars(limits) if name.isupper()]


def constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the names and the documentation of the numbers that a module defines."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for statement, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        match statement, following:
            case ast.Assign(targets=[target], value=value), ast.Expr(ast.Constant(str(text))):
                numbers = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
                if any(isinstance(number, (int, float)) for number in numbers):
                    yield ast.unparse(target), text
            case _:
                pass


def is_about_time(name: str, text: str) -> bool:
    """Whether a constant is a duration or a share of time."""
    first = text.lower().split()
    return name.endswith(("SECONDS", "SHARE", "TIMEOUT")) or not {"time", "seconds", "share"}.isdisjoint(first[:4])


def test_number_of_limits() -> None:
    """There are few limits, since nobody can predict many."""
    assert 0 < len(NAMES) <= 24


@pytest.mark.parametrize("folder", ["harness", "runner"])
def test_no_limit_elsewhere(folder: str) -> None:
    """No other module of the harness or the runner defines a limit of time."""
    modules = [path for path in PACKAGE.glob(f"{folder}/*.py") if path.name != "limits.py"]
    found = [name for path in modules for name, text in constants(path) if is_about_time(name, text)]
    assert (found, len(modules) > 5) == ([], True)


def test_the_limits_are_found() -> None:
    """The limits themselves are recognized as durations or shares by their names or their documentation."""
    found = [name for name, text in constants(PACKAGE / "harness" / "limits.py") if is_about_time(name, text)]
    assert len(found) >= len(NAMES) - 3
