"""The covers of a problem, on which four engines agree.

Each cover is checked by the rules, too. If the engines disagree, this is a fault of crosscover, never of the solver.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from crosscover.oracles.panel import ENGINE_SECONDS
from crosscover.time_limit import TimeLimit

from .engines import ENGINES, CoverEngine
from .problem import Cover, Problem
from .rules import violation

MAX_TEXT = 1000
"""Maximum number of characters of a problem in a message."""

MAX_COVERS = 1000
"""Maximum number of covers of a problem that is judged cover by cover."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The number of covers of a problem, and the covers, None if only their number is known."""

    number: int
    covers: tuple[Cover, ...] | None = None


class CoverDisagreementError(RuntimeError):
    """The engines disagree about a problem; the message names their answers."""


class UndecidedCoversError(RuntimeError):
    """An engine took too long for a problem, or it has too many covers."""


def all_covers(problem: Problem, limit: int = MAX_COVERS) -> list[Cover]:
    """Return all covers of a problem in ascending order, found by dancing links, bit sets, SAT and CP-SAT alike.

    A cover is a tuple of option numbers in ascending order. Raises UndecidedCoversError for a problem with more than
    `limit` covers, and if an engine takes more than ten seconds; CoverDisagreementError if the engines disagree.

    >>> all_covers(Problem(["a", "b"], [["a"], ["b"], ["a", "b"]]))
    [(0, 1), (2,)]
    """
    return list(agreed(problem, limit))


@lru_cache(4096)
def agreed(problem: Problem, limit: int = MAX_COVERS, engines: Sequence[str] = tuple(ENGINES)) -> tuple[Cover, ...]:
    """Return the covers on which the engines with these names agree; as `all_covers`."""
    return judge(problem, limit, {name: ENGINES[name] for name in engines})


def judge(problem: Problem, limit: int, engines: Mapping[str, CoverEngine]) -> tuple[Cover, ...]:
    """Return the covers on which engines agree, in ascending order; raises as `all_covers`."""
    answers: dict[str, set[Cover]] = {}
    for name, engine in engines.items():
        try:
            with TimeLimit(ENGINE_SECONDS):
                found = engine(problem, limit + 1)
        except TimeoutError:
            raise UndecidedCoversError(f"{name} took more than {ENGINE_SECONDS:g} s for\n{_shown(problem)}") from None
        answers[name] = set(found)
        wrong = next((cover for cover in found if violation(problem, cover)), None)
        if wrong is not None or len(answers[name]) < len(found):
            fault = "gives a cover twice" if wrong is None else f"gives {wrong}: {violation(problem, wrong)}"
            raise CoverDisagreementError(f"{name} {fault}, for\n{_shown(problem)}")
    numbers = {name: len(found) for name, found in answers.items()}
    first, *others = answers.values()
    if min(numbers.values()) > limit:
        raise UndecidedCoversError(f"there are more than {limit:,} covers of\n{_shown(problem)}")
    if any(other != first for other in others):
        said = ", ".join(f"{name} {number}" for name, number in numbers.items())
        raise CoverDisagreementError(f"the engines disagree about the covers ({said}) of\n{_shown(problem)}")
    return tuple(sorted(first))


def _shown(problem: Problem) -> str:
    text = repr(problem)
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]} ..."
