"""The door to OR-tools: what is asked of CP-SAT, and which of two ways in is taken.

CP-SAT has a public interface, `cp_model`, and beneath it a module that does the work, `cp_model_helper`. The public one
loads numpy and pandas and takes 323 ms and 100 MB to import, the other 57 ms; and the public one builds a model of
integers anew for each puzzle, because it lets nobody change a domain. The lower one is taken where it is as we know
it, but it is undocumented, so the public one stays beside it, and tests hold the two to the same answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol, cast

from .errors import UnavailableEngineError

PARAMETERS: Mapping[str, int | bool] = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
    "use_sat_inprocessing": False,
    "auto_detect_greater_than_at_least_one_of": False,
    "enumerate_all_solutions": True,
    "catch_sigint_signal": False,
}
"""What CP-SAT is run with: next to no preparation, which would cost more than the search.

`catch_sigint_signal` is off because CP-SAT does not put Python's handler back: one run with it on, and Ctrl-C is lost.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The different solutions of one run, in the order found, and the name of the status it ended with."""

    solutions: list[tuple[int, ...]]
    status: str


class Model(Protocol):
    """A model that is built once and asked often."""

    def solve(self, fixed: Mapping[int, int], limit: int) -> Outcome:
        """The values of all variables, in each of at most `limit` solutions with these variables at these values."""
        ...

    def read_back(self) -> tuple[int, list[tuple[int, ...]], int]:
        """What the proto says: the number of Booleans, the literals of each exactly-one, how many other constraints."""
        ...


class Route(Protocol):
    """A way to CP-SAT."""

    def exactly_ones(self, booleans: int, groups: Sequence[Sequence[int]]) -> Model:
        """Booleans of which exactly one is true in each group."""
        ...

    def all_different(self, integers: int, values: range, groups: Sequence[Sequence[int]]) -> Model:
        """Integers that differ within each group."""
        ...


@cache
def open_route() -> Route:
    """The way to take; raises UnavailableEngineError where OR-tools is not installed."""
    try:
        return named_route("helper")
    except (AttributeError, ImportError):
        try:
            return named_route("public")
        except ImportError as error:
            raise UnavailableEngineError(f"OR-tools cannot be imported: {error}") from error


def named_route(name: str) -> Route:
    """The way of that name, `helper` or `public`; raises ImportError or AttributeError where it is barred."""
    return cast("Route", import_module(f".ortools_{name}", __package__).open_route())


def installed() -> str | None:
    """The version of OR-tools, None where it is not installed."""
    try:
        return version("ortools")
    except PackageNotFoundError:
        return None
