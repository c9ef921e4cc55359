"""Why a function cannot be judged: its answers to easy puzzles, in each form in which it may take them."""

from collections.abc import Sequence
from dataclasses import replace

from crosscover.options import Call
from crosscover.responses import Declined, Failed

from .subject import Subject
from .trials import Trial, ask_easy_with


def diagnose_function(tried: Subject, trials: Sequence[Trial]) -> str:
    """Explain why a function cannot be judged, from its runs on easy puzzles, none of which can be judged."""
    if advice := _advise_call(tried):
        return advice
    first = trials[0].transcript
    [puzzle] = trials[0].puzzles
    printed = first.received.strip()
    match first.responses[0]:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Failed(_, reason):
            return f"gave no answer to an easy puzzle: {reason}"
        case response:
            mismatch = tried.options.contract.explain(puzzle.grid, puzzle.verdict, response)
            return f"answers no easy puzzle: {mismatch.reason if mismatch else first.run_failure}"


def _advise_call(tried: Subject) -> str | None:
    """Advise another form of the puzzle that a function solves; None if there is none."""
    own = tried.options.call
    others = [call for call in Call if call is not own]
    trials = ask_easy_with(tried, [replace(tried.options, call=other) for other in others])
    for other, trial in zip(others, trials, strict=True):
        if trial.is_right(tried.options.contract):
            return f"does not take a puzzle as {own.value}: try --call {other.value}"
    return None
