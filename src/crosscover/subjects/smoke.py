"""The first question to a subject: an easy puzzle, so that a wrong set-up is told once and not by every property.

What answers the puzzle wrongly has been set up well, and is judged. What says nothing, or would answer if it were
spoken to in another way, is not judged but told how.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import assert_never

from crosscover.reference import Grid
from crosscover.dialects import DIALECTS, looks_like

from .functions import FunctionSubject
from .options import Call
from .programs import ProgramSubject
from .response import Answered, Counted, Declined, Failed, Fault, Response
from .specification import subject
from .subject import Subject, Transcript

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle that the article on Sudoku in Wikipedia begins with."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

JUDGED = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that did say something to the puzzle."""

_PATIENCE = 2.0
"""Seconds for each other way of speaking to a subject that is tried."""


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The subject cannot be judged as it was named; `hint` says why and what to try."""

    hint: str


def ask_easy(tried: Subject) -> Transcript:
    """Ask an easy puzzle, in a copy of its own, since an engine may spoil what it is given."""
    return tried.ask([Grid(EASY.values)])


def smoke(tried: Subject) -> NotStarted | None:
    """Ask an easy puzzle; None where the subject can be judged."""
    transcript = ask_easy(tried)
    response = transcript.responses[0]
    if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
        return NotStarted(response.reason)
    if _is_right(response):
        return None
    match tried:
        case ProgramSubject():
            return _program(tried, transcript)
        case FunctionSubject():
            return _function(tried, transcript)
        case _:
            return None


def _program(tried: ProgramSubject, transcript: Transcript) -> NotStarted | None:
    response, said = transcript.responses[0], transcript.received.strip()
    if isinstance(response, Answered | Counted):
        return None
    spoken = f"does not answer an easy puzzle in the dialect {tried.dialect.name}"
    for name in _other_dialects(tried):
        return NotStarted(f"{spoken}, but does in {name}: try --dialect {name}")
    alike = [name for name in looks_like(transcript.received) if name != tried.dialect.name]
    if alike:
        return NotStarted(f"{spoken}; its output looks like {' or '.join(alike)}: try --dialect {alike[0]}")
    failed = response if isinstance(response, Failed) else transcript.run_failure
    if said and (failed is None or failed.fault in JUDGED):
        return None
    reason = failed.reason if failed else "nothing came on standard output"
    return NotStarted(f"{spoken}: {reason}. Its input was {transcript.sent!r}{_hint(tried, failed)}")


def _other_dialects(tried: ProgramSubject) -> Iterator[str]:
    """The dialects in which the program solves the puzzle, found by trying."""
    options = replace(tried.options, stream=False, time_limit=min(_PATIENCE, tried.options.time_limit))
    for name in DIALECTS:
        if name != tried.dialect.name:
            with closing(subject(tried.name, replace(options, dialect=name))) as other:
                if _is_right(ask_easy(other).responses[0]):
                    yield name


def _function(tried: FunctionSubject, transcript: Transcript) -> NotStarted | None:
    response, printed = transcript.responses[0], transcript.received.strip()
    if isinstance(response, Answered | Counted):
        return None
    call = Call.ROWS if tried.options.call is Call.TEXT else Call.TEXT
    options = replace(tried.options, call=call, time_limit=min(_PATIENCE, tried.options.time_limit))
    with closing(subject(tried.name, options)) as other:
        if _is_right(ask_easy(other).responses[0]):
            return NotStarted(f"does not take a puzzle as {tried.options.call.value}: try --call {call.value}")
    match response:
        case Declined() if printed:
            return NotStarted(f"returned nothing but printed {printed[:200]!r}: a function has to return its answer")
        case Declined() | Failed(Fault.MALFORMED | Fault.MUTATED | Fault.RETRACTED):
            return None
        case Failed(_, reason):
            return NotStarted(f"gave no answer to an easy puzzle: {reason}")
        case Answered() | Counted():
            return None
        case never:
            assert_never(never)


def _is_right(response: Response) -> bool:
    return response in (Answered(EASY_SOLUTION), Counted(1))


def _hint(tried: ProgramSubject, failed: Failed | None) -> str:
    if failed is None or failed.fault is not Fault.OUT_OF_MEMORY:
        return ""
    java = "; Java takes its heap from the memory of the machine unless told otherwise, as by -Xmx64m"
    return f". Try a greater --memory-limit{java if 'java' in tried.name else ''}"
