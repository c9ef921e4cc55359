"""CP-SAT by way of `cp_model_helper`, the module beneath the public interface.

Three things have to be done just so. A `SolveWrapper` serves one run: another run after a change of the model aborts
the process. Clues of Booleans are assumptions, which is a little faster than narrowing their domains (666 and 722 us a
verdict on 17 clues); integers know no assumptions, so their domains are narrowed. And values are asked for one by one,
because the list in the response costs more to read than the search.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import compress
from threading import Lock
from typing import Any

from .errors import EngineError
from .ortools import PARAMETERS, Model, Outcome


class HelperRoute:
    """Raises AttributeError where the module is not as it was in OR-tools 9.15."""

    def __init__(self) -> None:
        self._helper: Any = import_module("ortools.sat.python.cp_model_helper")
        self._parameters: Any = self._helper.SatParameters()
        for name, value in PARAMETERS.items():
            setattr(self._parameters, name, value)
        self._collector = _collector(self._helper.SolutionCallback)

    def exactly_ones(self, booleans: int, groups: Sequence[Sequence[int]]) -> Model:
        """Booleans of which exactly one is true in each group."""
        return _Booleans(self, booleans, groups)

    def all_different(self, integers: int, values: range, groups: Sequence[Sequence[int]]) -> Model:
        """Integers that differ within each group."""
        return _Integers(self, integers, values, groups)

    def proto(self, text: str) -> Any:
        """A model from the text form of its proto."""
        proto = self._helper.CpModelProto()
        if not proto.parse_text_format(text):
            raise EngineError("OR-tools does not understand the model that was written for it")
        return proto

    def run(self, proto: Any, read: str, variables: int, limit: int) -> Outcome:
        """Enumerate the solutions of a model up to the limit."""
        wrapper = self._helper.SolveWrapper()
        wrapper.set_parameters(self._parameters)
        collector = self._collector(read, variables, limit)
        wrapper.add_solution_callback(collector)
        try:
            response = wrapper.solve(proto)
        finally:
            wrapper.clear_solution_callback(collector)
        return Outcome(collector.solutions, response.status.name)


def open_route() -> HelperRoute:
    """This way to CP-SAT."""
    return HelperRoute()


def _collector(callback: Any) -> Any:
    class Collector(callback):  # type: ignore[misc]  # has no type until it is imported
        """Keeps the solutions as they come, and stops the search at the limit."""

        def __init__(self, read: str, variables: int, limit: int) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType] - as above
            self.solutions: list[tuple[int, ...]] = []
            self._value: Any = getattr(self, read)
            self._variables = range(variables)
            self._limit = limit

        def OnSolutionCallback(self) -> None:  # noqa: N802 - the name that OR-tools calls
            if len(self.solutions) < self._limit:
                self.solutions.append(tuple(map(self._value, self._variables)))
            if len(self.solutions) >= self._limit:
                self.StopSearch()

    return Collector


class _Booleans:
    def __init__(self, route: HelperRoute, booleans: int, groups: Sequence[Sequence[int]]) -> None:
        variables = "variables { domain: [0, 1] }\n" * booleans
        constraints = "".join(f"constraints {{ exactly_one {{ literals: {list(group)} }} }}\n" for group in groups)
        self._route = route
        self._variables = booleans
        self._proto = route.proto(variables + constraints)
        self._lock = Lock()

    def solve(self, fixed: Mapping[int, int], limit: int) -> Outcome:
        with self._lock:
            self._proto.assumptions.clear()
            self._proto.assumptions.extend([number if value else -number - 1 for number, value in fixed.items()])
            return self._route.run(self._proto, "SolutionBooleanValue", self._variables, limit)

    def read_back(self) -> tuple[int, list[tuple[int, ...]], int]:
        booleans = sum(list(variable.domain) == [0, 1] for variable in self._proto.variables)
        exactly = [constraint.has_exactly_one() for constraint in self._proto.constraints]
        literals = [tuple(constraint.exactly_one.literals) for constraint in compress(self._proto.constraints, exactly)]
        return booleans, literals, exactly.count(False)


class _Integers:
    def __init__(self, route: HelperRoute, integers: int, values: range, groups: Sequence[Sequence[int]]) -> None:
        variables = f"variables {{ domain: [{values[0]}, {values[-1]}] }}\n" * integers
        constraints = "".join(f"constraints {{ all_diff {{ {_expressions(group)} }} }}\n" for group in groups)
        self._route = route
        self._values = (values[0], values[-1])
        self._proto = route.proto(variables + constraints)
        self._domains: list[Any] = [variable.domain for variable in self._proto.variables]
        self._lock = Lock()

    def solve(self, fixed: Mapping[int, int], limit: int) -> Outcome:
        with self._lock:
            try:
                for number, value in fixed.items():
                    self._narrow(number, (value, value))
                return self._route.run(self._proto, "SolutionIntegerValue", len(self._domains), limit)
            finally:
                for number in fixed:
                    self._narrow(number, self._values)

    def read_back(self) -> tuple[int, list[tuple[int, ...]], int]:
        return 0, [], len(self._proto.constraints)

    def _narrow(self, number: int, bounds: tuple[int, int]) -> None:
        self._domains[number].clear()
        self._domains[number].extend(bounds)


def _expressions(group: Sequence[int]) -> str:
    return " ".join(f"exprs {{ vars: {number} coeffs: 1 }}" for number in group)
