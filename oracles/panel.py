"""Several engines on one puzzle, checked against each other.

A verdict of the panel is unanimous, and every grid on which it rests has been checked against the rules. If the engines
differ, or one gives a wrong grid or the same grid twice, or one crashes, there is no verdict: a `DisagreementError` is
raised, which is a fault of crosscover, never of the solver under test.

An engine that takes longer than `ENGINE_SECONDS` abstains. Then the others decide if they are of at least two families:
dancing links, bit sets, SAT, CP-SAT. Otherwise the puzzle stays undecided, with an `UndecidedError`.
"""

import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Engine, Verdict, verdict_of
from crosscover.time_limit import TimeLimit, repeated_time_limit

from .least import least_solution
from .rules import first_violation

ENGINE_SECONDS = 10.0
"""Time limit in seconds for an engine and a puzzle; `crosscover.time_limit` explains which engines obey it."""

LEAST_ENGINES = 3
"""Number of engines, the first of the panel, that each find the least solution, in some 60 searches."""


Agreement = tuple[list[Grid], tuple[str, ...]]
"""The grids that engines agree on, and the names of the engines that abstained."""


class DisagreementError(RuntimeError):
    """The engines of a panel disagree about a puzzle; the message can be pasted into a report as it is.

    By the name of each engine, `answers` has its answer in words, `grids` the grids that it found, and `faults` what is
    wrong with them; `abstained` are the engines that timed out.
    """

    def __init__(
        self,
        puzzle: Grid,
        answers: Mapping[str, str],
        grids: Mapping[str, Sequence[Grid]] = MappingProxyType({}),
        faults: Mapping[str, str] = MappingProxyType({}),
        abstained: Sequence[str] = (),
    ) -> None:
        self.puzzle = puzzle
        self.answers = dict(answers)
        self.grids = dict(grids)
        self.faults = dict(faults)
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
    the others are not asked.
    """

    def __init__(self, engines: Mapping[str, Engine], seconds: float | None = None) -> None:
        if not engines:
            raise ValueError("a panel needs at least one engine")
        self._engines = dict(engines)
        self._seconds = seconds

    @property
    def engines(self) -> Mapping[str, Engine]:
        """The engines by their names."""
        return MappingProxyType(self._engines)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines."""
        return tuple(self._engines)

    def verdict(self, puzzle: Grid) -> Verdict:
        """Whether a puzzle has none, one or several solutions; raises as `judge` does."""
        return self.judge(puzzle)[0]

    def judge(self, puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        """The verdict on a puzzle, and the engines that abstained; raises DisagreementError and UndecidedError.

        The two grids of several solutions are those of the first engine. Costs some 50 us on top of the engines.
        """
        grids, abstained = self.grids(puzzle, 2)
        return verdict_of(grids), abstained

    def grids(self, puzzle: Grid, limit: int | None = None) -> Agreement:
        """The solutions up to the limit, as the first engine finds them, and the engines that abstained.

        If there are more than `limit`, engines may find different ones, but each must find that many. Raises
        DisagreementError and UndecidedError.
        """
        (outcome,) = self.grids_each([puzzle], limit)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def grids_each(
        self, puzzles: Iterable[Grid], limit: int | None = None, *, seconds: float = math.inf
    ) -> list[Agreement | DisagreementError | UndecidedError]:
        """The result or error of `grids` for each puzzle, in order.

        Each engine solves all of them before the next one does, so that its data stay in the cache of the processor: 50
        puzzles at once take a panel of dancing links, SAT and CP-SAT a sixth less time. Once an engine has taken this
        many seconds, the puzzles that it has not solved yet are left out.
        """
        engine_seconds = ENGINE_SECONDS if self._seconds is None else self._seconds
        inquiries = [_Inquiry(puzzle, limit, engine_seconds) for puzzle in puzzles]
        with repeated_time_limit(engine_seconds) as time_limit:
            for place, (name, engine) in enumerate(self._engines.items()):
                until, unasked = time.monotonic() + seconds, self.names[place:]
                for asked, inquiry in enumerate(inquiries, 1):
                    if inquiry.can_end(unasked):
                        inquiry.ask(name, engine, time_limit)
                    if time.monotonic() > until:
                        del inquiries[asked:]
                        break
        outcomes: list[Agreement | DisagreementError | UndecidedError] = []
        for inquiry in inquiries:
            try:
                outcomes.append(inquiry.agree())
            except (DisagreementError, UndecidedError) as error:
                outcomes.append(error)
        return outcomes

    def solutions(self, puzzle: Grid, limit: int | None = None) -> frozenset[Grid]:
        """The set of all solutions, on which all engines agree; raises DisagreementError and UndecidedError.

        If there are more than `limit`, engines may find different ones, but each must find that many; the result is
        that of the first engine.
        """
        return frozenset(self.grids(puzzle, limit)[0])

    def least(self, puzzle: Grid) -> Grid | None:
        """The lexicographically least solution, found by three engines; None if there is no solution.

        Raises DisagreementError and UndecidedError. Costs some 20 ms with cheap engines.
        """

        def least(engine: Engine) -> Engine:
            return lambda asked, _limit=None: iter(filter(None, [least_solution(engine, asked)]))

        names = self.names[:LEAST_ENGINES]
        found = Panel({name: least(self._engines[name]) for name in names}).solutions(puzzle)
        return next(iter(found), None)


class _Inquiry:
    """The answers of a panel's engines, each within a time limit in seconds, for one puzzle."""

    def __init__(self, puzzle: Grid, limit: int | None, seconds: float) -> None:
        self._puzzle = puzzle
        self._limit = limit
        self._seconds = seconds
        self._answers: dict[str, list[Grid]] = {}
        self._faults: dict[str, str] = {}
        self._abstained: list[str] = []
        self._right: set[Grid] = set()

    def can_end(self, others: Sequence[str]) -> bool:
        """Whether the engines so far and these others may still decide the puzzle."""
        return not self._abstained or len(set(map(family_of, (*self._decided, *others)))) > 1

    @property
    def _decided(self) -> list[str]:
        return [name for name in self._answers if name not in self._abstained]

    def ask(self, name: str, engine: Engine, time_limit: TimeLimit) -> None:
        """Run an engine, and check its grids, also those that it found before it abstained."""
        grids = self._answers[name] = []
        try:
            try:
                with time_limit:
                    grids.extend(engine(self._puzzle, self._limit))
            except TimeoutError:
                self._abstained.append(name)
            fault = self._find_fault(grids)
        except Exception as error:
            fault = f"raised {type(error).__name__}: {error}"
        if fault:
            self._faults[name] = fault

    def agree(self) -> Agreement:
        """The grids of the first engine that decided, and the engines that abstained.

        Raises DisagreementError, and UndecidedError if only engines of one family decided.
        """
        answers, abstained, decided = self._answers, self._abstained, self._decided
        counts = {len(answers[name]) for name in decided}
        if (
            self._faults
            or len(counts) > 1
            or (counts and max(counts) != self._limit and max(counts) < len(self._right))
        ):
            usual = answers[decided[0]] if decided else ()
            said = {name: self._faults.get(name) or _describe(grids, usual) for name, grids in answers.items()}
            said |= {name: f"{said[name]}, and no end" for name in abstained}
            raise DisagreementError(self._puzzle, said, answers, self._faults, abstained)
        if not self.can_end(()):
            raise UndecidedError(self._puzzle, abstained, decided, self._seconds)
        return answers[decided[0]], tuple(abstained)

    def _find_fault(self, grids: list[Grid]) -> str | None:
        """The fault in the grids of one engine; correct ones are remembered and not checked again."""
        for grid in grids:
            if grid not in self._right:
                if reason := first_violation(grid, self._puzzle):
                    return f"a wrong grid, {grid}: {reason}"
                self._right.add(grid)
        if self._limit is not None and len(grids) > self._limit:
            return f"{len(grids)} grids where {self._limit} were asked for"
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
