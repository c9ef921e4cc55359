"""The dialects by name, and which of them a text looks like."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from crosscover.reference.shape import Shape

from .dialect import Dialect
from .lines import Poj3074
from .reply import Answer, Unreadable

DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in (Poj3074(),)})
"""Every dialect by its name, in the order in which they are listed."""

ALIASES: Mapping[str, str] = MappingProxyType({"sdm": "lines"})
"""Other names for them."""


def dialect(name: str) -> Dialect:
    """The dialect of a name or an alias; KeyError where there is none."""
    return DIALECTS[ALIASES.get(name, name)]


def detect(lines: Sequence[str], shape: Shape = Shape(), *, whole: bool = False) -> Dialect | None:
    """The dialect of an input that begins with these lines, blank ones left out; None where they do not tell it.

    Two lines are as good as more. `whole` says that no further line follows.
    """
    raise NotImplementedError


def looks_like(output: str, shape: Shape = Shape()) -> list[str]:
    """The names of the dialects whose answers a text is made of."""
    return [name for name, dialect in DIALECTS.items() if _speaks(dialect, output, shape)]


def _speaks(dialect: Dialect, output: str, shape: Shape) -> bool:
    replies = dialect.read_answers(output, shape)
    return any(isinstance(reply, Answer) for reply in replies) and not any(
        isinstance(reply, Unreadable) for reply in replies
    )
