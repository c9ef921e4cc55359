"""Why a function cannot be judged, and how it can: with another argument, by another name, or with a wrapper.

What is advised was run, and answered the easy puzzles.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import cast

from crosscover.options import Call
from crosscover.responses import Declined, Failed

from .functions import NO_FUNCTION, FunctionSubject
from .records import Record
from .runtimes import WRAPPER
from .small_puzzles import easy_puzzle, proper_puzzles
from .trials import Trial, are_acceptable, ask_easy_with, ask_in_turn, time_for_trials

_AT_LOADING = re.compile(r": (EOFError|IndexError|SystemExit|FileNotFoundError)\b.* in <module>$")
"""Errors of a program that reads input or arguments when it is loaded as a module."""


@dataclass(frozen=True, slots=True)
class FunctionForm:
    """A function, the form of its argument, and the line that defines it, if it has to be added."""

    function: str
    call: Call
    wrapper: str = ""
    inside: bool = True
    """Whether the wrapper has to be in the file of the function."""


def diagnose_function(tried: FunctionSubject, trials: Sequence[Trial]) -> str:
    """Explain why a function cannot be judged, from its runs on easy puzzles, none of which can be judged."""
    explored = _explore(tried)
    found = _confirmed_form(tried, explored)
    if found is None and "returned" not in explored:  # it may be wrong for the other easy puzzles
        found = _form_of_argument(tried)
    if found is not None and not found.wrapper:
        return _another_call(tried, found)
    return f"{_complaint(tried, trials[0], explored)}{_advice(tried, found)}"


def advise_call(tried: FunctionSubject) -> str | None:
    """Advise another form of the argument for a function with wrong answers; None if its answers stay wrong."""
    found = _form_of_argument(tried) if "call" not in tried.options.explicit else None
    return None if found is None else _another_call(tried, found)


def _another_call(tried: FunctionSubject, found: FunctionForm) -> str:
    return f"does not take a puzzle as {tried.options.call.value}: try --call {found.call.value}"


def diagnose_loading(tried: FunctionSubject, failed: Failed) -> str:
    """Explain why a function cannot be loaded; another one is advised if it answers the easy puzzles."""
    if failed.variant == NO_FUNCTION:
        advice = _advice(tried, _confirmed_form(tried, _explore(tried)))
        return f"{failed.reason.partition('; ')[0]}{advice}" if advice else failed.reason
    guard = "code outside of functions runs when the file is loaded, except below `if __name__ == '__main__':`"
    return f"{failed.reason}; {guard}" if _AT_LOADING.search(failed.reason) else failed.reason


def _explore(tried: FunctionSubject) -> Record:
    """What the process of a function finds out about its form; empty if it cannot be explored."""
    if tried.options.contract.grids:
        return tried.explore(*easy_puzzle(tried.options.shape), time_for_trials())
    return {}


def _confirmed_form(tried: FunctionSubject, explored: Record) -> FunctionForm | None:
    """The first of the forms found under which the easy puzzles are answered in one run."""
    puzzles = proper_puzzles(tried.options.shape)
    for form in _found_forms(tried, explored):
        with closing(tried.variant(form.function, form.call, form.wrapper)) as other:
            [trial] = ask_in_turn(other, [puzzles])
        if are_acceptable(puzzles, trial.transcript.responses, tried.options.contract):
            return form
    return None


def _form_of_argument(tried: FunctionSubject) -> FunctionForm | None:
    """Another form of the argument in which the function answers an easy puzzle."""
    others = [call for call in Call if call is not tried.options.call]
    trials = ask_easy_with(tried, [replace(tried.options, call=other) for other in others])
    right = (other for other, trial in zip(others, trials, strict=True) if trial.is_right(tried.options.contract))
    return next((FunctionForm(tried.runtime.function, other) for other in right), None)


def _found_forms(tried: FunctionSubject, explored: Record) -> Iterator[FunctionForm]:
    match explored:
        case {"function": str(function), "call": str(call), "bodies": bodies}:
            for body in cast("list[str]", bodies):
                wrapper = tried.runtime.wrap(body) if body else ""
                yield FunctionForm(
                    WRAPPER if body else function, Call(call), wrapper, inside=bool(explored.get("inside"))
                )
        case _:
            return


def _advice(tried: FunctionSubject, found: FunctionForm | None) -> str:
    """What to do, in words that follow a complaint; empty if nothing was found."""
    if found is None:
        return ""
    addition, place = "", tried.place
    if found.wrapper:
        addition, place = tried.runtime.addition(found.wrapper, place, inside=found.inside)
        addition += ", and "
    call = "" if {found.call, tried.options.call} == {Call.TEXT} else f" --call {found.call.value}"
    return f"; {addition}try {shlex.quote(f'{place}:{found.function}')}{call}"


def _complaint(tried: FunctionSubject, trial: Trial, explored: Record) -> str:
    [puzzle], [response] = trial.puzzles, trial.transcript.responses
    printed = trial.transcript.received.strip()
    match response:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Declined() if (returned := explored.get("returned")) in ("None", "undefined"):
            side = tried.options.shape.side
            fixed = f", or does a number like 9 or 3 not suit {side}x{side}" if side != 9 else ""
            return f"returned {returned} for every puzzle; did you forget `return`{fixed}?"
        case Declined():
            return f"returned {explored.get('returned', 'a refusal')} for an easy puzzle"
        case Failed(_, reason):
            is_reading = response.exception == "EOFError"
            remark = "; it reads input, but a function gets its puzzle as an argument" if is_reading else ""
            return f"gave no answer to an easy puzzle: {reason}{remark}"
        case _:
            mismatch = tried.options.contract.explain(puzzle.grid, puzzle.verdict, response)
            return f"answers no easy puzzle: {mismatch.reason if mismatch else trial.transcript.run_failure}"
