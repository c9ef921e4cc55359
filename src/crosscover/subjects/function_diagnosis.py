"""Why a function cannot be judged: its answers to an easy puzzle, in each form in which it may take it."""

from dataclasses import replace
from itertools import compress

from crosscover.options import Call
from crosscover.responses import Declined, Failed, Fault, Response

from .subject import Subject, Transcript
from .trials import ask_easy_with, is_solved


def diagnose_function(tried: Subject, transcript: Transcript, response: Response) -> str | None:
    """Explain why a function cannot be judged, from its response to the easy puzzle; None if it can be."""
    printed = transcript.received.strip()
    if advice := advise_call(tried):
        return advice
    match response:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Failed(fault, reason) if fault not in (Fault.MALFORMED, Fault.MUTATED, Fault.RETRACTED, Fault.TIMED_OUT):
            return f"gave no answer to an easy puzzle: {reason}"
        case _:
            return None


def advise_call(tried: Subject) -> str | None:
    """Advise another form of the puzzle that a function solves; None if there is none."""
    own = tried.options.call
    others = [call for call in Call if call is not own]
    transcripts = ask_easy_with(tried, [replace(tried.options, call=other) for other in others])
    for other in compress(others, (is_solved(one, tried.options.shape) for one in transcripts)):
        return f"does not take a puzzle as {own.value}: try --call {other.value}"
    return None
