"""CP-SAT through `cp_model_helper`, the module beneath OR-tools' public interface, or else through that interface.

The public one, `cp_model`, loads numpy and pandas, takes 323 ms and 100 MB to import where this one takes 57 ms, and
builds a model of integers anew for each puzzle, because it lets nobody change a domain. The module beneath it is not
documented. So it is tried on two small models before it is used, tests compare the two, and if a version of OR-tools
has another `cp_model_helper`, the public interface takes its place, some eight times slower.

Three details matter. A `SolveWrapper` serves one run: another run after a change of the model aborts the process. Clues
of Booleans are assumptions, which cost no more than narrowed domains and leave nothing to undo; integers know no
assumptions, so their domains are narrowed. And a solution is read from the text of the list in the response, made in
C++ in one go: reading 729 Booleans one by one would take 200 us, this takes 12.

The rest is CP-SAT's own time: of 650 us for a verdict on 17 clues, 230 go to checks and copies of the model, 330 to
loading it, and 100 to the search. Neither 371 other values of its parameters, nor another order of the constraints, nor
at-most-ones with clauses in place of exactly-ones saved more than the noise, some 5 %.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import compress
from threading import Lock
from typing import Any, NamedTuple, Protocol

from crosscover.time_limit import seconds_left
from crosscover.undisturbed import load_library

from .errors import EngineError, UnavailableEngineError

KNOWN_VERSION = "9.15"
"""The first version of OR-tools whose `cp_model_helper` is as it is used here."""

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
"""CP-SAT's parameters: next to no preparation, which would cost more than the search.

`catch_sigint_signal` is off because CP-SAT does not put Python's handler back: one run with it on, and Ctrl-C is lost.
"""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The different solutions of one run, in the order found, and the name of the status it ended with.

    A solution is the values of all variables, a byte each.
    """

    solutions: list[bytes]
    status: str


class Model(Protocol):
    """A model that is solved again and again; `proto` is OR-tools' description of it."""

    proto: Any

    def solve(self, fixed: Mapping[int, int], limit: int) -> SearchResult:
        """The values of all variables, in each of at most `limit` solutions with these variables at these values."""
        ...


class Models(NamedTuple):
    """The makers of models through one of the interfaces.

    `exactly_one(booleans, groups)` has Booleans of which exactly one is true in each group, `all_different(integers,
    values, groups)` integers that differ within each group.
    """

    exactly_one: Callable[[int, Sequence[Sequence[int]]], Model]
    all_different: Callable[[int, range, Sequence[Sequence[int]]], Model]


@cache
def load_models() -> Models:
    """The models of the first interface that solves two small ones; raises UnavailableEngineError if there is none."""
    reasons: list[str] = []
    for load in (_fast_models, _public_models):
        try:
            models = load()
            pair = models.all_different(2, range(1, 3), [(0, 1)]).solve({0: 2}, 9)
            choice = models.exactly_one(2, [(0, 1)]).solve({0: 0}, 9)
            if (pair.solutions, choice.solutions) != ([b"\x02\x01"], [b"\x00\x01"]):
                raise EngineError(f"two small models have the wrong solutions, {pair} and {choice}")
        except Exception as error:  # an unknown version may raise anything
            reasons.append(f"{type(error).__name__}: {error}")
        else:
            return models
    try:
        installed = f"OR-tools {version('ortools')} is installed, and works otherwise than {KNOWN_VERSION}"
    except PackageNotFoundError:
        installed = "OR-tools is not installed"
    raise UnavailableEngineError(f"{installed}: {'; '.join(reasons)}")


def _fast_models() -> Models:
    binding = Binding()
    return Models(partial(ExactlyOneModel, binding), partial(AllDifferentModel, binding))


def _public_models() -> Models:
    cp_model = load_library("ortools.sat.python.cp_model")

    def exactly_one(booleans: int, groups: Sequence[Sequence[int]]) -> Model:
        return PublicModel(cp_model, "add_exactly_one", booleans, range(2), groups)

    return Models(exactly_one, partial(PublicModel, cp_model, "add_all_different"))


