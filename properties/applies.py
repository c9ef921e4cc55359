"""Which property is asked of which subject.

Each test of this package carries the mark `crosscover`, with the contracts it makes sense under and the kind of
subject it needs; the plugin leaves out what does not apply.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TypeVar

import pytest

from crosscover.subjects.contract import Contract

MARK = "crosscover"

Test = TypeVar("Test", bound=Callable[..., None])


class Needs(Enum):
    """What a subject must be for a property to be asked of it."""

    ANYTHING = "anything"
    PROGRAM = "program"
    ENGINE = "engine"
    DANCING_LINKS = "dancing links"


PROPER = (Contract.PROPER, Contract.ANY)
ANY = (Contract.ANY,)
NOT_PROPER = (Contract.ANY, Contract.COUNT)
COUNT = (Contract.COUNT,)
EVERY = tuple(Contract)


def asked(contracts: Iterable[Contract] = EVERY, needs: Needs = Needs.ANYTHING) -> Callable[[Test], Test]:
    """Mark a test as a property of subjects with one of these contracts."""

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.crosscover(contracts=frozenset(contracts), needs=needs)(test)
        return marked

    return mark
