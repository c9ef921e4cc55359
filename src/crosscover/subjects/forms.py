"""The form of answers: options under which a program's answers to small puzzles are correct.

The output of a program is read again without the lines that are not answers, with others taken for words, or without
the echo of each puzzle. Only options under which every answer is correct are suggested.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from crosscover.contracts import REFUSAL
from crosscover.dialects import DIALECTS, Answer, Count, MalformedInputError, Refusal
from crosscover.dialects.text import NumberedLines
from crosscover.options import Options
from crosscover.reference import Unique

from .programs import reader
from .small_puzzles import SmallPuzzle
from .trials import Trial, are_acceptable

MAX_DIGITS = 20
"""Maximum number of digits in a line that may be ignored: with more, such as those of a grid, it may be an answer,
unless it ends with a puzzle."""

_SPECIAL = re.compile(r"([.^$*+?{}\[\]\\|()])")
_ESCAPED = r"\\\1"
_STROKE = re.compile(r"([^\w\s])\1\1")
_START = re.compile(r"([0-9][0-9.,]*|)([^0-9]*)(.?)")


def has_solutions(puzzles: Sequence[SmallPuzzle], output: str) -> bool:
    """Whether the digits of an output contain those of each only solution, so that some reading may be right."""
    digits = "".join(filter(str.isdigit, output))
    verdicts = (puzzle.verdict for puzzle in puzzles)
    return all(str(verdict.solution) in digits for verdict in verdicts if isinstance(verdict, Unique))


def fitting_options(options: Options, runs: Sequence[Trial]) -> Options | None:
    """Return the options nearest to the given ones under which all runs are correct; None if there are none."""
    has_digits = (has_solutions(run.puzzles, run.transcript.received) for run in runs)
    if not options.contract.numbers and options.shape.side <= 9 and not all(has_digits):
        return None
    others = (replace(options, answers=name) for name in _other_answers(options))
    candidates = chain(_candidates(options, runs), *(_candidates(other, runs) for other in others))
    return next((other for other in candidates if all(_is_right(run, other) for run in runs)), None)


def _other_answers(options: Options) -> list[str]:
    """The dialects of answers with headers, keys or words of their own; the reader knows other forms of grids."""
    own = options.answer_form.name
    return [
        name
        for name, form in DIALECTS.items()
        if name != own
        and (form.tag_reply or form.answer_header or form.words)
        and form.shape in (None, options.shape)
        and options.contract.fits(form)
        and (form.line_per_puzzle or not options.stream)
    ]


def arguments(options: Options, given: Options) -> str:
    """Return the words to add to a command line with the given options."""
    if given.answers:
        options = replace(options, answers=options.answers or options.dialect)
    names = ("dialect", "empty", "answers", "ignore", "refusal", "words")
    changed = {name: getattr(options, name) for name in names if getattr(options, name) != getattr(given, name)}
    texts = [f"--{name}{'=' if text[0] == '-' else ' '}{shlex.quote(text)}" for name, text in changed.items()]
    texts += ["--echo"] if options.echo and not given.echo else []
    texts += ["without --stream"] if given.stream and not options.stream else []
    return " ".join(texts)


def line_pattern(line: str) -> str:
    """Return a regular expression for similar lines: the start of the line, up to the first number after it.

    >>> line_pattern("Solved in 12 ms"), line_pattern("3 puzzles in 2 ms"), line_pattern("7")
    ('^Solved in ', '^[0-9.,]+ puzzles in ', '^[0-9.,]+$')
    """
    stroke = _STROKE.match(line)
    if stroke:
        return f"^{_SPECIAL.sub(_ESCAPED, stroke[0])}"
    found = _START.match(line)
    number, text, rest = found.groups() if found else ("", "", "")
    start = ("[0-9.,]+" if number else "") + _SPECIAL.sub(_ESCAPED, text)
    return f"^{start}" if text and (rest or text.strip()) else f"^{start}$"


def _is_right(run: Trial, options: Options) -> bool:
    """Whether these options read exactly one correct answer per puzzle."""
    puzzles = [puzzle.grid for puzzle in run.puzzles]
    matched = reader(options).read(run.transcript.received, puzzles, truncated=False)
    return matched.extra is None and are_acceptable(run.puzzles, matched.responses, options.contract)


def _lines(run: Trial, options: Options) -> list[str]:
    """The lines of output that are neither blank nor left out under these options."""
    return [line for line in NumberedLines.of_output(run.transcript.received, reader(options).ignored) if line]


def _candidates(options: Options, runs: Sequence[Trial]) -> Iterator[Options]:
    kinds = dict.fromkeys(
        _kind(line, run) for run in runs for line in _lines(run, options) if not _may_be_an_answer(line, options)
    )
    patterns = [pattern for pattern in kinds if pattern and _is_regular(pattern, options, runs)]
    contract = options.contract
    may_refuse = (
        contract.requirements[0] is REFUSAL and not contract.proper_only and not contract.words and not options.refusal
    )
    for chosen in ([], *([pattern] for pattern in patterns), patterns):
        ignore = "|".join(filter(None, [options.ignore, *chosen])) or None
        for echo in (False, True) if not contract.numbers else (False,):
            other = replace(options, ignore=ignore, echo=options.echo or echo)
            yield other
            if may_refuse:
                yield from _with_refusal(other, runs)


def _kind(line: str, run: Trial) -> str:
    """The pattern of lines like this one, or of the label before a copy of a puzzle; "" if it may be an answer."""
    if sum(map(str.isdigit, line)) <= MAX_DIGITS:
        return line_pattern(line)
    sent = filter(None, run.transcript.sent.splitlines())
    label = next((line.removesuffix(text) for text in sent if line.endswith(text)), "")
    return line_pattern(label) if label.strip() else ""


def _is_regular(pattern: str, options: Options, runs: Sequence[Trial]) -> bool:
    """Whether as many lines match in each run of as many puzzles, and as many more for each further puzzle."""
    counts: dict[int, set[int]] = {}
    for run in runs:
        matching = sum(re.search(pattern, line) is not None for line in _lines(run, options))
        counts.setdefault(len(run.puzzles), set()).add(matching)
    if any(len(found) > 1 for found in counts.values()):
        return False
    (few, first), *more = sorted((puzzles, *found) for puzzles, found in counts.items())
    return all(later >= first and ((later - first) % (many - few) == 0 or first == 0) for many, later in more)


def _with_refusal(options: Options, runs: Sequence[Trial]) -> Iterator[Options]:
    """Yield the options with the only remaining text as the refusal: words, a number, or zeros."""
    lines = {line.strip() for run in runs for line in _lines(run, options)}
    texts = {line for line in lines if not line.strip("0") or not _may_be_an_answer(line, options)}
    if len(texts) == 1:
        yield replace(options, refusal=texts.pop())


def _may_be_an_answer(line: str, options: Options) -> bool:
    """Whether a line may be an answer, or part of one, under these options."""
    form = options.answer_form
    if options.contract.numbers and form.tag_reply is None:
        return line.strip().isdigit()
    header = form.answer_header
    if f"{line}\n" == header:
        return True
    match form.read_answers(f"{header}{line}\n", options.shape):
        case [] | [Answer() | Count()]:
            return True
        case [Refusal()]:
            return form.tag_reply is not None
        case [MalformedInputError(line=place)]:
            return place > header.count("\n") + 1
        case _:
            return False
