"""Why a program cannot be judged: its answers to small puzzles, under the given options and others.

The forms of the input and of the output are searched apart: the program runs once for each input, and each output is
read in every form. Advice is the words of a run whose answers were right.
"""

import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from crosscover.contracts import contract_named
from crosscover.dialects import DIALECTS
from crosscover.options import Options
from crosscover.responses import Answered, Declined, Failed, Fault

from . import forms
from .exit_diagnosis import USAGE
from .small_puzzles import SmallPuzzle, improper_puzzles, proper_puzzles
from .specification import subject
from .subject import Subject
from .trials import Trial, ask_easy_with, ask_with

WROTE = (Fault.MALFORMED, Fault.MISSING, Fault.EXTRA, Fault.LEFT_CHILDREN)
"""The faults of a program that ended by itself."""

INPUTS = ("lines", "line", "rows", "grid", "t-grids", "poj2676", "arg", "drawing")
"""The dialects that are tried first."""

AT_ONCE = 6
"""Number of inputs that are tried at the same time."""


def advise_form(tried: Subject, easy: Trial) -> str | None:  # noqa: PLR0911 - one for each mistake
    """Advise options under which a program's answers are right; None if they are already, or there are none."""
    failed, options = easy.failure, tried.options
    end = options.text_form.end
    without_end = replace(options, dialect="lines")
    if failed is not None and failed.fault not in WROTE:
        is_late = bool(end) and not isinstance(easy.transcript.responses[0], Failed)
        return _do_not_end(end, without_end, options) if is_late and _answers_correctly(tried, without_end) else None
    if not easy.transcript.received.strip():
        return None
    trials, fitting = _search_readings(tried, easy, options)
    if fitting == options:
        return None
    if fitting is not None:
        if fitting.ignore != options.ignore and end and _answers_correctly(tried, without_end):
            return _do_not_end(end, without_end, options)
        return f"answers easy puzzles correctly, but in another form: try {forms.arguments(fitting, options)}"
    if easy.is_right(options.contract) and len(trials) > 1 and _stops_after_first(trials[1]):
        single = [one for one in _other_inputs(options) if one.text_form.batch_limit == 1]
        if found := _search_inputs(tried, single):
            return f"answers the first puzzle of a run only: try {forms.arguments(found, options)}"
    return None


def diagnose_program(tried: Subject, trials: Sequence[Trial]) -> str:
    """Explain why a program cannot be judged, from its runs on easy puzzles, none of which can be judged."""
    options, easy = tried.options, trials[0]
    transcript = easy.transcript
    complaint = f"does not answer an easy puzzle in the dialect {options.text_form.name}"
    plain = replace(options, stream=False)
    if options.stream and _search_inputs(tried, [plain]) == plain:
        other = forms.arguments(plain, options)
        return f"{complaint} before its input ends: flush the output after each answer, or try {other}"
    if found := _search_inputs(tried, _other_inputs(options)):
        how = forms.arguments(found, options)
        is_other = found.dialect != options.dialect
        return f"{complaint}, but does {f'in {found.dialect}' if is_other else 'in another form'}: try {how}"
    usage = next(filter(USAGE.search, f"{transcript.received}\n{transcript.errors}".splitlines()), "").strip()
    if (usage or transcript.read_nothing) and (advice := _other_command(tried, f"{tried.name} /dev/stdin")):
        return f"{complaint}, but does if a file is its argument: try {advice}"
    command = tried.name.removeprefix("exec:")
    shell = f"exec:sh -c {shlex.quote(f'{command} 2>&1')}"
    if forms.has_solutions(easy.puzzles, transcript.errors) and (advice := _other_command(tried, shell)):
        return f"writes its answers to stderr instead of stdout: try {advice}"
    return f"{complaint}: {_reason(tried, easy, usage)}. Its input was {transcript.sent!r}"


def _do_not_end(end: str, without_end: Options, options: Options) -> str:
    return f"does not stop at the line {end!r}: try {forms.arguments(without_end, options)}"


def _other_command(tried: Subject, command: str) -> str | None:
    """Return the words for another command that answers easy puzzles correctly; None if it does not."""
    plain = replace(tried.options, stream=False)
    with closing(subject(command, plain)) as other:
        found = _search_inputs(other, [plain, *_other_inputs(plain)])
    return " ".join(filter(None, [shlex.quote(command), forms.arguments(found, tried.options)])) if found else None


def _reason(tried: Subject, easy: Trial, usage: str) -> str:
    """Explain the run on the easy puzzle, with what to try next."""
    transcript, failed = easy.transcript, easy.failure
    has_answer = not isinstance(transcript.responses[0], Failed)
    is_crash = failed is not None and failed.fault not in WROTE
    reason = failed.reason if failed and (is_crash or not has_answer) else _wrong_answer(tried, easy)
    output = transcript.received.strip()
    shown = f"; its output begins with {output[:80]!r}" if output and (failed or transcript.read_nothing) else ""
    if usage:
        return f"it prints how to use it, {usage[:120]!r}; give it arguments, and let it read puzzles from stdin"
    if failed is not None and failed.fault is Fault.OUT_OF_MEMORY:
        java = "; Java takes its heap from the memory of the machine unless an option like -Xmx64m limits it"
        return f"{reason}. Try a greater --memory-limit{java if 'java' in tried.name else ''}"
    if transcript.read_nothing:
        return f"it read none of its input, and a program gets puzzles on stdin: {reason}{shown}"
    if failed is not None and failed.fault is Fault.TIMED_OUT:
        return f"{reason}{shown}. It waits for more input, or needs a greater --time-limit"
    return f"{reason}{shown}. It answers no other input of `crosscover dialects` either"


