"""Several engines on one puzzle, checked against each other.

A verdict of the panel is what every engine in it says, and every grid on which it rests has been checked against the
rules. Where the engines differ, where one gives a wrong grid or the same grid twice, and where one breaks, nothing is
said about the puzzle: a `DisagreementError` is raised, and it is a fault of ours, never of the solver under test.
"""

from collections.abc import Iterable, Mapping

from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Engine, Verdict, same_verdict, verdict_of

from .rules import first_violation


class DisagreementError(RuntimeError):
    """The engines of a panel do not say the same of a puzzle; the message can be pasted into a report as it is.

    `answers` has what each engine said, in words, by its name.
    """

    def __init__(self, puzzle: Grid, answers: Mapping[str, str]) -> None:
        self.puzzle = puzzle
        self.answers = dict(answers)
        width = max(map(len, self.answers), default=0)
        said = "\n".join(f"  {name:{width}}  {answer}" for name, answer in self.answers.items())
        super().__init__(f"the oracles disagree about the puzzle\n\n{puzzle}\n\n{puzzle.to_diagram()}\n\n{said}")


class Panel:
    """Engines by name, asked in the order given: put the cheap ones first. Raises ValueError where there is none."""

    def __init__(self, engines: Mapping[str, Engine]) -> None:
        if not engines:
            raise ValueError("a panel needs at least one engine")
        self._engines = dict(engines)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines."""
        return tuple(self._engines)

    def verdict(self, puzzle: Grid) -> Verdict:
        """What all engines say of a puzzle: none, one or several solutions; raises DisagreementError.

        The two grids of several solutions are those of the first engine. Costs 20 us a grid on top of the engines.
        """
        answers = self._answers(puzzle, 2)
        verdicts = {name: verdict_of(grids) for name, grids in answers.items()}
        first = next(iter(verdicts.values()))
        if not all(same_verdict(first, other) for other in verdicts.values()):
            raise DisagreementError(puzzle, {name: str(verdict) for name, verdict in verdicts.items()})
        return first

    def solutions(self, puzzle: Grid, limit: int | None = None) -> frozenset[Grid]:
        """The set of all solutions as every engine finds it; raises DisagreementError.

        Where there are more than `limit`, engines may find different ones: then each must find so many, and those of
        the first are given.
        """
        answers = self._answers(puzzle, limit)
        sets = {name: frozenset(grids) for name, grids in answers.items()}
        first = next(iter(sets.values()))
        for other in sets.values():
            if len(first) != len(other) or (len(first) != limit and first != other):
                raise DisagreementError(puzzle, {name: _describe(grids, first) for name, grids in sets.items()})
        return first

    def _answers(self, puzzle: Grid, limit: int | None) -> dict[str, list[Grid]]:
        """What each engine finds, checked; raises DisagreementError with what was wrong where anything was."""
        answers: dict[str, list[Grid]] = {}
        faults: dict[str, str] = {}
        right: set[Grid] = set()
        for name, engine in self._engines.items():
            answers[name] = []
            try:
                answers[name].extend(engine(puzzle, limit))
                fault = _find_fault(answers[name], puzzle, limit, right)
            except Exception as error:
                fault = f"raised {type(error).__name__}: {error}"
            if fault:
                faults[name] = fault
        if faults:
            said = {name: faults.get(name) or _describe(grids) for name, grids in answers.items()}
            raise DisagreementError(puzzle, said)
        return answers


def _find_fault(grids: list[Grid], puzzle: Grid, limit: int | None, right: set[Grid]) -> str | None:
    """What is wrong with the grids of one engine; the correct ones are added to `right`, and not checked again."""
    for grid in grids:
        if grid not in right:
            if reason := first_violation(grid, puzzle):
                return f"a wrong grid, {grid}: {reason}"
            right.add(grid)
    if limit is not None and len(grids) > limit:
        return f"{len(grids)} grids where {limit} were asked for"
    if len(set(grids)) < len(grids):
        twice = next(grid for place, grid in enumerate(grids) if grid in grids[:place])
        return f"the same grid twice, {twice}"
    return None


def _describe(grids: Iterable[Grid], usual: Iterable[Grid] = ()) -> str:
    """How many grids, and one to look at: the first that is not as usual."""
    found = list(grids)
    if not found:
        return "no solution"
    strange = next((grid for grid in found if grid not in set(usual)), found[0])
    return f"one solution, {strange}" if len(found) == 1 else f"{len(found)} solutions, among them {strange}"
