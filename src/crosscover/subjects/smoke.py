"""The smoke test: an easy puzzle for a subject, so that a wrong set-up is reported once instead of by every property.

A subject that answers wrongly or times out is set up well, and is judged. One that returns nothing, or would answer
under other options, is not judged; a message suggests those options.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import compress

from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS, Claim, dialect, looks_like
from crosscover.options import Call, Options
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated

from . import forms
from .forms import Run
from .small_puzzles import SmallPuzzle, easy_puzzle, improper_puzzles, proper_puzzles
from .specification import subject
from .subject import Subject, SubjectKind, Transcript

JUDGED = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that wrote something."""

SMOKE_SECONDS = 3.0
"""Time limit in seconds for the easy puzzle, unless the user has set one; a timeout here is not reported."""

_RETRY_TIME_LIMIT = 3.0
"""Time limit in seconds for runs under other options, which are concurrent."""


def ask_easy(tried: Subject) -> Transcript:
    """Run a subject on an easy puzzle, copied since an engine may change it."""
    if tried.engine is None and tried.options.has_default_limits:
        [quick] = _ask_with(tried, replace(tried.options, time_limit=SMOKE_SECONDS))
        first = quick.responses[0]
        if not (isinstance(first, Failed) and first.fault is Fault.NOT_STARTED):  # a function may take longer to load
            return quick
    puzzle, _ = easy_puzzle(tried.options.shape)
    return tried.ask([_copy(puzzle)])


def _copy(puzzle: Grid) -> Grid:
    return Grid(bytes(bytearray(puzzle.values)), puzzle.shape)


def diagnose(tried: Subject, transcript: Transcript) -> str | None:
    """Explain why a subject cannot be judged, with advice, from its run on the easy puzzle; None if it can be.

    A program receives a few more small puzzles: a wrong form of the output may not show in a run of one.
    """
    has_default_call = "call" not in tried.options.explicit
    match transcript.responses[0], tried.kind:
        case Answered(), SubjectKind.FUNCTION if not _is_solved(transcript, tried.options.shape) and has_default_call:
            return _advise_call(tried)  # a function for another form of the puzzle may return anything
        case Failed(Fault.NOT_STARTED, reason), _:
            return reason
        case response, SubjectKind.PROGRAM:
            return _diagnose_program(tried, transcript, response)
        case (Declined() | Failed()) as response, SubjectKind.FUNCTION:
            return _diagnose_function(tried, transcript, response)
        case _:
            return None


def _diagnose_program(tried: Subject, transcript: Transcript, response: Response) -> str | None:
    failed = response if isinstance(response, Failed) else transcript.run_failure
    has_output = bool(transcript.received.strip()) and (failed is None or failed.fault in JUDGED)
    if has_output and (fitting := _fitting_options(tried, transcript, tried.options)) is not None:
        how = forms.arguments(fitting, tried.options)
        return f"answers easy puzzles correctly, but in another form: try {how}"
    if isinstance(response, Answered | Counted | Stated):
        return None
    complaint = f"does not answer an easy puzzle in the dialect {dialect(tried.options.dialect).name}"
    advice = _other_way_to_ask(tried, transcript)
    if advice is not None:
        return f"{complaint}{advice}"
    if has_output or (failed is not None and failed.fault is Fault.TIMED_OUT):
        return None
    reason = failed.reason if failed else "nothing was written to stdout"
    advice = ""
    if failed and failed.fault is Fault.OUT_OF_MEMORY:
        java = "; Java takes its heap from the memory of the machine unless an option like -Xmx64m limits it"
        advice = f". Try a greater --memory-limit{java if 'java' in tried.name else ''}"
    return f"{complaint}: {reason}. Its input was {transcript.sent!r}{advice}"


