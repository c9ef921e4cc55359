"""Matching the answers of a program with the puzzles, and finding missing and extra answers.

If a program wrote as many answers as there are puzzles, they match in order. Otherwise answers are matched greedily, in
order: an answer that keeps the clues of a later puzzle, and not those of the next one, reveals a missing line; extra
lines are found likewise.

Grids of digits may have another form than that of the dialect: a line, 9 rows, frames, or 81 numbers separated anyhow.
Of the possible readings of a whole output, that with most answers to the puzzles counts.

A blank line may be a refusal or a separator. Blank lines are ignored if the other lines are as many as the puzzles, or
if every second line is blank. If the text of a refusal is set to the empty text, each blank line is a refusal.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import assert_never

from crosscover.contracts import Contract, read_number
from crosscover.dialects import (
    DIALECTS,
    Answer,
    Claim,
    Count,
    Dialect,
    MalformedInputError,
    Refusal,
    Reply,
    ReportedError,
    any_form,
)
from crosscover.dialects.interface import BLANK_LINE
from crosscover.dialects.text import BLANKS, NumberedLines
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, message_pattern

from .processes.watch import MAX_SEARCHED

_MAX_EXTRA = 10_000
"""Maximum number of extra replies, and of lines for them, that are read: an output may have millions."""

_MAX_LINES = 4
"""Maximum number of lines per cell, on average; a form of an answer has at most a line per cell."""

_BLANK = Declined()
"""The response for a blank line, distinguished from other refusals by identity."""

_MAX_LOOKS = 16
"""Maximum number of comparisons per reply, on average; then the rest is matched in order."""


@dataclass(frozen=True, slots=True)
class MatchedReplies:
    """The responses to the first puzzles, one each; `extra` describes extra answers, if any."""

    responses: tuple[Response, ...]
    extra: Failed | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the output of a program, under a dialect and a contract.

    `refusal` is the only text of a refusal, if not None. Lines for which `ignored` is true are left out. `words` has
    the patterns of lines that represent a number of solutions under a contract with numbers; a number that matches a
    group takes its place. With `echo` the exact copy of a puzzle before its answer is left out.
    """

    dialect: Dialect
    contract: Contract
    refusal: str | None = None
    ignored: Callable[[str], object] | None = None
    words: Mapping[str, int] = field(default_factory=dict[str, int])
    echo: bool = False

    def read(self, text: str, puzzles: Sequence[Grid], *, truncated: bool) -> MatchedReplies:
        """Match the answers in a text with the puzzles.

        `truncated` means that the program failed: then a last answer that may go on is ignored, and the last ones are
        missing. Otherwise each missing answer is a `Failed`.
        """
        text, is_cut = self._first_lines(text, _MAX_LINES * puzzles[0].shape.cells * len(puzzles) + _MAX_EXTRA)
        found = self._responses(text, puzzles, self.dialect, truncated=truncated)
        if self._accepts_any_form(puzzles[0].shape) and any(map(_is_malformed, found)):
            others = (self._responses(text, puzzles, form, truncated=truncated) for form in self._other_forms())
            found = max(found, *others, key=partial(_fitness, asked=len(puzzles)))
        if truncated:
            if found and self._may_go_on(found[-1], text):
                found.pop()
            rest = range(len(puzzles), len(found))
            return MatchedReplies(tuple(found[: len(puzzles)]), self._extra(found, rest, is_cut=is_cut))
        if len(found) < len(puzzles):
            return MatchedReplies(tuple(self._with_gaps(found, puzzles)))
        kept = _choose(found, puzzles)
        extra = sorted(set(range(len(found))) - set(kept))
        return MatchedReplies(tuple(found[number] for number in kept), self._extra(found, extra, is_cut=is_cut))

    def _first_lines(self, text: str, most: int) -> tuple[str, bool]:
        """The text up to this number of lines that are not ignored, blank ones included, and whether there are more."""
        end = 0
        for _ in range(most):
            while end < len(text):
                start, end = end, text.find("\n", end) + 1 or len(text)
                if self.ignored is None or not self.ignored(text[start:end].rstrip(BLANKS)):
                    break
        return text[:end], end < len(text)

    def _may_go_on(self, last: Response, text: str) -> bool:
        """Whether the last answer of a program that was stopped may be the beginning of another one."""
        if text.endswith("\n"):
            return isinstance(last, Failed) and self._unit == "answer"
        return not isinstance(last, Answered)

    def _accepts_any_form(self, shape: Shape) -> bool:
        """Whether answers are grids of digits alone, whose form does not matter."""
        form = self.dialect
        is_plain = form.tag_reply is None and not form.answer_header and not self._reads_lines
        return is_plain and shape.side <= 9

    def _other_forms(self) -> list[Dialect]:
        """The dialect with a line per grid, with frames, and with grids in any form."""
        forms = [(DIALECTS[name].replies, DIALECTS[name].line_per_puzzle) for name in ("lines", "drawing")]
        forms.append((any_form.read_answers, False))
        return [replace(self.dialect, replies=replies, line_per_puzzle=per_line) for replies, per_line in forms]

    def _responses(self, text: str, puzzles: Sequence[Grid], form: Dialect, *, truncated: bool) -> list[Response]:
        """Read the replies with blank lines or without; after a failure, in the way that fits more puzzles."""
        most = len(puzzles) + _MAX_EXTRA
        answers: list[Response] = []
        if self.refusal != "":
            answers = list(islice(self._replies(text, puzzles, form, with_blank_lines=False), most))
            if len(answers) == len(puzzles):
                return answers
        everything = list(islice(self._replies(text, puzzles, form, with_blank_lines=True), most))
        if truncated and self.refusal != "" and _count_fits(answers, puzzles) >= _count_fits(everything, puzzles):
            return answers
        if len(everything) > len(puzzles) and all(response is _BLANK for response in everything[1::2]):
            every_other = everything[::2]
            if len(every_other) == len(puzzles):
                return every_other
        return everything

    def _replies(
        self, text: str, puzzles: Sequence[Grid], form: Dialect, *, with_blank_lines: bool
    ) -> Iterator[Response]:
        responses = self._read_replies(text, puzzles, form, with_blank_lines=with_blank_lines)
        return _without_echoes(responses, puzzles) if self.echo else responses

    def _read_replies(
        self, text: str, puzzles: Sequence[Grid], form: Dialect, *, with_blank_lines: bool
    ) -> Iterator[Response]:
        source = NumberedLines.of_output(text, self.ignored)
        if self._reads_lines:
            for line in source:
                if line or with_blank_lines:
                    yield self._read_line(line.strip(), source.number)
            return
        lines = [] if self.refusal is None else list(NumberedLines.of_output(text))
        for place, reply in enumerate(form.replies(source, puzzles[0].shape), 1):
            if reply is BLANK_LINE and self.refusal is None:
                if with_blank_lines:
                    yield _BLANK
            elif reply is not BLANK_LINE or with_blank_lines:
                is_line = form.line_per_puzzle and isinstance(reply, Answer) and bool(lines)
                is_refusal = is_line and lines[source.number - 1].strip() == self.refusal
                number = source.number if form.line_per_puzzle else place
                yield Declined() if is_refusal else self._response(reply, number, lines)

    def _response(self, reply: Reply, number: int, lines: list[str]) -> Response:  # noqa: PLR0911 - one for each reply
        match reply:
            case ReportedError(text):
                reason = f"answered with the error {text[:200]!r}"
                return Failed(Fault.RAISED, reason, variant=message_pattern(text[:200]))
            case Count():
                return self._tagged(reply, number)
            case Answer() | Refusal() if self.dialect.tag_reply is not None:
                return self._tagged(reply, number)
            case Answer(grid):
                return Answered(grid)
            case Refusal(text) if self.refusal == text:
                return self.contract.read_claim(Claim.NONE)
            case Refusal(text) if text in self.dialect.words:
                return self.contract.read_claim(self.dialect.words[text])
            case Refusal() if self.refusal is None and not self.dialect.words:
                return Declined()
            case Refusal(text):
                words = [*filter(None, [self.refusal]), *self.dialect.words]
                expected = f"expected {' or '.join(['an answer', *map(repr, words)])}"
                return Failed(
                    Fault.MALFORMED, f"{self._unit} {number} is {text[:80]!r}; {expected}", variant="no answer"
                )
            case MalformedInputError(line=line) if line <= len(lines) and lines[line - 1].strip() == self.refusal:
                return Declined()
            case MalformedInputError():
                return Failed(Fault.MALFORMED, str(reply), variant=message_pattern(reply.reason))
            case other:
                assert_never(other)

    def _tagged(self, reply: Count | Answer | Refusal, number: int) -> Response:
        """Return the response for a reply that names its kind, if the contract allows this kind."""
        counts = self.contract.numbers
        claims = self.contract.words | {Claim.NONE}
        refusals = [text for text, claim in self.dialect.words.items() if claim in claims]
        match reply:
            case Count(solutions):
                if counts:
                    return Counted(solutions)
                found = f"the count {solutions}"
            case Answer(grid):
                if not counts:
                    return Answered(grid)
                found = "a solution"
            case Refusal(text):
                if not counts and text in refusals:
                    return self.contract.read_claim(self.dialect.words[text])
                found = f"the refusal {text!r}"
        expected = "a count" if counts else f"a solution or the refusal {' or '.join(map(repr, refusals))}"
        return Failed(Fault.MALFORMED, f"line {number} is {found}; expected {expected}", variant=type(reply).__name__)

    def _with_gaps(self, found: list[Response], puzzles: Sequence[Grid]) -> list[Response]:
        """Insert a failure at each gap, as many as answers are missing."""
        responses: list[Response] = []
        spare = len(puzzles) - len(found)
        rest = deque(found)
        for number, puzzle in enumerate(puzzles, 1):
            later = puzzles[number : number + spare]
            if not rest or (not _fits(rest[0], puzzle) and any(_fits(rest[0], other) for other in later)):
                spare -= 1
                responses.append(Failed(Fault.MISSING, f"{self._unit} {number} of {len(puzzles)} is missing"))
            else:
                responses.append(rest.popleft())
        return responses

    def _extra(self, found: list[Response], numbers: Sequence[int], *, is_cut: bool) -> Failed | None:
        if not numbers:
            return None
        which = "too many" if len(numbers) == 1 else f"the first of {len(numbers)} too many"
        received = f"at least {len(found)}" if is_cut or len(numbers) >= _MAX_EXTRA else len(found)
        expected = len(found) - len(numbers)
        reason = f"found {received} {self._unit}s, expected {expected}; {self._unit} {numbers[0] + 1} is {which}"
        return Failed(Fault.EXTRA, reason)

    def _read_line(self, line: str, number: int) -> Response:
        for pattern, solutions in self.words.items():
            if match := re.fullmatch(pattern, line[:MAX_SEARCHED]):
                text = match[1] if match.re.groups else None
                return (read_number(text) if text else None) or Counted(solutions)
        if (response := read_number(line)) is not None:
            return response
        words = "".join(f", {word!r}" for word in self.words)
        reason = f"line {number} is {line[:80]!r}; expected {self.contract.program}{words}"
        return Failed(Fault.MALFORMED, reason, variant="line")

    @property
    def _reads_lines(self) -> bool:
        """Whether the contract reads each line as an answer, instead of the dialect."""
        has_own_words = self.dialect.tag_reply is not None or bool(self.dialect.words)
        return self.contract.numbers and not has_own_words

    @property
    def _unit(self) -> str:
        return "line" if self.dialect.line_per_puzzle or self._reads_lines else "answer"


