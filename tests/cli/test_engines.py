"""The command `crosscover engines`."""

import pytest

from crosscover.cli import main
from crosscover.engines import DEFAULT_PANEL, ENGINES
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.reference import Engine


def test_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Every engine is listed, and those of the panel are marked."""
    assert main(["engines"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert set(ENGINES) <= set(lines)
    assert set(DEFAULT_PANEL) == {name for name in ENGINES if "on the panel" in lines[name]}


def test_unavailable_engine(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An unavailable engine is listed with the reason, and the exit code is 0."""

    def missing() -> Engine:
        raise UnavailableEngineError("the package chaff [old] is not installed")

    monkeypatch.setitem(ENGINES, "sat:chaff", ("a SAT solver of python-sat", missing))
    assert main(["engines"]) == 0
    assert "missing: sat:chaff cannot run here: the package chaff [old] is not installed" in capsys.readouterr().out