def _wrong_answer(tried: Subject, easy: Trial) -> str:
    [puzzle], [response] = easy.puzzles, easy.transcript.responses
    empty = puzzle.grid.values.count(0)
    match response:
        case Answered(grid) if grid.extends(puzzle.grid) and (left := grid.values.count(0)):
            which = f"all {empty}" if left == empty else f"{left} of {empty}"
            return f"the puzzle came back unsolved: {which} empty cells are still empty"
        case Declined():
            return f"it refuses puzzles that have a solution, with {easy.transcript.received.strip()[:80]!r}"
        case _:
            found = tried.options.contract.explain(puzzle.grid, puzzle.verdict, response)
            return found.reason if found else "its other answers are wrong"


def _other_inputs(options: Options) -> list[Options]:
    """The options with other inputs: each dialect, with its usual empty cell and with 0."""
    names = sorted(DIALECTS, key=lambda name: INPUTS.index(name) if name in INPUTS else len(INPUTS))
    plain = replace(options, stream=False, answers=None)
    return [
        other
        for name in (options.text_form.name, *names)
        for empty in ((options.empty,) if "empty" in options.explicit else (None, "0"))
        if (other := _with_input(plain, name, empty)) is not None and other != options
    ]


def _with_input(options: Options, name: str, empty: str | None) -> Options | None:
    """The options with an input, under the contract of its judge if it cannot express theirs; None if none fits."""
    form, contract = DIALECTS[name], options.contract
    if form.shape not in (None, options.shape) or (empty is not None and empty == form.empty_characters[0]):
        return None
    if not contract.fits(form) and form.contract and "contract" not in options.explicit:
        contract = contract_named(form.contract)
    return replace(options, dialect=name, empty=empty, contract=contract) if contract.fits(form) else None


def _search_inputs(tried: Subject, candidates: Sequence[Options]) -> Options | None:
    """Return the first options, perhaps with another reading of the output, under which all answers are right.

    Those that ignore lines come last: these may be answers to something that is not a puzzle.
    """
    by_input: dict[tuple[bool, str], list[Options]] = {}
    for options in candidates:
        form = options.text_form
        [puzzle, *_] = proper_puzzles(options.shape)
        by_input.setdefault((form.as_arguments, form.write([puzzle.grid])), []).append(options)
    groups = list(by_input.values())
    with_ignored_lines: Options | None = None
    for start in range(0, len(groups), AT_ONCE):
        some = groups[start : start + AT_ONCE]
        for group, trial in zip(some, ask_easy_with(tried, [group[0] for group in some]), strict=True):
            for options in group:
                found = _search_readings(tried, trial, options)[1]
                if found is not None and found.ignore == options.ignore:
                    return found
                with_ignored_lines = with_ignored_lines or found
    return with_ignored_lines


def _search_readings(tried: Subject, easy: Trial, options: Options) -> tuple[list[Trial], Options | None]:
    """Return runs on small puzzles, and the options with this input under which all are right, if there are any.

    `easy` is the run on the easy puzzle with that input.
    """
    if options != tried.options and forms.fitting_options(options, [easy]) is None:
        return [easy], None
    trials = [easy, *ask_with(tried, options, *_further_runs(options))]
    if options == tried.options and all(trial.is_right(options.contract) for trial in trials):
        return trials, options
    fitting = forms.fitting_options(options, trials)
    if fitting is None or (fitting == options and options == tried.options):
        return trials, None
    return trials, fitting if _answers_correctly(tried, fitting, proper_puzzles(options.shape)[:0:-1]) else None


def _answers_correctly(tried: Subject, options: Options, puzzles: Sequence[SmallPuzzle] = ()) -> bool:
    [trial] = ask_with(tried, options, puzzles or proper_puzzles(options.shape))
    return trial.is_right(options.contract)


def _stops_after_first(together: Trial) -> bool:
    """Whether a run of several puzzles has a right answer to the first alone, without a crash."""
    first, *rest = together.transcript.responses
    missing = all(isinstance(one, Failed) and one.fault in (Fault.MISSING, Fault.TIMED_OUT) for one in rest)
    return bool(rest) and missing and isinstance(first, Answered)


def _further_runs(options: Options) -> list[tuple[SmallPuzzle, ...]]:
    """Return the runs after the easy puzzle: three proper puzzles, and others if the contract allows them."""
    proper, improper = proper_puzzles(options.shape), improper_puzzles(options.shape)
    runs = [proper]
    if improper and not options.contract.proper_only:
        runs.append((improper[0], proper[0], *improper[1:]))
    if options.text_form.batch_limit is None:
        return runs
    return [(puzzle,) for puzzle in dict.fromkeys(puzzle for run in runs for puzzle in run)]
