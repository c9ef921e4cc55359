"""The table of attacks."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from .certificates import attack_certificates, attack_maplesat, attack_refutations
from .disks import attack_disks, attack_streams
from .formats import attack_texts
from .ledgers import attack_ledgers
from .names import attack_names
from .signals import attack_with_signals

Attack = Callable[[Random, Path], Iterator[str]]
"""One random attack in an empty folder; yields a line for each finding."""

ATTACKS: Mapping[str, Attack] = {
    "certificates": attack_certificates,
    "disks": attack_disks,
    "ledgers": attack_ledgers,
    "maplesat": attack_maplesat,
    "refutations": attack_refutations,
    "streams": attack_streams,
    "texts": attack_texts,
    "signals": attack_with_signals,
    "names": attack_names,
}
"""The attacks by name."""
