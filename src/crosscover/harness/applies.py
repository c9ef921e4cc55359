"""Which property is asked of which subject.

Each test of this package carries the mark `crosscover`, with the contracts it makes sense under and the kind of
subject it needs; the plugin leaves out what does not apply.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import pytest

from crosscover.subjects.contract import Contract

Test = TypeVar("Test", bound=Callable[..., None])


class Requires(Enum):
    """What a subject must be for a property to be asked of it."""

    ANYTHING = "anything"
    PROGRAM = "program"
    ENGINE = "engine"
    DANCING_LINKS = "dancing links"
    MEMORY = "failures that were kept"
    CERTIFICATES = "certificates asked for"


ANY_OR_COUNT = (Contract.ANY, Contract.COUNT)


@dataclass(frozen=True, slots=True)
class Asked:
    """Of whom a property is asked: subjects with one of these contracts, and of this kind."""

    contracts: frozenset[Contract]
    needs: Requires


def asked(
    contracts: Iterable[Contract] = tuple(Contract), needs: Requires = Requires.ANYTHING
) -> Callable[[Test], Test]:
    """Mark a test as a property of subjects with one of these contracts, and of this kind."""
    return pytest.mark.crosscover(Asked(frozenset(contracts), needs))
