"""The smoke test: an easy puzzle for a subject, so that a wrong set-up is reported once instead of by every property.

A subject that answers wrongly or times out is set up well, and is judged. One that returns nothing, or would answer
under other options, is not judged; a message suggests those options.
"""

from dataclasses import replace

from crosscover.responses import Answered, Declined, Failed, Fault

from .function_diagnosis import advise_call, diagnose_function
from .program_diagnosis import diagnose_program
from .small_puzzles import easy_puzzle
from .subject import Subject, SubjectKind, Transcript
from .trials import ask_with, copied, is_solved

SMOKE_SECONDS = 3.0
"""Time limit in seconds for the easy puzzle, unless the user has set one; a timeout here is not reported."""


def ask_easy(tried: Subject) -> Transcript:
    """Run a subject on an easy puzzle, copied since an engine may change it."""
    if tried.engine is None and tried.options.has_default_limits:
        [quick] = ask_with(tried, replace(tried.options, time_limit=SMOKE_SECONDS))
        first = quick.responses[0]
        if not (isinstance(first, Failed) and first.fault is Fault.NOT_STARTED):  # a function may take longer to load
            return quick
    puzzle, _ = easy_puzzle(tried.options.shape)
    return tried.ask([copied(puzzle)])


def diagnose(tried: Subject, transcript: Transcript) -> str | None:
    """Explain why a subject cannot be judged, with advice, from its run on the easy puzzle; None if it can be.

    A program receives a few more small puzzles: a wrong form of the output may not show in a run of one.
    """
    has_default_call = "call" not in tried.options.explicit
    match transcript.responses[0], tried.kind:
        case Answered(), SubjectKind.FUNCTION if not is_solved(transcript, tried.options.shape) and has_default_call:
            return advise_call(tried)  # a function for another form of the puzzle may return anything
        case Failed(Fault.NOT_STARTED, reason), _:
            return reason
        case response, SubjectKind.PROGRAM:
            return diagnose_program(tried, transcript, response)
        case (Declined() | Failed()) as response, SubjectKind.FUNCTION:
            return diagnose_function(tried, transcript, response)
        case _:
            return None
