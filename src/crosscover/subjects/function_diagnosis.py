"""Why a function cannot be judged, and the form of its argument in which it answers the easy puzzle."""

import re
from collections.abc import Sequence
from dataclasses import replace

from crosscover.options import Call
from crosscover.responses import Declined, Failed

from .functions import FunctionSubject
from .trials import Trial, ask_easy_with

_AT_LOADING = re.compile(r": (EOFError|IndexError|SystemExit|FileNotFoundError)\b.* in <module>$")
"""Errors of a program that reads input or arguments when it is loaded as a module."""


def diagnose_function(tried: FunctionSubject, trials: Sequence[Trial]) -> str:
    """Explain why a function cannot be judged, from its runs on easy puzzles, none of which can be judged."""
    return _another_call(tried) or _complaint(tried, trials[0])


def advise_call(tried: FunctionSubject) -> str | None:
    """Advise another form of the argument for a function with wrong answers; None if its answers stay wrong."""
    return None if "call" in tried.options.explicit else _another_call(tried)


def diagnose_loading(failed: Failed) -> str:
    """Explain why a function cannot be loaded."""
    guard = "code outside of functions runs when the file is loaded, except below `if __name__ == '__main__':`"
    return f"{failed.reason}; {guard}" if _AT_LOADING.search(failed.reason) else failed.reason


def _another_call(tried: FunctionSubject) -> str | None:
    """Advise a form of the argument in which the function answers an easy puzzle."""
    others = [call for call in Call if call is not tried.options.call]
    trials = ask_easy_with(tried, [replace(tried.options, call=other) for other in others])
    right = (other for other, trial in zip(others, trials, strict=True) if trial.is_right(tried.options.contract))
    found = next(right, None)
    return found and f"does not take a puzzle as {tried.options.call.value}: try --call {found.value}"


def _complaint(tried: FunctionSubject, trial: Trial) -> str:
    [puzzle], [response] = trial.puzzles, trial.transcript.responses
    printed = trial.transcript.received.strip()
    match response:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Declined():
            side = tried.options.shape.side
            fixed = f", or does a number like 9 or 3 not suit {side}x{side}" if side != 9 else ""
            return f"returned no grid for an easy puzzle; did you forget `return`{fixed}?"
        case Failed(_, reason):
            remark = ""
            if response.exception == "EOFError":
                remark = "; it reads input, but a function gets its puzzle as an argument"
            elif response.exception == "TypeError" and "positional argument" in reason:
                remark = "; it gets the puzzle as its only argument: write a function around it"
            return f"gave no answer to an easy puzzle: {reason}{remark}"
        case _:
            mismatch = tried.options.contract.explain(puzzle.grid, puzzle.verdict, response)
            return f"answers no easy puzzle: {mismatch.reason if mismatch else trial.transcript.run_failure}"
