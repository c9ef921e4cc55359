"""Several engines on one puzzle, checked against each other.

A panel's verdict is unanimous, and every grid behind it has been checked against the rules. If the engines disagree, or
one crashes, returns a wrong grid or repeats a grid, the panel raises `DisagreementError` instead. This is a fault of
crosscover, never of the solver under test.

An engine that takes longer than `ENGINE_SECONDS` abstains. The others then decide if they belong to at least two
families: dancing links, bit sets, SAT, CP-SAT. Otherwise the panel raises `UndecidedError`.

A panel may have slow engines that judge only a sample of the puzzles, and every puzzle that the other engines leave
open. A digest of the puzzle decides whether it belongs to the sample, so the sample does not depend on their order.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from zlib import crc32

from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Engine, Verdict, verdict_of
from crosscover.time_limit import TimeLimit

from .rules import first_violation

ENGINE_SECONDS = 10.0
"""Time limit in seconds per engine and puzzle; `crosscover.time_limit` explains which engines obey it."""

SAMPLE = 20
"""Sampled engines judge one in `SAMPLE` puzzles."""

Agreement = tuple[list[Grid], list[str], list[str]]
"""The grids that engines agree on, and the names of the engines that decided and that abstained."""


class DisagreementError(RuntimeError):
    """The engines of a panel disagree about a puzzle; the message can be pasted into a report as it is.

    `answers` describes the answer of each engine in words; `abstained` names the engines that timed out.
    """

    def __init__(self, puzzle: Grid, answers: Mapping[str, str], abstained: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.answers = dict(answers)
        self.abstained = tuple(abstained)
        width = max(map(len, self.answers), default=0)
        said = "\n".join(f"  {name:{width}}  {answer}" for name, answer in self.answers.items())
        super().__init__(f"the oracles disagree about the puzzle\n\n{puzzle}\n\n{puzzle.to_diagram()}\n\n{said}")


class UndecidedError(RuntimeError):
    """Too few engines of a panel decided a puzzle in time; the message names them and the engines that abstained."""

    def __init__(
        self, puzzle: Grid, abstained: Sequence[str], decided: Sequence[str], seconds: float = ENGINE_SECONDS
    ) -> None:
        self.puzzle = puzzle
        self.abstained = tuple(abstained)
        super().__init__(
            f"the puzzle is undecided: {', '.join(abstained)} gave up after {seconds:g} s; "
            f"decided in time: {', '.join(decided) or 'none'}; a verdict needs two families of engines\n\n{puzzle}"
        )


class Panel:
    """Engines by name, run in the given order: put cheap ones first. Raises ValueError if there are none.

    Each engine may take `seconds` per puzzle. If so many abstain that the remaining engines cannot decide, these are
    skipped. The last engines may be `sampled`: `is_sampled` decides about a puzzle on which the others agree.
    """

    def __init__(
        self, engines: Mapping[str, Engine], seconds: float = ENGINE_SECONDS, sampled: Sequence[str] = ()
    ) -> None:
        if not engines:
            raise ValueError("a panel needs at least one engine")
        self.engines = MappingProxyType(dict(engines))
        self.names = tuple(engines)
        self._seconds = seconds
        self._sampled = frozenset(sampled)

    def verdict(self, puzzle: Grid) -> Verdict:
        """Return the verdict on a puzzle; raises what `judge` raises."""
        return self.judge(puzzle)[0]

    def judge(self, puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        """Return the verdict on a puzzle and the engines that abstained; raises DisagreementError and UndecidedError.

        If there are several solutions, the first engine's two grids are used. Adds about 50 us to the engines' time.
        """
        grids, _, abstained = self.grids(puzzle, 2)
        return verdict_of(grids), tuple(abstained)

    def grids(self, puzzle: Grid, limit: int | None = None) -> Agreement:
        """Return the first engine's solutions, up to the limit, and the engines that decided and that abstained.

        If there are more than `limit` solutions, engines may find different ones, but each must find `limit`. Raises
        DisagreementError, and UndecidedError if engines abstained and only engines of one family decided.
        """
        answers: dict[str, list[Grid]] = {}
        faults: dict[str, str] = {}
        abstained: list[str] = []
        right: set[Grid] = set()
        time_limit = TimeLimit(self._seconds)

        def disagree() -> bool:
            counts = {len(grids) for name, grids in answers.items() if name not in abstained}
            return bool(faults) or len(counts) > 1 or any(count != limit and count < len(right) for count in counts)

        for place, (name, engine) in enumerate(self.engines.items()):
            if abstained and not _can_decide({*answers, *self.names[place:]}.difference(abstained)):
                break
            if name in self._sampled and not (abstained or is_sampled(puzzle) or disagree()):
                break
            grids = answers[name] = []
            try:
                try:
                    with time_limit:
                        grids.extend(engine(puzzle, limit))
                except TimeoutError:
                    abstained.append(name)
                fault = _find_fault(grids, puzzle, limit, right)
            except TimeoutError:  # of an enclosing limit, between engines
                raise
            except Exception as error:
                fault = f"raised {type(error).__name__}: {error}"
            if fault:
                faults[name] = fault
        decided = [name for name in answers if name not in abstained]
        if disagree():
            usual = answers[decided[0]] if decided else ()
            said = {name: faults.get(name) or _describe(grids, usual) for name, grids in answers.items()}
            said |= {name: f"{said[name]}, then timed out" for name in abstained}
            raise DisagreementError(puzzle, said, abstained)
        if abstained and not _can_decide(decided):
            raise UndecidedError(puzzle, abstained, decided, self._seconds)
        return answers[decided[0]], decided, abstained

    def solutions(self, puzzle: Grid, limit: int | None = None) -> frozenset[Grid]:
        """Return the set of solutions on which all engines agree; raises DisagreementError and UndecidedError.

        If there are more than `limit` solutions, engines may find different ones, but each must find `limit`; the first
        engine's solutions are returned.
        """
        return frozenset(self.grids(puzzle, limit)[0])


def is_sampled(puzzle: Grid) -> bool:
    """Return whether sampled engines judge a puzzle even if the others agree: one in `SAMPLE`, by its digest."""
    return crc32(puzzle.values) % SAMPLE == 0


def _can_decide(names: Iterable[str]) -> bool:
    return len(set(map(family_of, names))) > 1


def _find_fault(grids: list[Grid], puzzle: Grid, limit: int | None, right: set[Grid]) -> str | None:
    """Return the fault in one engine's grids; correct grids are added to `right` and not checked again."""
    for grid in grids:
        if grid not in right:
            if reason := first_violation(grid, puzzle):
                return f"a wrong grid, {grid}: {reason}"
            right.add(grid)
    if limit is not None and len(grids) > limit:
        return f"{len(grids)} grids instead of at most {limit}"
    if len(grids) > 1 and len(set(grids)) < len(grids):
        twice = next(grid for place, grid in enumerate(grids) if grid in grids[:place])
        return f"the same grid twice, {twice}"
    return None


def family_of(name: str) -> str:
    """Return the method of an engine: dancing links, bit sets, SAT, CP-SAT; engines of one family may share faults.

    >>> family_of("cpsat-alldiff")
    'cpsat'
    """
    return re.split("[:-]", name)[0]


def _describe(grids: Iterable[Grid], usual: Iterable[Grid] = ()) -> str:
    """Return the number of grids and an example, if possible one that is not among the usual grids."""
    found = list(grids)
    if not found:
        return "no solution"
    strange = next((grid for grid in found if grid not in set(usual)), found[0])
    return f"one solution, {strange}" if len(found) == 1 else f"{len(found)} solutions, including {strange}"
