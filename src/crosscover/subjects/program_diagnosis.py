"""Why a program cannot be judged: its answers to small puzzles, under the given options and others."""

from collections.abc import Sequence
from dataclasses import replace

from crosscover.dialects import DIALECTS, dialect, looks_like
from crosscover.options import Options
from crosscover.responses import Fault

from . import forms
from .forms import Run
from .small_puzzles import SmallPuzzle, improper_puzzles, proper_puzzles
from .subject import Subject
from .trials import Trial, ask_easy_with, ask_with

WROTE = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that ended by itself."""


def advise_form(tried: Subject, easy: Trial) -> str | None:
    """Advise options under which a program's answers are right; None if they are already, or there are none."""
    failed = easy.failure
    has_output = bool(easy.transcript.received.strip()) and (failed is None or failed.fault in WROTE)
    fitting = _fitting_options(tried, easy, tried.options) if has_output else None
    if fitting is None:
        return None
    how = forms.arguments(fitting, tried.options)
    return f"answers easy puzzles correctly, but in another form: try {how}"


def diagnose_program(tried: Subject, trials: Sequence[Trial]) -> str:
    """Explain why a program cannot be judged, from its runs on easy puzzles, none of which can be judged."""
    easy = trials[0]
    complaint = f"does not answer an easy puzzle in the dialect {dialect(tried.options.dialect).name}"
    advice = _other_way_to_ask(tried, easy)
    if advice is not None:
        return f"{complaint}{advice}"
    failed = easy.failure
    reason = failed.reason if failed else _mismatch(tried, easy)
    advice = ""
    if failed and failed.fault is Fault.OUT_OF_MEMORY:
        java = "; Java takes its heap from the memory of the machine unless an option like -Xmx64m limits it"
        advice = f". Try a greater --memory-limit{java if 'java' in tried.name else ''}"
    return f"{complaint}: {reason}. Its input was {easy.transcript.sent!r}{advice}"


def _mismatch(tried: Subject, easy: Trial) -> str:
    [puzzle], [response] = easy.puzzles, easy.transcript.responses
    found = tried.options.contract.explain(puzzle.grid, puzzle.verdict, response)
    return found.reason if found else "its other answers are wrong"


def _other_way_to_ask(tried: Subject, easy: Trial) -> str | None:
    """Advise options under which a program solves the puzzle, in words that follow a complaint."""
    own = dialect(tried.options.dialect).name
    shape, contract = tried.options.shape, tried.options.contract
    suitable = (name for name, form in DIALECTS.items() if form.shape in (None, shape) and contract.fits(form))
    others = [name for name in suitable if name != own]
    asked = [own, *others] if tried.options.stream else others
    options = [replace(tried.options, dialect=name, stream=False) for name in asked]
    trials = ask_easy_with(tried, options)
    for name, trial in zip(asked, trials, strict=True):
        if not trial.is_right(contract):
            continue
        if name == own:
            return " before its input ends: flush the output after each answer, or try without --stream"
        return f", but does in {name}: try --dialect {name}"
    for other_options, trial in zip(options, trials, strict=True):
        fitting = _fitting_options(tried, trial, other_options)
        if fitting is not None:
            how = forms.arguments(fitting, tried.options)
            return f", but does in {fitting.dialect}, in another form: try {how}"
    alike = looks_like(easy.transcript.received, shape)
    if not alike or own in alike:
        return None
    return f"; its output looks like {' or '.join(alike)}: try --dialect {alike[0]}"


def _fitting_options(tried: Subject, easy: Trial, options: Options) -> Options | None:
    """Return options under which the program answers all small puzzles correctly; None if the given ones do, or none.

    `easy` is the run on the easy puzzle under the given options.
    """
    first, *others = proper_puzzles(options.shape)
    runs = [Run((first,), easy.transcript.received)]
    if options != tried.options and forms.fitting_options(options, runs) is None:
        return None
    asked = ask_with(tried, options, *_further_runs(options))
    if all(trial.is_right(options.contract) for trial in [easy, *asked]):
        return None
    runs += [Run(trial.puzzles, trial.transcript.received) for trial in asked]
    fitting = forms.fitting_options(options, runs)
    if fitting is None or fitting == options:
        return None
    [again] = ask_with(tried, fitting, others[::-1])
    return fitting if again.is_right(options.contract) else None


def _further_runs(options: Options) -> list[tuple[SmallPuzzle, ...]]:
    """Return the runs after the easy puzzle: three proper puzzles, and others if the contract allows them."""
    proper, improper = proper_puzzles(options.shape), improper_puzzles(options.shape)
    runs = [proper]
    if improper and not options.contract.proper_only:
        runs.append((improper[0], proper[0], *improper[1:]))
    if dialect(options.dialect).batch_limit is None:
        return runs
    return [(puzzle,) for puzzle in dict.fromkeys(puzzle for run in runs for puzzle in run)]