class Binding:
    """`cp_model_helper`, as far as it is used here; raises if the module is not as expected."""

    def __init__(self) -> None:
        self._helper = load_library("ortools.sat.python.cp_model_helper")
        self._parameters: Any = self._helper.SatParameters()
        for name, value in PARAMETERS.items():
            setattr(self._parameters, name, value)
        self._collector = _collector(self._helper.SolutionCallback)
        self._status_names: dict[int, str] = {
            int(status): name for name, status in self._helper.CpSolverStatus.__members__.items()
        }

    def parse(self, text: str) -> Any:
        """A model from the text form of its proto."""
        proto = self._helper.CpModelProto()
        if not proto.parse_text_format(text):
            raise EngineError("OR-tools does not understand the model that was written for it")
        return proto

    def run(self, proto: Any, read: Callable[[str], bytes], limit: int) -> SearchResult:
        """Enumerate the solutions of a model up to the limit; `read` takes the values from a text like `[0, 1, 0]`.

        Raises TimeoutError at the end of a time limit.
        """
        wrapper = self._helper.SolveWrapper()
        seconds = self._parameters.max_time_in_seconds = seconds_left()
        wrapper.set_parameters(self._parameters)
        collector = self._collector(limit)
        wrapper.add_solution_callback(collector)
        try:
            response = wrapper.solve(proto)
        finally:
            wrapper.clear_solution_callback(collector)
        status = self._status_names[int(response.status)]  # the member's own name takes 4 us to find
        return _result(list(map(read, collector.texts)), status, limit, seconds)


def _result(solutions: list[bytes], status: str, limit: int, seconds: float) -> SearchResult:
    if status in ("UNKNOWN", "FEASIBLE") and len(solutions) < limit and seconds < math.inf:
        raise TimeoutError(f"CP-SAT gave up within {seconds:g} s")
    return SearchResult(solutions, status)


def _collector(callback: Any) -> Any:
    class Collector(callback):  # type: ignore[misc]  # has no type until it is imported
        """Keeps the solutions, and stops the search at the limit."""

        def __init__(self, limit: int) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType] - as above
            self.texts: list[str] = []
            self._limit = limit

        def OnSolutionCallback(self) -> None:  # noqa: N802 - the name that OR-tools calls
            if len(self.texts) < self._limit:
                self.texts.append(str(self.Response().solution))
            if len(self.texts) >= self._limit:
                self.StopSearch()

    return Collector


_ZERO_AND_ONE = bytes(range(48)) + b"\x00\x01" + bytes(range(50, 256))


def _read_booleans(text: str) -> bytes:
    return text.encode("ascii").translate(_ZERO_AND_ONE, b"[, ]")


def _read_integers(text: str) -> bytes:
    return bytes(json.loads(text))


class ExactlyOneModel:
    """Booleans of which exactly one is true in each group; built once and solved often."""

    def __init__(self, binding: Binding, booleans: int, groups: Sequence[Sequence[int]]) -> None:
        variables = "variables { domain: [0, 1] }\n" * booleans
        constraints = "".join(f"constraints {{ exactly_one {{ literals: {list(group)} }} }}\n" for group in groups)
        self._binding = binding
        self.proto = binding.parse(variables + constraints)
        self._lock = Lock()

    def solve(self, fixed: Mapping[int, int], limit: int) -> SearchResult:
        """The values of all variables, in each of at most `limit` solutions with these variables at these values."""
        with self._lock:
            self.proto.assumptions.clear()
            self.proto.assumptions.extend([number if value else -number - 1 for number, value in fixed.items()])
            return self._binding.run(self.proto, _read_booleans, limit)


def read_back(proto: Any) -> tuple[int, list[tuple[int, ...]], int]:
    """The number of Booleans in a model, the literals of each exactly-one, and the number of other constraints."""
    booleans = sum(list(variable.domain) == [0, 1] for variable in proto.variables)
    exactly = [constraint.has_exactly_one() for constraint in proto.constraints]
    literals = [tuple(constraint.exactly_one.literals) for constraint in compress(proto.constraints, exactly)]
    return booleans, literals, exactly.count(False)


