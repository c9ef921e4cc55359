"""Every function of the package refuses arguments of wrong types, and does nothing before."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import crosscover

UNTYPED: Any = crosscover
WRONG: tuple[object, ...] = (None, 5.5, b"x", [[5]], Path("missing.txt"), {"a": 1}, np.zeros(3), object())
EMPTY = "." * 81
CALLS: dict[str, Callable[[Any], object]] = {
    "solve": UNTYPED.solve,
    "unique": UNTYPED.unique,
    "certify": UNTYPED.certify,
    "certify to": lambda wrong: UNTYPED.certify(EMPTY, wrong),
    "verify": UNTYPED.verify,
    "Grid": UNTYPED.Grid,
    "Grid.parse": UNTYPED.Grid.parse,
    "engine": lambda wrong: UNTYPED.solve(EMPTY, engine=wrong),
    "shape": lambda wrong: UNTYPED.solve(EMPTY, shape=5 if wrong is None else wrong),
    "generate": UNTYPED.generate,
    "generate number": lambda wrong: UNTYPED.generate("proper", wrong),
    "generate seed": lambda wrong: UNTYPED.generate(seed="x" if wrong is None else wrong),
    "check": UNTYPED.check,
    "compare": lambda wrong: UNTYPED.compare(wrong, "engine:dlx"),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong type is a TypeError or a ValueError, and no file is written."""
    monkeypatch.chdir(tmp_path)
    for wrong in WRONG:
        with pytest.raises((TypeError, ValueError)):
            CALLS[name](wrong)
    assert not list(tmp_path.iterdir())
