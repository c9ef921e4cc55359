"""The one door to python-sat, which has no types: a few typed functions, imported only when they are called."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast


class Solver(Protocol):
    """What this project uses of a python-sat solver."""

    def add_clause(self, clause: Iterable[int], /) -> object:
        """Add a clause for good."""
        ...

    def append_formula(self, clauses: Iterable[Iterable[int]], /) -> object:
        """Add clauses for good."""
        ...

    def solve(self, assumptions: Iterable[int] = ()) -> bool | None:
        """Whether the clauses can be satisfied together with the assumptions; None where the solver gave up."""
        ...

    def get_model(self) -> list[int] | None:
        """The literals of the last solution, in the order of variables; None where the last answer was no."""
        ...

    def delete(self) -> None:
        """Free the solver, which lives in C and is not freed by Python."""
        ...


def at_most_one(encoding: str, literals: Sequence[int], top: int) -> tuple[tuple[int, ...], ...]:
    """The clauses that allow at most one of the literals, with auxiliary variables from `top` + 1 on."""
    card: Any = import_module("pysat.card")
    made = card.CardEnc.atmost(lits=list(literals), bound=1, top_id=top, encoding=getattr(card.EncType, encoding))
    return tuple(tuple(clause) for clause in cast("list[list[int]]", made.clauses))
