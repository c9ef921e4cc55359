"""CP-SAT by way of `cp_model`, the public interface: slower, and sure to stay."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from threading import Lock
from typing import Any

from .ortools import PARAMETERS, Model, Outcome


class PublicRoute:
    """Raises ImportError where OR-tools is not installed."""

    def __init__(self) -> None:
        self.api: Any = import_module("ortools.sat.python.cp_model")
        self._collector = _collector(self.api.CpSolverSolutionCallback)

    def exactly_ones(self, booleans: int, groups: Sequence[Sequence[int]]) -> Model:
        """Booleans of which exactly one is true in each group."""
        return _Booleans(self, booleans, groups)

    def all_different(self, integers: int, values: range, groups: Sequence[Sequence[int]]) -> Model:
        """Integers that differ within each group."""
        return _Integers(self, integers, values, groups)

    def run(self, model: Any, variables: Sequence[Any], limit: int) -> Outcome:
        """Enumerate the solutions of a model up to the limit."""
        solver = self.api.CpSolver()
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        collector = self._collector(variables, limit)
        status = solver.solve(model, collector)
        return Outcome(collector.solutions, solver.status_name(status))


def open_route() -> PublicRoute:
    """This way to CP-SAT."""
    return PublicRoute()


def _collector(callback: Any) -> Any:
    class Collector(callback):  # type: ignore[misc]  # has no type until it is imported
        """Keeps the solutions as they come, and stops the search at the limit."""

        def __init__(self, variables: Sequence[Any], limit: int) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType] - as above
            self.solutions: list[tuple[int, ...]] = []
            self._variables = variables
            self._limit = limit

        def on_solution_callback(self) -> None:
            if len(self.solutions) < self._limit:
                self.solutions.append(tuple(map(self.value, self._variables)))
            if len(self.solutions) >= self._limit:
                self.stop_search()

    return Collector


class _Booleans:
    def __init__(self, route: PublicRoute, booleans: int, groups: Sequence[Sequence[int]]) -> None:
        self._route = route
        self._model: Any = route.api.CpModel()
        self._variables: list[Any] = [self._model.new_bool_var("") for _ in range(booleans)]
        for group in groups:
            self._model.add_exactly_one([self._variables[number] for number in group])
        self._lock = Lock()

    def solve(self, fixed: Mapping[int, int], limit: int) -> Outcome:
        literals = (self._variables[number] if value else ~self._variables[number] for number, value in fixed.items())
        with self._lock:
            self._model.clear_assumptions()
            self._model.add_assumptions(literals)
            return self._route.run(self._model, self._variables, limit)

    def read_back(self) -> tuple[int, list[tuple[int, ...]], int]:
        proto = self._model.proto
        booleans = sum(list(variable.domain) == [0, 1] for variable in proto.variables)
        literals = [tuple(constraint.exactly_one.literals) for constraint in proto.constraints]
        return booleans, [group for group in literals if group], literals.count(())


class _Integers:
    def __init__(self, route: PublicRoute, integers: int, values: range, groups: Sequence[Sequence[int]]) -> None:
        self._route = route
        self._integers = integers
        self._values = values
        self._groups = groups

    def solve(self, fixed: Mapping[int, int], limit: int) -> Outcome:
        model = self._route.api.CpModel()
        variables: list[Any] = []
        for number in range(self._integers):
            low, high = (fixed[number],) * 2 if number in fixed else (self._values[0], self._values[-1])
            variables.append(model.new_int_var(low, high, ""))
        for group in self._groups:
            model.add_all_different([variables[number] for number in group])
        return self._route.run(model, variables, limit)

    def read_back(self) -> tuple[int, list[tuple[int, ...]], int]:
        return 0, [], len(self._groups)