class AllDifferentModel:
    """Integers that differ within each group; built once and solved often.

    A fixed value is removed from the domains of the others in its groups, as the constraints would do: CP-SAT writes a
    Boolean for each value of each domain, so smaller domains save a quarter of the time.
    """

    def __init__(self, binding: Binding, integers: int, values: range, groups: Sequence[Sequence[int]]) -> None:
        variables = f"variables {{ domain: [{values[0]}, {values[-1]}] }}\n" * integers
        expressions = [" ".join(f"exprs {{ vars: {number} coeffs: 1 }}" for number in group) for group in groups]
        constraints = "".join(f"constraints {{ all_diff {{ {group} }} }}\n" for group in expressions)
        self._binding = binding
        self._values = sum(1 << value for value in values)
        self._groups_of = [
            [place for place, group in enumerate(groups) if number in group] for number in range(integers)
        ]
        self._groups = len(groups)
        self.proto = binding.parse(variables + constraints)
        self._domains: list[Any] = [variable.domain for variable in self.proto.variables]
        self._lock = Lock()

    def solve(self, fixed: Mapping[int, int], limit: int) -> SearchResult:
        """The values of all variables, in each of at most `limit` solutions with these variables at these values."""
        with self._lock:
            self._narrow(fixed)
            return self._binding.run(self.proto, _read_integers, limit)

    def _narrow(self, fixed: Mapping[int, int]) -> None:
        """Set every domain anew; one that would be empty stays full, for CP-SAT to refute."""
        used = [0] * self._groups
        for number, value in fixed.items():
            for group in self._groups_of[number]:
                used[group] |= 1 << value
        for number, domain in enumerate(self._domains):
            left = self._values
            if number in fixed:
                left = 1 << fixed[number]
            else:
                for group in self._groups_of[number]:
                    left &= ~used[group]
            domain.clear()
            domain.extend(_intervals(left or self._values))


@cache
def _intervals(values: int) -> tuple[int, ...]:
    """The first and last value of each run of set bits, which is how CP-SAT writes a domain."""
    bounds: list[int] = []
    for value in range(values.bit_length()):
        if values >> value & 1:
            if not bounds or bounds[-1] < value - 1:
                bounds += (value, value)
            bounds[-1] = value
    return tuple(bounds)


class PublicModel:
    """A model through `cp_model`, the documented interface, which is built anew for each puzzle.

    It has variables with these values, and a constraint for each group, added by the method of that name.
    """

    def __init__(
        self, cp_model: Any, constraint: str, variables: int, values: range, groups: Sequence[Sequence[int]]
    ) -> None:
        self._cp_model = cp_model
        self._variables = variables
        self._values = values
        self._groups = groups
        self._constraint = constraint
        self.proto = self._build({})[0].proto

    def solve(self, fixed: Mapping[int, int], limit: int) -> SearchResult:
        """The values of all variables, in each of at most `limit` solutions with these variables at these values."""
        model, variables = self._build(fixed)
        solver = self._cp_model.CpSolver()
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        seconds = solver.parameters.max_time_in_seconds = seconds_left()
        found: list[bytes] = []

        def collect(callback: Any) -> None:
            if len(found) < limit:
                found.append(bytes(map(callback.value, variables)))
            if len(found) >= limit:
                callback.stop_search()

        collector = type("Collector", (self._cp_model.CpSolverSolutionCallback,), {"on_solution_callback": collect})
        status = solver.solve(model, collector())
        return _result(found, solver.status_name(status), limit, seconds)

    def _build(self, fixed: Mapping[int, int]) -> tuple[Any, list[Any]]:
        model = self._cp_model.CpModel()
        first, last = self._values[0], self._values[-1]
        bounds = ((fixed.get(number, first), fixed.get(number, last)) for number in range(self._variables))
        variables = [model.new_int_var(*bound, "") for bound in bounds]
        for group in self._groups:
            getattr(model, self._constraint)(variables[number] for number in group)
        return model, variables
