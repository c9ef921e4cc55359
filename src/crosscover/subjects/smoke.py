"""The first question to a subject: an easy puzzle, so that a wrong set-up is told once and not by every property.

What answers the puzzle wrongly has been set up well, and is judged, as is what does not end. What says nothing, or
would answer if it were asked in another way, is not judged but told how.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import compress

from crosscover.dialects import DIALECTS, dialect, looks_like
from crosscover.reference import Grid, Shape

from .options import Call, Options
from .specification import subject
from .subject import Answered, Counted, Declined, Failed, Fault, Response, Subject, SubjectKind, Transcript

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle that the article on Sudoku in Wikipedia begins with."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


def easy_puzzle(shape: Shape) -> tuple[Grid, Grid]:
    """An easy puzzle of a shape, with its one solution.

    It is `EASY` where boxes are 3x3, else the canonical grid less a diagonal: no row has two empty cells.
    """
    if shape == EASY.shape:
        return EASY, EASY_SOLUTION
    solution = Grid.canonical(shape)
    diagonal = range(0, shape.cells, shape.side + 1)
    return solution.with_cells_of(Grid.empty(shape), diagonal), solution


JUDGED = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that did say something to the puzzle."""

_RETRY_TIME_LIMIT = 3.0
"""Seconds for the other ways of speaking to a subject that are tried, all at once."""


def ask_easy(tried: Subject) -> Transcript:
    """Ask an easy puzzle, in a copy of its own, since an engine may spoil what it is given."""
    puzzle, _ = easy_puzzle(tried.options.shape)
    return tried.ask([Grid(bytes(bytearray(puzzle.values)), puzzle.shape)])


def diagnose(tried: Subject, transcript: Transcript) -> str | None:
    """Tell from what came of the easy puzzle why a subject cannot be judged, and what to try; None where it can."""
    match transcript.responses[0], tried.kind:
        case (Answered() | Counted(), _) | (_, SubjectKind.ENGINE | SubjectKind.DANCING_LINKS):
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
    others = [name for name, spoken in DIALECTS.items() if name != own and spoken.shape in (None, tried.options.shape)]
    if tried.options.stream and _answers_with(tried, replace(tried.options, stream=False)):
        return f"{complaint} before its input ends: flush the output after each answer, or try without --stream"
    with ThreadPoolExecutor(len(others)) as pool:
        options = [replace(tried.options, dialect=name, stream=False) for name in others]
        for name in compress(others, list(pool.map(partial(_answers_with, tried), options))):
            return f"{complaint}, but does in {name}: try --dialect {name}"
    alike = [name for name in looks_like(transcript.received, tried.options.shape) if name in others]
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
    call, printed = tried.options.call, transcript.received.strip()
    other = Call.ROWS if call is Call.TEXT else Call.TEXT
    if _answers_with(tried, replace(tried.options, call=other)):
        return f"does not take a puzzle as {call.value}: try --call {other.value}"
    match response:
        case Declined() if printed:
            return f"returned nothing but printed {printed[:200]!r}: a function has to return its answer"
        case Failed(fault, reason) if fault not in (Fault.MALFORMED, Fault.MUTATED, Fault.RETRACTED, Fault.TIMED_OUT):
            return f"gave no answer to an easy puzzle: {reason}"
        case _:
            return None


def _answers_with(tried: Subject, options: Options) -> bool:
    """Whether the subject solves the puzzle when it is asked by other options, found by trying."""
    options = replace(options, time_limit=min(_RETRY_TIME_LIMIT, options.time_limit))
    with closing(subject(tried.name, options)) as other:
        _, solution = easy_puzzle(options.shape)
        return ask_easy(other).responses[0] in (Answered(solution), Counted(1))
