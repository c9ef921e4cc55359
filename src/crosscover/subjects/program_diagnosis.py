"""Why a program cannot be judged: its answers to small puzzles, under the given options and others."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import compress

from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS, dialect, looks_like
from crosscover.options import Options
from crosscover.responses import Answered, Counted, Failed, Fault, Response, Stated

from . import forms
from .forms import Run
from .small_puzzles import SmallPuzzle, improper_puzzles, proper_puzzles
from .subject import Subject, Transcript
from .trials import ask_easy_with, ask_with, is_solved

JUDGED = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that wrote something."""


def diagnose_program(tried: Subject, transcript: Transcript, response: Response) -> str | None:
    """Explain why a program cannot be judged, from its run on the easy puzzle and its response; None if it can be."""
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
    transcripts = ask_easy_with(tried, options)
    for name in compress(asked, (is_solved(one, shape) for one in transcripts)):
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
    transcripts = ask_with(tried, options, *asked)
    if all(map(partial(_is_right, contract=options.contract), [(first,), *asked], [easy, *transcripts])):
        return None
    runs += [Run(puzzles, transcript.received) for puzzles, transcript in zip(asked, transcripts, strict=True)]
    fitting = forms.fitting_options(options, runs)
    if fitting is None or fitting == options:
        return None
    again = others[::-1]
    [transcript] = ask_with(tried, fitting, again)
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
