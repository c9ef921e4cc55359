"""The command `crosscover dialects`."""

import pytest

from crosscover.cli import main
from crosscover.contracts import CONTRACTS
from crosscover.dialects import DIALECTS


def test_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Every dialect is listed with the beginning of its published sample, and the answers by contract."""
    assert main(["dialects"]) == 0
    out = capsys.readouterr().out
    names = [line.split(":")[0] for line in out.splitlines() if line and not line.startswith(" ")]
    assert names[:-1] == [*DIALECTS]
    for contract in CONTRACTS.values():
        (line,) = (line for line in out.splitlines() if line.startswith(f"  {contract.name} "))
        assert contract.program in line
        assert contract.function in line
    assert ".2738..1..1...6735......" in out
