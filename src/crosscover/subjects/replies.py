"""Read the output of a program as one response per puzzle.

The answer to a puzzle is the last full grid of its output, in any form and regardless of the surrounding text. Only
dialects whose replies contain tags, headers, letters or two-digit numbers are read by their own rules.

- If there are as many replies as puzzles, they answer the puzzles in order.
- If there are k times as many full grids as puzzles, the last of every k grids is an answer.
- Alternatively, a grid answers the next puzzle if it keeps the clues, else the last or a later puzzle whose clues it
  keeps. The reading in which most answers fit their puzzles is used.
- If a puzzle gets no full grid, the last line without digits in its place is a refusal, as is a line such as `-1` or
  `0 solutions`. Otherwise its response is a partly filled grid, or a failure. Lines that also occur next to answers,
  regardless of their digits, are no refusals.
- If the program crashed, only full grids and words for "no solution" are answers; if it was stopped, only full grids.

A blank line may be a refusal or a separator. Blank lines are ignored if there are as many other lines as puzzles.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from crosscover.contracts import Contract
from crosscover.dialects import Answer, Count, Dialect, MalformedInputError, Refusal, ReportedError
from crosscover.dialects.any_form import read_answers
from crosscover.dialects.interface import BLANK_LINE
from crosscover.dialects.numbered_lines import NumberedLines
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, message_pattern

_MAX_LOST = 16
"""Maximum number of consecutive missing answers that the clues of the next answer reveal."""

_MAX_LINES = 40_000
"""Number of lines read from the end of an output, in addition to 4 per cell."""

_REFUSALS = re.compile(
    r"^[ \t]*(?:-1|(?:found )?0 solutions?(?: found)?|(?:number of )?solutions?:? *0)[ \t.]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""Lines with digits that mean "no solution"; `0` counts only if each puzzle gets its own line."""

_SAYS_SO = re.compile(
    r"\b(?:no|not|non|cannot|can.?t|could ?n.?t|kein\w*|nicht|pas|aucune|sin|sem|nessuna)\b.*(?:sol[uv]|lös|answer)"
    r"|un-?sol[uv]|insol|irresol|unlös|\bnot (?:a )?valid"
    r"|^\W*(?:\w+\W+){0,3}(?:impossib|infeas|unsat|inconsist|contradict|invalid)"  # not in a long line of progress
    r"|^(?:no|none|null|nil|false)\W*$",
    re.IGNORECASE,
)
"""Words for "no solution"; only a program that exits normally may use any others."""

MAX_WORDS = 200
"""Number of characters of a line that are searched for words, since the search is quadratic."""

_Response = TypeVar("_Response", bound=Response)

_NUMBER = re.compile(r"(?<![\w.])[0-9]{1,18}(?!\w|\.[\w.])")


