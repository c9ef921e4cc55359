"""The smoke test: easy puzzles for a subject, so that a wrong set-up is reported once instead of by every property.

    an easy puzzle alone ──► right ──► judged, unless a program answers three in one run in another form
                         ──► not right: two more easy puzzles ──► any right: judged
                                                              ──► any full grid that breaks a rule: judged, and wrong
                                                              ──► else: not started, with a diagnosis

A subject that times out gets each puzzle alone, with its full time limit. Engines are judged in any case.
"""

import math
from collections.abc import Callable

from crosscover.responses import Failed, Fault

from .function_diagnosis import advise_call, diagnose_function, diagnose_loading
from .functions import FunctionSubject
from .program_diagnosis import advise_form, diagnose_program
from .small_puzzles import proper_puzzles
from .subject import Subject, Transcript
from .trials import Trial, TrialsEndedError, ask_more, copied, trials_within

SMOKE_SECONDS = 3.0
"""Time limit in seconds for the first easy puzzle, unless the user has set one; a timeout here is not reported."""


def ask_easy(tried: Subject) -> Transcript:
    """Run a subject on an easy puzzle, copied since an engine may change it."""
    easy = [copied(puzzle.grid) for puzzle in proper_puzzles(tried.options.shape)[:1]]
    if tried.engine is None and tried.options.has_default_limits:
        quick = tried.ask(easy, seconds=SMOKE_SECONDS)
        first = quick.responses[0]
        if not (isinstance(first, Failed) and first.fault is Fault.NOT_STARTED):  # a function may take longer to load
            return quick
    return tried.ask(easy)


def is_right(tried: Subject, transcript: Transcript) -> bool:
    """Whether the run on the easy puzzle ended well, with an acceptable answer."""
    return Trial(proper_puzzles(tried.options.shape)[:1], transcript).is_right(tried.options.contract)


def diagnose(
    tried: Subject, transcript: Transcript, seconds_left: Callable[[], float] = lambda: math.inf
) -> str | None:
    """Explain why a subject cannot be judged, with advice, from its run on the easy puzzle; None if it can be.

    Without seconds left by the clock, no advice is looked for.
    """
    first = transcript.responses[0]
    try:
        with trials_within(seconds_left):
            return _diagnose(tried, transcript)
    except TrialsEndedError:
        reason = first.reason if isinstance(first, Failed) else "its answer is wrong"
        return f"does not answer an easy puzzle: {reason}. A greater --time lets crosscover find out why"


def sentence(name: str, reason: str) -> str:
    """A reason for which a subject cannot be judged, with its name."""
    return reason if reason.startswith("cannot ") else f"{name} {reason}"


def _diagnose(tried: Subject, transcript: Transcript) -> str | None:
    first = transcript.responses[0]
    if isinstance(first, Failed) and first.fault is Fault.NOT_STARTED:
        return diagnose_loading(first) if isinstance(tried, FunctionSubject) else first.reason
    if tried.engine is not None:
        return None
    contract = tried.options.contract
    easy = Trial(proper_puzzles(tried.options.shape)[:1], transcript)
    if not isinstance(tried, FunctionSubject) and (advice := advise_form(tried, easy)):
        return advice
    if easy.can_be_judged(contract):
        return advise_call(tried) if isinstance(tried, FunctionSubject) and not easy.is_right(contract) else None
    trials = [easy, *ask_more(tried, easy)]
    if any(trial.can_be_judged(contract) for trial in trials):
        return None
    return diagnose_function(tried, trials) if isinstance(tried, FunctionSubject) else diagnose_program(tried, trials)
