"""The environment of programs and functions under test: that of the user, with a hash seed for Python.

Python orders sets of texts by a random number, and a solver may be right for some of these numbers only. So
`PYTHONHASHSEED` follows from the seed of a run, unless the user has set it.
"""

import os
from pathlib import Path
from random import Random

HASH_SEED = "PYTHONHASHSEED"

_LARGEST = 9999  # few digits are easy to type; 0 is not used, as it is what CI systems set


def hash_seed_of(seed: int) -> int:
    """Return the hash seed of the run with this seed."""
    return Random(f"{seed} hash").randint(1, _LARGEST)


def working_folder() -> str:
    """Return the working directory; if it is gone, one in which no process starts."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return os.environ.get("PWD", "")


def environment_with(hash_seed: int | None) -> dict[str, str]:
    """Return the environment of a run; without a hash seed, Python draws one unless the user has set it."""
    seed = {} if hash_seed is None else {HASH_SEED: str(hash_seed)}
    return seed | {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
