"""Random attacks with fixed seeds: each is a function that makes one attempt in an empty folder and yields findings."""

import sys
from pathlib import Path
from random import Random

import pytest

from .claims import attack_claims
from .signals import attack_with_signals
from .subjects import attack_subjects

ATTACKS = {
    "claims": attack_claims,
    "signals": attack_with_signals,
    "subjects": attack_subjects,
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ATTACKS)
def test_attack(name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A random attack finds nothing."""
    monkeypatch.chdir(tmp_path)
    assert list(ATTACKS[name](Random(f"{seed} {name}"), tmp_path)) == []
