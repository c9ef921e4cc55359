"""Runs searches of a solver in one process, and compares the answers with the covers on which the engines agree."""

from collections.abc import Sequence
from dataclasses import dataclass

from .engines import ENGINES
from .forms import TextForm
from .judging import Objection, is_easy, objection_to
from .known import KNOWN, LARGE
from .panel import Expected, UndecidedCoversError, agreed
from .problem import Problem
from .subject import CoverSubject, SearchStep

EVERY = tuple(ENGINES)
"""The engines that decide problems."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A judged answer, for the circumstances: the problem, its number of covers, its place in the process."""

    problem: Problem
    covers: int
    place: int
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class WrongSearch:
    """The first wrong answer in a process, and the objection to it; `steps` are the searches that it may need."""

    seen: Seen
    objection: Objection
    steps: Sequence[SearchStep]


@dataclass(frozen=True, slots=True)
class JudgedSearches:
    """The `right` answers to searches in one process, up to the first wrong one.

    With `is_slow`, the next search had no answer in time, which proves nothing; `is_whole` if it had the time of its
    limit. `seconds` holds the time of each search.
    """

    seconds: Sequence[float]
    right: Sequence[Seen]
    wrong: WrongSearch | None = None
    is_slow: bool = False
    is_whole: bool = True


class SearchJudge:
    """Judges searches of a solver; `known` holds the numbers of covers of problems that the engines need not decide."""

    def __init__(self, subject: CoverSubject) -> None:
        self.known: dict[Problem, Expected] = {}
        self._subject = subject

    def are_decided(self, steps: Sequence[SearchStep], engines: Sequence[str] = EVERY) -> bool:
        """Return whether the covers of all problems are known."""
        try:
            for step in steps:
                self._expected(step.problem, engines)
        except UndecidedCoversError:
            return False
        return True

    def judge(
        self,
        steps: Sequence[SearchStep],
        seconds: float,
        engines: Sequence[str] = EVERY,
        more_seconds: float = 0.0,
    ) -> JudgedSearches:
        """Run the solver on decided problems for at most `seconds`, and judge its answers up to the first wrong one.

        A timeout is wrong only for an easy problem, and only if the solver had the whole time of its limit, and more. A
        program may keep its answers until it ends, so that any problem without an answer may be the slow one.
        """
        whole = self._subject.base.options.seconds(len(steps)) + more_seconds
        limit = min(whole, seconds)
        outcomes = self._subject.run(steps, limit)
        right: list[Seen] = []
        spent = [outcome.seconds for outcome in outcomes]
        for place, (step, outcome) in enumerate(zip(steps, outcomes, strict=True)):
            expected = self._expected(step.problem, engines)
            objection = objection_to(self._subject, step, outcome, expected)
            seen = Seen(step.problem, expected.number, place, step.again)
            suspects = steps[place:] if isinstance(self._subject.form, TextForm) else (step,)
            if objection is None:
                right.append(seen)
            elif objection.is_timeout and (limit < whole or not all(is_easy(each.problem) for each in suspects)):
                return JudgedSearches(spent, right, is_slow=True, is_whole=limit == whole)
            else:
                until = len(steps) if outcome.failed else place + 1
                return JudgedSearches(spent, right, WrongSearch(seen, objection, steps[:until]))
        return JudgedSearches(spent, right)

    def _expected(self, problem: Problem, engines: Sequence[str]) -> Expected:
        """Return what the engines say, or for a problem with many covers what is known of it."""
        if problem in self.known:
            return self.known[problem]
        try:
            covers = agreed(problem, engines=engines)
        except UndecidedCoversError:
            for known in (*KNOWN, *LARGE):
                if known.problem == problem:
                    return Expected(known.covers)
            raise
        return Expected(len(covers), covers)
