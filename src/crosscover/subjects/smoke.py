"""The first question to a subject: an easy puzzle, so that a wrong set-up is told once and not by every property.

What answers the puzzle wrongly has been set up well, and is judged, as is what does not end. What says nothing, or
would answer if it were asked in another way, is not judged but told how.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import compress

from crosscover.dialects import DIALECTS, Claim, dialect, looks_like
from crosscover.reference import Grid

from .options import Call, Options
from .replies import can_say
from .specification import subject
from .subject import Answered, Counted, Declined, Failed, Fault, Response, Stated, Subject, SubjectKind, Transcript

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle that the article on Sudoku in Wikipedia begins with."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

JUDGED = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that did say something to the puzzle."""

_FIRST_TIME_LIMIT = 3.0
"""Seconds for the easy puzzle where nobody has set a limit: enough to see how a subject is to be spoken to. One that
needs longer is not accused, since properties ask it under its full limit."""

_RETRY_TIME_LIMIT = 3.0
"""Seconds for the other ways of speaking to a subject that are tried, all at once."""


def ask_easy(tried: Subject) -> Transcript:
    """Ask an easy puzzle, in a copy of its own, since an engine may spoil what it is given."""
    if tried.engine is None and tried.options.has_default_limits:
        quick = _ask_with(tried, replace(tried.options, time_limit=_FIRST_TIME_LIMIT))
        match quick.responses[0]:
            case Failed(Fault.NOT_STARTED):  # a function may take longer to load
                pass
            case _:
                return quick
    return tried.ask([Grid(EASY.values)])


def _ask_with(tried: Subject, options: Options) -> Transcript:
    with closing(subject(tried.name, options)) as other:
        return other.ask([Grid(EASY.values)])


def diagnose(tried: Subject, transcript: Transcript) -> str | None:
    """Tell from what came of the easy puzzle why a subject cannot be judged, and what to try; None where it can."""
    match transcript.responses[0], tried.kind:
        case Answered(grid), SubjectKind.FUNCTION if grid != EASY_SOLUTION and "call" not in tried.options.explicit:
            return _advise_call(tried)  # what was meant for another form may answer anything
        case (Answered() | Counted() | Stated(), _) | (_, SubjectKind.ENGINE | SubjectKind.DANCING_LINKS):
            return None
        case Failed(Fault.NOT_STARTED, reason), _:
            return reason
        case response, SubjectKind.PROGRAM:
            return _diagnose_program(tried, transcript, response)
        case response, SubjectKind.FUNCTION:
            return _diagnose_function(tried, transcript, response)


def _diagnose_program(tried: Subject, transcript: Transcript, response: Response) -> str | None:
    own = dialect(tried.options.dialect).name
    complaint = f"does not answer an easy puzzle in the dialect {own}"
    sayable = [name for name, spoken in DIALECTS.items() if can_say(spoken, tried.options.contract)]
    others = [name for name in sayable if name != own]
    asked = sayable if tried.options.stream else others
    with ThreadPoolExecutor(len(asked)) as pool:
        options = [replace(tried.options, dialect=name, stream=False) for name in asked]
        answered = list(compress(asked, pool.map(partial(_answers_with, tried), options)))
    if own in answered:
        return f"{complaint} before its input ends: flush the output after each answer, or try without --stream"
    if answered:
        return f"{complaint}, but does in {answered[0]}: try --dialect {answered[0]}"
    alike = [name for name in looks_like(transcript.received) if name != own]
    if alike:
        return f"{complaint}; its output looks like {' or '.join(alike)}: try --dialect {alike[0]}"
    failed = response if isinstance(response, Failed) else transcript.run_failure
    if transcript.received.strip() and (failed is None or failed.fault in JUDGED):
        return None
    if failed is not None and failed.fault is Fault.TIMED_OUT:
        return None
    reason = failed.reason if failed else "nothing came on standard output"
    advice = ""
    if failed and failed.fault is Fault.OUT_OF_MEMORY:
        java = "; Java takes its heap from the memory of the machine unless told otherwise, as by -Xmx64m"
        advice = f". Try a greater --memory-limit{java if 'java' in tried.name else ''}"
    return f"{complaint}: {reason}. Its input was {transcript.sent!r}{advice}"


def _diagnose_function(tried: Subject, transcript: Transcript, response: Response) -> str | None:
    printed = transcript.received.strip()
    if advice := _advise_call(tried):
        return advice
    match response:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Failed(fault, reason) if fault not in (Fault.MALFORMED, Fault.MUTATED, Fault.RETRACTED, Fault.TIMED_OUT):
            return f"gave no answer to an easy puzzle: {reason}"
        case _:
            return None


def _advise_call(tried: Subject) -> str | None:
    """Which other form of the puzzle a function solves; None where there is none."""
    own = tried.options.call
    others = [call for call in Call if call is not own]
    with ThreadPoolExecutor(len(others)) as pool:
        options = [replace(tried.options, call=other) for other in others]
        for other in compress(others, list(pool.map(partial(_answers_with, tried), options))):
            return f"does not take a puzzle as {own.value}: try --call {other.value}"
    return None


def _answers_with(tried: Subject, options: Options) -> bool:
    """Whether the subject solves the puzzle when it is asked by other options, found by trying."""
    options = replace(options, time_limit=min(_RETRY_TIME_LIMIT, options.time_limit))
    return _ask_with(tried, options).responses[0] in (Answered(EASY_SOLUTION), Counted(1), Stated(Claim.ONE))
