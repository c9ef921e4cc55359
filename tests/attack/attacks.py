"""The table of attacks."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from .certificates import attack_proofs
from .claims import attack_claims
from .disks import attack_disks, attack_streams
from .files import attack_files
from .formats import attack_growth, attack_parquet, attack_texts
from .ledgers import attack_ledgers
from .names import attack_names
from .signals import attack_with_signals
from .subjects import attack_subjects

Attack = Callable[[Random, Path], Iterator[str]]
"""One random attack in an empty folder; yields a line for each finding."""

ATTACKS: Mapping[str, Attack] = {
    "claims": attack_claims,
    "disks": attack_disks,
    "files": attack_files,
    "ledgers": attack_ledgers,
    "proofs": attack_proofs,
    "streams": attack_streams,
    "texts": attack_texts,
    "growth": attack_growth,
    "parquet": attack_parquet,
    "signals": attack_with_signals,
    "names": attack_names,
    "subjects": attack_subjects,
}
"""The attacks by name."""

WITH_SAMPLES = {"disks", "files", "ledgers", "signals", "streams"}
"""The attacks on commands with the inputs of `commands.samples`."""
