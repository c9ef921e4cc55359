"""Several engines on one puzzle, checked against each other.

A verdict of the panel is unanimous, and every grid on which it rests has been checked against the rules. If the engines
differ, or one gives a wrong grid or the same grid twice, or one crashes, there is no verdict: a `DisagreementError` is
raised, which is a fault of crosscover, never of the solver under test.

An engine that takes longer than `ENGINE_SECONDS` abstains. Then the others decide if they are of at least two families:
dancing links, bit sets, SAT, CP-SAT. Otherwise the puzzle stays undecided, with an `UndecidedError`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Engine, Verdict, verdict_of
from crosscover.time_limit import TimeLimit

from .rules import first_violation

ENGINE_SECONDS = 10.0
"""Time limit in seconds for an engine and a puzzle; `crosscover.time_limit` explains which engines obey it."""

Agreement = tuple[list[Grid], tuple[str, ...]]
"""The grids that engines agree on, and the names of the engines that abstained."""


class DisagreementError(RuntimeError):
    """The engines of a panel disagree about a puzzle; the message can be pasted into a report as it is.

    `answers` holds the answer of each engine in words; `abstained` are the engines that timed out.
    """

    def __init__(self, puzzle: Grid, answers: Mapping[str, str], abstained: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.answers = dict(answers)
        self.abstained = tuple(abstained)
        width = max(map(len, self.answers), default=0)
        said = "\n".join(f"  {name:{width}}  {answer}" for name, answer in self.answers.items())
        super().__init__(f"the oracles disagree about the puzzle\n\n{puzzle}\n\n{puzzle.to_diagram()}\n\n{said}")


class UndecidedError(RuntimeError):
    """Too few engines of a panel decided a puzzle in time; the message names them and those that abstained."""

    def __init__(
        self, puzzle: Grid, abstained: Sequence[str], decided: Sequence[str], seconds: float = ENGINE_SECONDS
    ) -> None:
        self.abstained = tuple(abstained)
        super().__init__(
            f"the puzzle is undecided: {', '.join(abstained)} gave up after {seconds:g} s, "
            f"{', '.join(decided) or 'nobody'} did not; it takes two engines of different kinds\n\n{puzzle}"
        )


class Panel:
    """Engines by name, used in the order given: put the cheap ones first. Raises ValueError if there is none.

    Each has these seconds for a puzzle, `ENGINE_SECONDS` by default. If so many abstain that the others cannot decide,
    the others are skipped.
    """

    def __init__(self, engines: Mapping[str, Engine], seconds: float = ENGINE_SECONDS) -> None:
        if not engines:
            raise ValueError("a panel needs at least one engine")
        self.engines = MappingProxyType(dict(engines))
        self.names = tuple(engines)
        self._seconds = seconds

    def verdict(self, puzzle: Grid) -> Verdict:
        """Whether a puzzle has none, one or several solutions; raises as `judge` does."""
        return self.judge(puzzle)[0]

    def judge(self, puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        """The verdict on a puzzle, and the engines that abstained; raises DisagreementError and UndecidedError.

        The first engine finds the two grids of several solutions. Takes about 50 us on top of the engines.
        """
        grids, abstained = self.grids(puzzle, 2)
        return verdict_of(grids), abstained

    def grids(self, puzzle: Grid, limit: int | None = None) -> Agreement:
        """The solutions up to the limit, as the first engine finds them, and the engines that abstained.

        If there are more than `limit`, engines may find different ones, but each must find that many. Raises
        DisagreementError, and UndecidedError if engines abstained and only engines of one family decided.
        """
        answers: dict[str, list[Grid]] = {}
        faults: dict[str, str] = {}
        abstained: list[str] = []
        right: set[Grid] = set()
        time_limit = TimeLimit(self._seconds)
        for place, (name, engine) in enumerate(self.engines.items()):
            if abstained and not _can_decide({*answers, *self.names[place:]}.difference(abstained)):
                break
            grids = answers[name] = []
            try:
                try:
                    with time_limit:
                        grids.extend(engine(puzzle, limit))
                except TimeoutError:
                    abstained.append(name)
                fault = _find_fault(grids, puzzle, limit, right)
            except Exception as error:
                fault = f"raised {type(error).__name__}: {error}"
            if fault:
                faults[name] = fault
        decided = [name for name in answers if name not in abstained]
        counts = {len(answers[name]) for name in decided}
        if faults or len(counts) > 1 or (counts and max(counts) != limit and max(counts) < len(right)):
            usual = answers[decided[0]] if decided else ()
            said = {name: faults.get(name) or _describe(grids, usual) for name, grids in answers.items()}
            said |= {name: f"{said[name]}, and no end" for name in abstained}
            raise DisagreementError(puzzle, said, abstained)
        if abstained and not _can_decide(decided):
            raise UndecidedError(puzzle, abstained, decided, self._seconds)
        return answers[decided[0]], tuple(abstained)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> frozenset[Grid]:
        """The set of all solutions, on which all engines agree; raises DisagreementError and UndecidedError.

        If there are more than `limit`, engines may find different ones, but each must find that many; the first
        engine's are returned.
        """
        return frozenset(self.grids(puzzle, limit)[0])


def _can_decide(names: Iterable[str]) -> bool:
    return len(set(map(family_of, names))) > 1


def _find_fault(grids: list[Grid], puzzle: Grid, limit: int | None, right: set[Grid]) -> str | None:
    """The fault in the grids of one engine; correct ones are added to `right` and not checked again."""
    for grid in grids:
        if grid not in right:
            if reason := first_violation(grid, puzzle):
                return f"a wrong grid, {grid}: {reason}"
            right.add(grid)
    if limit is not None and len(grids) > limit:
        return f"{len(grids)} grids where {limit} were asked for"
    if len(grids) > 1 and len(set(grids)) < len(grids):
        twice = next(grid for place, grid in enumerate(grids) if grid in grids[:place])
        return f"the same grid twice, {twice}"
    return None


def family_of(name: str) -> str:
    """The method of an engine: dancing links, bit sets, SAT, CP-SAT; engines of one family may share faults.

    >>> family_of("cpsat-alldiff")
    'cpsat'
    """
    return re.split("[:-]", name)[0]


def _describe(grids: Iterable[Grid], usual: Iterable[Grid] = ()) -> str:
    """The number of grids, and an example: the first one not among the usual ones."""
    found = list(grids)
    if not found:
        return "no solution"
    strange = next((grid for grid in found if grid not in set(usual)), found[0])
    return f"one solution, {strange}" if len(found) == 1 else f"{len(found)} solutions, among them {strange}"