@dataclass(frozen=True, slots=True)
class Reading:
    """A response in an output. `words` is its line without digits; None for a grid or another certain answer."""

    response: Response
    words: str | None = None

    @property
    def is_answer(self) -> bool:
        """Whether this is a full grid, or another unambiguous reply."""
        return self.words is None and (_is_full(self.response) or not isinstance(self.response, Answered))

    @property
    def is_refusal(self) -> bool:
        """Whether this is a line with words for "no solution", not just any text."""
        return isinstance(self.response, Declined) and _SAYS_SO.search((self.words or "")[:MAX_WORDS]) is not None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the output of a program, under a dialect and a contract; skips lines that `ignored` matches."""

    dialect: Dialect
    contract: Contract
    ignored: str | None = None

    def read(
        self, text: str, puzzles: Sequence[Grid], *, truncated: bool, stopped: bool = False
    ) -> tuple[Response, ...]:
        """Return the response to each puzzle, a `Failed` for each missing answer.

        `truncated` means that the program failed; the responses then end with the last complete answer. If it was
        `stopped`, a wrong grid at the end may be a step, and is no answer.
        """
        most = _MAX_LINES + 4 * puzzles[0].shape.cells * len(puzzles)
        text = "\n".join(text.rsplit("\n", most)[-most:])
        if self.contract.numbers and self.dialect.tag_reply is None:
            return self._numbers(text, puzzles, truncated=truncated)
        if self.dialect.tag_reply is None and not self.dialect.words:
            text = _REFUSALS.sub("no solution", text)
            if text.count("\n") == len(puzzles):
                text = re.sub("^0$", "no solution", text, flags=re.MULTILINE)
        found = _without_echoes(list(self._found(text, puzzles[0].shape)), puzzles)
        if not truncated:
            return _respond(found, puzzles)
        while found and not _is_complete(found[-1], text, stopped=stopped):
            found.pop()
        best = _fill(found, _by_clues(found, puzzles), puzzles)
        while best and (_is_unread(best[-1]) or (stopped and _is_wrong(best[-1], puzzles[len(best) - 1]))):
            best = best[:-1]
        return best

    def _lines(self, text: str) -> NumberedLines:
        return NumberedLines.of_output(text, re.compile(self.ignored).search if self.ignored else None)

    def _found(self, text: str, shape: Shape) -> Iterator[Reading]:
        source = self._lines(text)
        own, claims = self.dialect, self.dialect.words
        is_plain = own.tag_reply is None and not own.answer_header and own.shape is None and shape.side <= 9
        for reply in (read_answers if is_plain else own.replies)(source, shape):
            match reply:
                case Answer(grid):
                    yield Reading(Answered(grid))
                case Count(number):
                    yield Reading(Counted(number))
                case Refusal(word) if word in claims:
                    yield Reading(self.contract.read_claim(claims[word]))
                case Refusal(word) if not claims:
                    yield Reading(Declined(), None if own.answer_header and reply is not BLANK_LINE else word)
                case Refusal(word) if word:
                    expected = " or ".join(["an answer", *map(repr, claims)])
                    reason = f"line {source.number} is {word[:80]!r}; expected {expected}"
                    yield Reading(Failed(Fault.MALFORMED, reason, variant="no answer"), word)
                case ReportedError(text):
                    reason, variant = f"answered with the error {text[:200]!r}", message_pattern(text[:200])
                    yield Reading(Failed(Fault.RAISED, reason, variant=variant))
                case MalformedInputError(found=text):
                    failed = Failed(Fault.MALFORMED, str(reply), variant=message_pattern(reply.reason))
                    yield Reading(failed, re.sub("[0-9.]+", "", text))
                case _:  # a blank line that is no refusal
                    pass

    def _numbers(self, text: str, puzzles: Sequence[Grid], *, truncated: bool) -> tuple[Response, ...]:
        """Return the numbers of all lines, or the last of every k lines that are or contain a number."""
        source = self._lines(text[: text.rfind("\n") + 1] if truncated else text)
        every, alone, some = list[Response](), list[Response](), list[Response]()
        for line in filter(None, source):
            numbers = _NUMBER.findall(line)
            reason = f"line {source.number} is {line.strip()[:80]!r}; expected {self.contract.program}"
            every.append(Counted(int(numbers[-1])) if numbers else Failed(Fault.MALFORMED, reason, variant="line"))
            alone += every[-1:] if numbers == [line.strip()] else []
            some += every[-1:] if numbers and len(numbers[-1]) != puzzles[0].shape.side else []  # a row has as many
        count = len(puzzles)
        found = next((way for way in (every, alone, some) if len(way) == count), some or alone)
        found = alone if truncated else found  # a prompt may contain a number
        found = found if len(found) % count else found[len(found) // count - 1 :: max(len(found) // count, 1)]
        return (*found[:count], *(_missing(place, count) for place in range(len(found), 0 if truncated else count)))


def _without_echoes(found: Sequence[Reading], puzzles: Sequence[Grid]) -> list[Reading]:
    """Leave out full grids without a solution that a program prints below a title, before it refuses them in words."""
    unsolvable = {puzzle for puzzle in puzzles if puzzle.is_full and first_violation(puzzle) is not None}
    shown = [one for one in found if one.words != ""]
    echoes = {
        id(grid)
        for title, grid, after in zip(shown, shown[1:], shown[2:], strict=False)
        if title.words and after.is_refusal and isinstance(grid.response, Answered) and grid.response.grid in unsolvable
    }
    return [one for one in found if id(one) not in echoes]


def _is_complete(last: Reading, text: str, *, stopped: bool) -> bool:
    """Whether the last response of a program that failed is a complete answer."""
    is_answer = last.is_answer or (last.is_refusal and not stopped)
    return _is_full(last.response) or (is_answer and text.endswith("\n"))


def _respond(found: Sequence[Reading], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
    """Return the responses in order if they are as many as the puzzles and sound, else the reading that fits best."""
    shown = [one for one in found if one.words != ""]
    ways = [tuple(one.response for one in way) for way in (shown, found) if len(way) == len(puzzles)]
    if ways and _is_sound(ways[0], puzzles):
        return ways[0]
    full = [at for at, one in enumerate(found) if _is_full(one.response)]
    every, rest = divmod(len(full), len(puzzles))
    if every and not rest:
        ways.append(_fill(found, full[every - 1 :: every], puzzles))
    if not (every and not rest and 1 in (every, len(puzzles))):
        ways.append(_fill(found, _by_clues(found, puzzles), puzzles))
    return max(ways, key=lambda way: _fitness(way, puzzles))


def _by_clues(found: Sequence[Reading], puzzles: Sequence[Grid]) -> list[int | None]:
    """Return the place of the answer to each puzzle, or None if its answer is missing."""
    lost = min(max(len(puzzles) - sum(_is_full(one.response) for one in found), 1), _MAX_LOST)
    slots: list[int | None] = [None] * len(puzzles)
    last = -1
    for at, one in enumerate(found):
        if one.is_answer:
            near = (last + 1, last, *range(last + 2, last + 2 + lost))
            fitting = (to for to in near if 0 <= to < len(puzzles) and _fits(one.response, puzzles[to]))
            target = next(fitting, last + 1)
            if target < len(puzzles):
                slots[target], last = at, target
    return slots


def _fill(found: Sequence[Reading], slots: Sequence[int | None], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
    """Return the responses in these places; puzzles without an answer get the refusals, grids or errors in between."""
    stops = [(-1, -1), *((place, at) for place, at in enumerate((*slots, len(found))) if at is not None)]
    gaps = [(place - before - 1, found[last + 1 : at]) for (before, last), (place, at) in pairwise(stops)]
    beside = {one.words for missing, inside in gaps if not missing for one in inside} - {None}
    responses: list[Response] = []
    for (missing, inside), (place, at) in zip(gaps, stops[1:], strict=True):
        if missing:
            responses += _responses_between([one for one in inside if one.words not in beside], missing)
            responses += (_missing(number, len(puzzles)) for number in range(len(responses), place))
        responses += [one.response for one in found[at : at + 1]]
    return tuple(responses)


def _responses_between(readings: Sequence[Reading], missing: int) -> Sequence[Response]:
    """Return at most `missing` responses from readings without full grids: refusals if there are enough, else grids."""
    refusals = [one for one in readings if isinstance(one.response, Declined)]
    certain = [one for one in refusals if one.is_refusal]
    grids = [one.response for one in readings if isinstance(one.response, Answered)]
    if len(certain) >= missing or not grids:
        enough = certain if len(certain) >= missing else refusals or readings
        return _last_of_each([one.response for one in enough], missing)
    last = _last_of_each(grids, missing)
    return last if len(refusals) < missing else [Declined(beside=answer.grid) for answer in last]


def _last_of_each(responses: Sequence[_Response], parts: int) -> Sequence[_Response]:
    """Divide responses into parts of equal size and return the last one of each."""
    every = max(len(responses) // parts, 1)
    return responses[every - 1 :: every][:parts]


def _is_full(response: Response) -> bool:
    return isinstance(response, Answered) and response.grid.is_full


def _fits(response: Response, puzzle: Grid) -> bool:
    return isinstance(response, Answered) and response.grid.extends(puzzle)


def _fitness(responses: Sequence[Response], puzzles: Sequence[Grid]) -> tuple[int, ...]:
    """Return the number of answers that fit their puzzles, of full grids, and of failures (negated)."""
    fits = sum(_is_full(one) and _fits(one, puzzle) for one, puzzle in zip(responses, puzzles, strict=True))
    return fits, sum(map(_is_full, responses)), -sum(map(_is_unread, responses))


def _is_sound(responses: Sequence[Response], puzzles: Sequence[Grid]) -> bool:
    """Whether all responses are full grids, or all can be read and most grids fit their puzzles."""
    fits, full, failures = _fitness(responses, puzzles)
    grids = sum(isinstance(one, Answered) for one in responses)
    return full == len(puzzles) or (not failures and (2 * fits > grids or not grids))


def _is_wrong(response: Response, puzzle: Grid) -> bool:
    return isinstance(response, Answered) and first_violation(response.grid, puzzle) is not None


def _missing(place: int, count: int) -> Failed:
    return Failed(Fault.MISSING, f"answer {place + 1} of {count} is missing")


def _is_unread(response: Response) -> bool:
    return isinstance(response, Failed) and response.fault in (Fault.MALFORMED, Fault.MISSING)