def _without_echoes(responses: Iterable[Response], puzzles: Sequence[Grid]) -> Iterator[Response]:
    """Leave out the first response to each puzzle that equals the puzzle."""
    place, is_echoed = 0, False
    for response in responses:
        if not is_echoed and place < len(puzzles) and response == Answered(puzzles[place]):
            is_echoed = True
        else:
            yield response
            place, is_echoed = place + 1, False


def _choose(found: list[Response], puzzles: Sequence[Grid]) -> list[int]:
    """Return the places of the responses that match the puzzles, in order; the others are extra."""
    kept: list[int] = []
    looks = iter(range(_MAX_LOOKS * len(found)))
    for puzzle in puzzles:
        first = kept[-1] + 1 if kept else 0
        candidates = zip(range(first, len(found) - len(puzzles) + len(kept) + 1), looks, strict=False)
        kept.append(next((number for number, _ in candidates if _fits(found[number], puzzle)), first))
    return kept


def _fits(response: Response, puzzle: Grid) -> bool:
    return isinstance(response, Answered) and response.grid.extends(puzzle)


def _is_malformed(response: Response) -> bool:
    return isinstance(response, Failed) and response.fault is Fault.MALFORMED


def _fitness(responses: Sequence[Response], asked: int) -> tuple[int, int]:
    """The number of grids, and how near the number of responses is to that of the puzzles."""
    return min(asked, sum(isinstance(response, Answered) for response in responses)), -abs(len(responses) - asked)


def _count_fits(responses: Sequence[Response], puzzles: Sequence[Grid]) -> int:
    return sum(map(_fits, responses, puzzles))
