"""Matters of form: the options under which a program's answers to small puzzles are right, where they seem not to be.

What a program wrote is read again, without the lines that are no answers, with others taken for words, or with the
echo of each puzzle left out. Only options under which every answer is right are worth telling: a wrong answer is never
a matter of form.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from crosscover.contracts import REFUSAL, Contract
from crosscover.dialects import Answer, Count, MalformedInputError, Refusal, dialect
from crosscover.dialects.text import NumberedLines
from crosscover.option_parsers import NUMBER_NAMES
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Response

from .programs import reader
from .small_puzzles import SmallPuzzle

MAX_PATTERNS = 6
"""The kinds of lines of which each subset is tried; of more than that, all at once."""

_SPECIAL = re.compile(r"([.^$*+?{}\[\]\\|()])")
_ESCAPED = r"\\\1"
_STROKE = re.compile(r"([^\w\s])\1\1")
_START = re.compile(r"([0-9][0-9.,]*|)([^0-9]*)(.?)")


@dataclass(frozen=True, slots=True)
class Run:
    """Small puzzles that were asked in one run, and what the program wrote."""

    puzzles: tuple[SmallPuzzle, ...]
    received: str

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The puzzles as grids."""
        return tuple(puzzle.grid for puzzle in self.puzzles)

    def is_right(self, options: Options) -> bool:
        """Whether each puzzle is answered rightly, and nothing else is there, as these options read it."""
        matched = reader(options).read(self.received, self.grids, truncated=False)
        return matched.extra is None and are_acceptable(self.puzzles, matched.responses, options.contract)

    def lines(self, options: Options) -> list[str]:
        """The lines that are not blank, nor left out under these options."""
        return [line for line in NumberedLines.of_output(self.received, reader(options).ignored) if line]


def are_acceptable(puzzles: Sequence[SmallPuzzle], responses: Sequence[Response], contract: Contract) -> bool:
    """Whether each response is acceptable under the contract."""
    return all(puzzle.accepts(response, contract) for puzzle, response in zip(puzzles, responses, strict=True))


def fitting_options(options: Options, runs: Sequence[Run]) -> Options | None:
    """The options under which all of these runs are right, as near to the given ones as can be; None where none are."""
    return next((other for other in _candidates(options, runs) if all(run.is_right(other) for run in runs)), None)


def arguments(options: Options, given: Options) -> str:
    """What has to be added to a command line with the given options to have the others."""
    names = ("dialect", "ignore", "refusal", "words")
    changed = {name: getattr(options, name) for name in names if getattr(options, name) != getattr(given, name)}
    texts = [f"--{name}{'=' if text[0] == '-' else ' '}{shlex.quote(text)}" for name, text in changed.items()]
    return " ".join([*texts, *(["--echo"] if options.echo and not given.echo else [])])


def line_pattern(line: str) -> str:
    """A regular expression for a line and those like it: as it begins, up to its first number that is not the start.

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


def _candidates(options: Options, runs: Sequence[Run]) -> Iterator[Options]:
    lines = [line for run in runs for line in run.lines(options) if not _may_be_an_answer(line, options)]
    patterns = list(dict.fromkeys(map(line_pattern, lines)))
    sizes = range(len(patterns) + 1) if len(patterns) <= MAX_PATTERNS else (0, len(patterns))
    for size in sizes:
        for chosen in combinations(patterns, size):
            ignore = "|".join(filter(None, [options.ignore, *chosen])) or None
            for echo in (False, True) if not options.contract.numbers else (False,):
                other = replace(options, ignore=ignore, echo=options.echo or echo)
                yield other
                if _may_refuse(options):
                    yield from _with_refusal(other, runs)
            if options.contract.numbers:
                yield from _with_words(replace(options, ignore=ignore), runs)


def _may_refuse(options: Options) -> bool:
    contract = options.contract
    return contract.none is REFUSAL and not contract.proper_only and not contract.words and not options.refusal


def _with_refusal(options: Options, runs: Sequence[Run]) -> Iterator[Options]:
    """The same with the one text that is left beside the answers for a refusal: words, a number, or nothing but 0."""
    lines = {line.strip() for run in runs for line in run.lines(options)}
    texts = {line for line in lines if not line.strip("0") or not _may_be_an_answer(line, options)}
    if len(texts) == 1:
        yield replace(options, refusal=texts.pop())


def _with_words(options: Options, runs: Sequence[Run]) -> Iterator[Options]:
    """The same with the lines for words that are no numbers, where there is one for each puzzle."""
    names = {number: name for name, number in NUMBER_NAMES.items()}
    words: dict[int, str] = {}
    for run in runs:
        lines = run.lines(options)
        if len(lines) != len(run.puzzles):
            return
        for line, puzzle in zip(lines, run.puzzles, strict=True):
            if words.setdefault(len(puzzle.verdict.solutions), line.strip()) != line.strip():
                return
    texts = {number: text for number, text in words.items() if not text.isdigit()}
    if texts and len(set(texts.values())) == len(texts):
        yield replace(options, words=",".join(f"{names[number]}={texts[number]}" for number in sorted(texts)))


def _may_be_an_answer(line: str, options: Options) -> bool:
    """Whether a line is an answer under these options, or may be a part of one."""
    spoken = dialect(options.dialect)
    if options.contract.numbers and spoken.tag_reply is None:
        return line.strip().isdigit()
    header = spoken.answer_header
    if f"{line}\n" == header:
        return True
    match spoken.read_answers(f"{header}{line}\n", options.shape):
        case [] | [Answer() | Count()]:
            return True
        case [Refusal()]:
            return spoken.tag_reply is not None
        case [MalformedInputError(line=place)]:
            return place > header.count("\n") + 1
        case _:
            return False
