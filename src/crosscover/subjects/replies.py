"""Read the output of a program as one response per puzzle.

The answer to a puzzle is the last full grid of its output, in any form and regardless of the surrounding text. Only
dialects whose answers contain tags, headers, letters or two-digit numbers are read by their own rules.

- If there are as many responses as puzzles, or fewer after a failure, they answer the puzzles in order.
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
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from crosscover.contracts import Contract
from crosscover.dialects import Dialect
from crosscover.dialects.cells import plain_grid
from crosscover.dialects.numbered_lines import NumberedLines
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response

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
"""Words for "no solution"; other words count only if the program exits normally."""

MAX_SHOWN = 80
"""Number of characters of a line that are shown."""

MAX_WORDS = 200
"""Number of characters of a line that are searched for words, since the search is quadratic."""

_Response = TypeVar("_Response", bound=Response)

_NUMBER = re.compile(r"(?<![\w.])[0-9]{1,18}(?!\w|\.[\w.])")


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
        shape, is_tagged = puzzles[0].shape, self.dialect.tag_answer is not None
        most = _MAX_LINES + 4 * shape.cells * len(puzzles)
        text = "\n".join(text.rsplit("\n", most)[-most:])
        if self.contract.numbers and not is_tagged:
            return self._numbers(text, puzzles, truncated=truncated)
        if not is_tagged and not self.dialect.several:
            text = _REFUSALS.sub("no solution", text)
            if text.count("\n") == len(puzzles):
                text = re.sub("^0$", "no solution", text, flags=re.MULTILINE)
        found = _without_echoes(list(self.dialect.responses(self._lines(text), shape)), puzzles)
        if not truncated:
            return _run_together(text, found, puzzles) or _respond(found, puzzles)
        while found and not _is_complete(found[-1], text, stopped=stopped):
            found.pop()
        ways = [tuple(way) for way in (_without_blank_lines(found), found) if len(way) <= len(puzzles)]
        ways.append(_fill(found, _by_clues(found, puzzles), puzzles))
        best = max(ways, key=lambda way: _fitness(way, puzzles[: len(way)]))
        while best and (_is_unread(best[-1]) or (stopped and _is_wrong(best[-1], puzzles[len(best) - 1]))):
            best = best[:-1]
        return best

    def _lines(self, text: str) -> NumberedLines:
        return NumberedLines.of_output(text, re.compile(self.ignored).search if self.ignored else None)

    def _numbers(self, text: str, puzzles: Sequence[Grid], *, truncated: bool) -> tuple[Response, ...]:
        """Return the numbers of all lines, or the last of every k lines that are or contain a number."""
        source = self._lines(text[: text.rfind("\n") + 1] if truncated else text)
        every, alone, some = list[Response](), list[Response](), list[Response]()
        for line in filter(None, source):
            numbers = _NUMBER.findall(line)
            if not numbers:
                reason = f"line {source.number} is {line.strip()[:80]!r}; expected {self.contract.program}"
                every.append(Failed(Fault.MALFORMED, reason, variant="line"))
                continue
            every.append(Counted(int(numbers[-1])))
            if numbers == [line.strip()]:
                alone.append(every[-1])
            if len(numbers[-1]) != puzzles[0].shape.side:  # a row of a grid has as many digits
                some.append(every[-1])
        count = len(puzzles)
        if truncated:  # a prompt may contain a number
            return tuple(_last_of_each(alone, count))
        found = next((way for way in (every, alone, some) if len(way) == count), some or alone)
        answers = _last_of_each(found, count)
        return (*answers, *(_missing(place, count) for place in range(len(answers), count)))


def _words(response: Response) -> str | None:
    """Return the line of a response without its digits; None for a grid or another certain answer."""
    match response:
        case Declined(text):
            return text
        case Failed(Fault.MALFORMED, reason):
            return re.sub("[0-9.]+", "", reason)
        case _:
            return None


def _is_answer(response: Response) -> bool:
    return _is_full(response) if isinstance(response, Answered) else _words(response) is None


def _says_so(response: Response) -> bool:
    return isinstance(response, Declined) and _SAYS_SO.search((response.text or "")[:MAX_WORDS]) is not None


def _without_blank_lines(found: Sequence[Response]) -> list[Response]:
    return [response for response in found if not isinstance(response, Declined) or response.text != ""]


def _without_echoes(found: Sequence[Response], puzzles: Sequence[Grid]) -> list[Response]:
    """Leave out full grids without a solution that a program prints below a title, before it refuses them in words."""
    unsolvable = {puzzle for puzzle in puzzles if puzzle.is_full and first_violation(puzzle) is not None}
    shown = _without_blank_lines(found)
    echoes = {
        id(echo)
        for title, echo, after in zip(shown, shown[1:], shown[2:], strict=False)
        if isinstance(echo, Answered) and echo.grid in unsolvable and _words(title) and _says_so(after)
    }
    return [response for response in found if id(response) not in echoes]


def _is_complete(last: Response, text: str, *, stopped: bool) -> bool:
    is_answer = _is_answer(last) or (_says_so(last) and not stopped)
    return _is_full(last) or (is_answer and text.endswith("\n"))


def _respond(found: Sequence[Response], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
    """Return the responses in order if they are as many as the puzzles and sound, else the reading that fits best."""
    ways = [tuple(way) for way in (_without_blank_lines(found), found) if len(way) == len(puzzles)]
    if ways and _is_sound(ways[0], puzzles):
        return ways[0]
    full = [at for at, response in enumerate(found) if _is_full(response)]
    every, rest = divmod(len(full), len(puzzles))
    if every and not rest:
        ways.append(_fill(found, full[every - 1 :: every], puzzles))
    if not (every and not rest and 1 in (every, len(puzzles))):
        ways.append(_fill(found, _by_clues(found, puzzles), puzzles))
    return max(ways, key=lambda way: _fitness(way, puzzles))


def _run_together(text: str, found: Sequence[Response], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
    """Return the grids of a text that lacks line ends between them; empty if this explains no more than `found`."""
    shape = puzzles[0].shape
    digits = "".join(text.split())
    is_complete = len(digits) == shape.cells * len(puzzles) and digits.isdigit() and shape.side <= 9
    if not is_complete or sum(map(_is_full, found)) == len(puzzles):
        return ()
    starts = range(0, len(digits), shape.cells)
    grids = [plain_grid(digits[start : start + shape.cells], shape) for start in starts]
    return tuple(map(Answered, filter(None, grids))) if all(grids) else ()


def surplus(printed: Sequence[str], expected: Sequence[str], *, between: bool) -> str:
    """Return what a judge would reject in an output, given its lines or words; empty if it is as expected.

    The text is a predicate of the program. If extra lines come `between` answers, they are counted, too.
    """
    extra = len(printed) - len(expected)
    if printed == expected:
        return ""
    if "".join(printed) == "".join(expected):
        return "runs its grids together"
    lines = "a line" if extra == 1 else f"{extra} lines"
    if printed[: len(expected)] == expected:
        return f"writes {lines} too many after the last answer: {printed[len(expected)][:MAX_SHOWN]!r}"
    left = iter(printed)
    if between and all(line in left for line in expected):
        return f"writes {lines} too many between the answers"
    return ""


def _by_clues(found: Sequence[Response], puzzles: Sequence[Grid]) -> list[int | None]:
    """Return the place of the answer to each puzzle, or None if its answer is missing."""
    lost = min(max(len(puzzles) - sum(map(_is_full, found)), 1), _MAX_LOST)
    slots: list[int | None] = [None] * len(puzzles)
    last = -1
    for at, response in enumerate(found):
        if _is_answer(response):
            near = (last + 1, last, *range(last + 2, last + 2 + lost))
            fitting = (to for to in near if 0 <= to < len(puzzles) and _fits(response, puzzles[to]))
            target = next(fitting, last + 1)
            if target < len(puzzles):
                slots[target], last = at, target
    return slots


def _fill(found: Sequence[Response], slots: Sequence[int | None], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
    """Return the responses in these places; puzzles without an answer get the refusals, grids or errors in between."""
    stops = [(-1, -1), *((place, at) for place, at in enumerate((*slots, len(found))) if at is not None)]
    gaps = [(place - before - 1, found[last + 1 : at]) for (before, last), (place, at) in pairwise(stops)]
    beside = {_words(response) for missing, inside in gaps if not missing for response in inside} - {None}
    responses: list[Response] = []
    for (missing, inside), (place, at) in zip(gaps, stops[1:], strict=True):
        if missing:
            responses += _responses_between([other for other in inside if _words(other) not in beside], missing)
            responses += (_missing(number, len(puzzles)) for number in range(len(responses), place))
        if at < len(found):
            responses.append(found[at])
    return tuple(responses)


def _responses_between(found: Sequence[Response], missing: int) -> Sequence[Response]:
    """Return at most `missing` responses from those without full grids: refusals if there are enough, else grids."""
    refusals = [response for response in found if isinstance(response, Declined)]
    certain = [response for response in refusals if _says_so(response)]
    grids = [response for response in found if isinstance(response, Answered)]
    if len(certain) >= missing:
        return _last_of_each(certain, missing)
    if not grids:
        return _last_of_each(refusals or found, missing)
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
    fits = sum(
        _is_full(response) and _fits(response, puzzle) for response, puzzle in zip(responses, puzzles, strict=True)
    )
    return fits, sum(map(_is_full, responses)), -sum(map(_is_unread, responses))


def _is_sound(responses: Sequence[Response], puzzles: Sequence[Grid]) -> bool:
    fits, full, failures = _fitness(responses, puzzles)
    grids = sum(isinstance(response, Answered) for response in responses)
    return full == len(puzzles) or (not failures and (2 * fits > grids or not grids))


def _is_wrong(response: Response, puzzle: Grid) -> bool:
    return isinstance(response, Answered) and first_violation(response.grid, puzzle) is not None


def _missing(place: int, count: int) -> Failed:
    return Failed(Fault.MISSING, f"answer {place + 1} of {count} is missing")


def _is_unread(response: Response) -> bool:
    return isinstance(response, Failed) and response.fault in (Fault.MALFORMED, Fault.MISSING)
