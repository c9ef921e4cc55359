"""One try: a run of a solver in one form on easy puzzles, and the rating of its first answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crosscover.options import Call
from crosscover.oracles.rules import Rule, first_violation
from crosscover.reference import Grid, Unique
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Stated

from .functions import Function
from .process_subject import ProcessSubject
from .processes.supervisor import LINGERING_SECONDS
from .programs import Program
from .small_puzzles import KNOWN
from .subject import Transcript

_UNSUITABLE = frozenset({"TypeError", "AttributeError", "IndexError", "KeyError", "ReferenceError"})
"""Exceptions that a function raises if it takes another argument."""

_ENDS = (Fault.CRASHED, Fault.TIMED_OUT, Fault.TOO_MUCH_OUTPUT)
"""Faults of a program at the end of its input."""

_ALIKE = 1 / 3
"""Fraction of the clues that an answer keeps by chance, at most."""

Rating = tuple[bool, float, bool, int, int]


@dataclass(frozen=True, slots=True)
class Try:
    """A run in one form, `is_alone` if no other try ran at the same time.

    `puzzles` are the puzzles that it received, which may be fewer than were offered. `nearness`, above 0 and at most 1,
    rates the first answer if it is correct or near. The user has given a form that `is_given`.
    """

    subject: ProcessSubject
    puzzles: Sequence[Grid]
    transcript: Transcript
    is_correct: bool
    nearness: float | None
    faults: frozenset[Fault]
    is_alone: bool
    is_given: bool

    @property
    def is_right(self) -> bool:
        """Whether the form can be used; a program that also answers the end of its input needs a form without one."""
        solver = self.subject.solver
        answers_the_end = isinstance(solver, Program) and solver.answers_the_end and not self.is_given
        return self.is_correct and not self.faults and not answers_the_end

    @property
    def timed_out(self) -> bool:
        """Whether the run, or any puzzle of it, timed out."""
        return Fault.TIMED_OUT in self.faults

    @property
    def may_want_more(self) -> bool:
        """Whether a program answered correctly, and then failed, perhaps because its input had ended."""
        is_failed = not self.faults.isdisjoint((Fault.CRASHED, Fault.TOO_MUCH_OUTPUT))
        return self.is_correct and is_failed and isinstance(self.subject.solver, Program)

    @property
    def rating(self) -> Rating:
        """A value that orders tries, the worst first: correct, near, a plain call, how far it came, a full grid."""
        solver = self.subject.solver
        is_plain = isinstance(solver, Program) or solver.function == solver.called
        filled = self.grid.clue_count if self.grid else 0
        return self.is_correct, self.nearness or 0.0, is_plain, self._stage, filled

    @property
    def _stage(self) -> int:
        """Return how far the run came; of equal runs, one with a text came less far, as more solvers take rows."""
        match self.transcript.responses[0]:
            case Answered() | Counted() | Stated():
                stage = 10
            case Failed(Fault.TIMED_OUT):
                stage = 8
            case Declined():
                stage = 6
            case Failed(Fault.RAISED, exception=exception):
                stage = 0 if exception in _UNSUITABLE else 2
            case Failed(Fault.NOT_STARTED | Fault.MISSING):
                stage = -2
            case Failed():
                stage = 4
        return stage + (self.subject.options.call is not Call.TEXT)

    @property
    def grid(self) -> Grid | None:
        """The first answer, if it is a grid."""
        first = self.transcript.responses[0]
        return first.grid if isinstance(first, Answered) else None

    @property
    def is_step(self) -> bool:
        """Whether the first answer fills some empty cells, but not all, as a step of an animation does."""
        return self.grid is not None and self.grid != self.puzzles[0] and not self.grid.is_full

    @property
    def is_full(self) -> bool:
        """Whether the first answer is a full grid."""
        return self.grid is not None and self.grid.is_full

    @property
    def is_wrong(self) -> bool:
        """Whether the first answer is a full grid that has clues of the puzzle, but is not its solution."""
        grid = self.grid
        return grid is not None and grid.is_full and not (self.is_correct or is_unlike(grid, self.puzzles[0]))

    @property
    def raised(self) -> bool:
        """Whether the run ended with an exception."""
        return Fault.RAISED in self.faults

    @property
    def may_lack_preparation(self) -> bool:
        """Whether a function may need variables that only its `main` sets, so wrong answers prove nothing."""
        solver = self.subject.solver
        return not self.is_given and isinstance(solver, Function) and solver.may_lack_preparation

    @property
    def answers_wrongly(self) -> bool:
        """Whether each answer is a full grid that keeps the clues of its puzzle and breaks a rule."""
        return all(
            isinstance(response, Answered) and _repeats_a_digit(response.grid, puzzle)
            for puzzle, response in zip(self.puzzles, self.transcript.responses, strict=True)
        )


def run_try(
    subject: ProcessSubject, puzzles: Sequence[Grid], solution: Grid, seconds: float, *, is_alone: bool, is_given: bool
) -> Try:
    """Run a solver in a form on easy puzzles, of which the first has this solution; the user may have given the form.

    A function, or a program that takes one puzzle per input, gets only the first puzzle. A program that fails at the
    end of its input, such as one that asks for another puzzle, runs again with its input left open.
    """
    options, solver = subject.options, subject.solver
    if options.contract.numbers and (known := KNOWN.get(options.shape)):
        puzzles = [puzzles[0], known.unsolvable, known.ambiguous]
    elif isinstance(solver, Function) or solver.batch_limit == 1:
        puzzles = puzzles[:1]
    most = seconds + LINGERING_SECONDS if options.lingers else seconds
    transcript = subject.run(puzzles, seconds=min(most, options.seconds(len(puzzles))))
    first = transcript.responses[0]
    end = transcript.run_failure
    is_correct = options.contract.explain(puzzles[0], Unique(solution), first) is None
    nearness = 1.0 if is_correct else None
    if isinstance(first, Answered) and not is_correct:
        nearness = _nearness(puzzles[0], first.grid, is_given=is_given)
        if not is_given and isinstance(solver, Function) and solver.may_lack_preparation:
            nearness = None
    if nearness and isinstance(solver, Function) and solver.held:  # perhaps with this answer before the call
        before = subject.under(solver.calling(solver.held, solver.called)).run(puzzles, seconds=seconds)
        if before.responses[0] == first:
            is_correct, nearness = False, None
    faults = frozenset(response.fault for response in (*transcript.responses, end) if isinstance(response, Failed))
    result = Try(subject, puzzles, transcript, is_correct, nearness, faults, is_alone, is_given)
    is_repeated = isinstance(first, Failed) and str(solution) in re.sub("[^0-9]", "", transcript.received)
    is_failed_end = nearness == 1.0 and end is not None and end.fault in _ENDS
    if isinstance(solver, Program) and not options.lingers and (is_repeated or is_failed_end):
        lingering = subject.under(Program(solver.name, replace(options, lingers=True)))
        again = run_try(lingering, puzzles, solution, seconds, is_alone=is_alone, is_given=is_given)
        return again if again.nearness == 1.0 and not again.faults else result
    return result


def _nearness(puzzle: Grid, answer: Grid, *, is_given: bool) -> float | None:
    """Return the share of clues kept times the share of cells filled; None if the answer is not near.

    A partly filled grid that extends the puzzle, such as the first step of an animation, is only near if the user has
    given the form.
    """
    if answer.extends(puzzle) and not (answer.is_full or is_given):
        return None
    kept = clues_kept(puzzle, answer) / puzzle.clue_count
    filled = 1 - answer.values.count(0) / puzzle.values.count(0)
    return kept * filled if kept > 1 / 2 and filled else None


def clues_kept(puzzle: Grid, answer: Grid) -> int:
    """Return the number of clues that an answer keeps."""
    return sum(answer.values[cell] == digit for cell, digit in puzzle.clues())


def is_unlike(answer: Grid, puzzle: Grid) -> bool:
    """Return whether an answer keeps no more clues of the puzzle than chance would."""
    return clues_kept(puzzle, answer) <= _ALIKE * puzzle.clue_count


def _repeats_a_digit(answer: Grid, puzzle: Grid) -> bool:
    violation = first_violation(answer, puzzle)
    return violation is not None and violation.rule is Rule.HOUSE
