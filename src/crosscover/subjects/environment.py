"""The environment of programs and functions under test: that of the user, with a hash seed for Python.

Python orders sets of texts by a random number, and a solver may be right for some of these numbers only. So
`PYTHONHASHSEED` follows from the seed of a run, unless the user has set it.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

HASH_SEED = "PYTHONHASHSEED"

LARGEST_HASH_SEED = 9999
"""The largest hash seed of a run: few digits are easy to type. 0 is not used, as it is what CI systems set."""

_LOCALE = "LC_CTYPE"

_OF_PYTEST = ("PYTEST_CURRENT_TEST", "PYTEST_VERSION")
"""The variables that pytest sets while it runs the properties."""


def hash_seed_of(seed: int) -> int:
    """Return the hash seed of the run with this seed."""
    return Random(f"{seed} hash").randint(1, LARGEST_HASH_SEED)


def environment_with(hash_seed: int | None) -> dict[str, str]:
    """Return the environment of a run; without a hash seed, Python draws one unless the user has set it."""
    left_out = _OF_PYTEST if _had_locale() else (*_OF_PYTEST, _LOCALE)
    seed = {} if hash_seed is None else {HASH_SEED: str(hash_seed)}
    return seed | {name: value for name, value in os.environ.items() if name not in left_out}


def hash_seed_in(environment: Mapping[str, str]) -> int | None:
    """Return the hash seed of an environment, None if Python draws one."""
    text = environment.get(HASH_SEED, "")
    return int(text) if text.isascii() and text.isdigit() else None


@cache
def _had_locale() -> bool:
    """Whether the variable for the locale is the user's: Python sets it itself if there is none (PEP 538)."""
    try:
        return b"\0LC_CTYPE=" in b"\0" + Path("/proc/self/environ").read_bytes()
    except OSError:
        return True