def _other_way_to_ask(tried: Subject, transcript: Transcript) -> str | None:
    """Advise options under which a program solves the puzzle, in words that follow a complaint."""
    own = dialect(tried.options.dialect).name
    shape, contract = tried.options.shape, tried.options.contract
    suitable = (name for name, form in DIALECTS.items() if form.shape in (None, shape) and contract.fits(form))
    others = [name for name in suitable if name != own]
    asked = [own, *others] if tried.options.stream else others
    options = [replace(tried.options, dialect=name, stream=False) for name in asked]
    transcripts = _ask_easy_with(tried, options)
    for name in compress(asked, (_is_solved(one, shape) for one in transcripts)):
        if name == own:
            return " before its input ends: flush the output after each answer, or try without --stream"
        return f", but does in {name}: try --dialect {name}"
    for other_options, other in zip(options, transcripts, strict=True):
        fitting = _fitting_options(tried, other, other_options)
        if fitting is not None:
            how = forms.arguments(fitting, tried.options)
            return f", but does in {fitting.dialect}, in another form: try {how}"
    alike = looks_like(transcript.received, shape)
    if not alike or own in alike:
        return None
    return f"; its output looks like {' or '.join(alike)}: try --dialect {alike[0]}"


def _fitting_options(tried: Subject, easy: Transcript, options: Options) -> Options | None:
    """Return options under which the program answers all small puzzles correctly; None if the given ones do, or none.

    `easy` is the run on the easy puzzle under the given options.
    """
    first, *others = proper_puzzles(options.shape)
    runs = [Run((first,), easy.received)]
    if options != tried.options and forms.fitting_options(options, runs) is None:
        return None
    asked = _further_runs(options)
    transcripts = _ask_with(tried, options, *asked)
    if all(map(partial(_is_right, contract=options.contract), [(first,), *asked], [easy, *transcripts])):
        return None
    runs += [Run(puzzles, transcript.received) for puzzles, transcript in zip(asked, transcripts, strict=True)]
    fitting = forms.fitting_options(options, runs)
    if fitting is None or fitting == options:
        return None
    again = others[::-1]
    [transcript] = _ask_with(tried, fitting, again)
    return fitting if _is_right(again, transcript, options.contract) else None


def _is_right(puzzles: Sequence[SmallPuzzle], transcript: Transcript, contract: Contract) -> bool:
    return transcript.run_failure is None and forms.are_acceptable(puzzles, transcript.responses, contract)


def _further_runs(options: Options) -> list[tuple[SmallPuzzle, ...]]:
    """Return the runs after the easy puzzle: three proper puzzles, and others if the contract allows them."""
    proper, improper = proper_puzzles(options.shape), improper_puzzles(options.shape)
    runs = [proper]
    if improper and not options.contract.proper_only:
        runs.append((improper[0], proper[0], *improper[1:]))
    if dialect(options.dialect).batch_limit is None:
        return runs
    return [(puzzle,) for puzzle in dict.fromkeys(puzzle for run in runs for puzzle in run)]


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
    """Advise another form of the puzzle that a function solves; None if there is none."""
    own = tried.options.call
    others = [call for call in Call if call is not own]
    transcripts = _ask_easy_with(tried, [replace(tried.options, call=other) for other in others])
    for other in compress(others, (_is_solved(one, tried.options.shape) for one in transcripts)):
        return f"does not take a puzzle as {own.value}: try --call {other.value}"
    return None


def _is_solved(transcript: Transcript, shape: Shape) -> bool:
    _, solution = easy_puzzle(shape)
    return transcript.responses[0] in (Answered(solution), Counted(1), Stated(Claim.ONE))


def _ask_easy_with(tried: Subject, options: Sequence[Options]) -> list[Transcript]:
    """Run a subject on the easy puzzle, concurrently under each of these options."""
    with ThreadPoolExecutor(len(options)) as pool:
        return [one for [one] in pool.map(partial(_ask_with, tried), options)]


def _ask_with(tried: Subject, options: Options, *runs: Sequence[SmallPuzzle]) -> list[Transcript]:
    """Run a subject on small puzzles, by default the easy one, under other options.

    Each run has a short time limit, and a timeout does not prevent later runs.
    """
    options = replace(options, time_limit=min(_RETRY_TIME_LIMIT, options.time_limit))
    with closing(subject(tried.name, options)) as other:
        easy = proper_puzzles(options.shape)[:1]
        return [other.ask([_copy(puzzle.grid) for puzzle in run]) for run in runs or (easy,)]
