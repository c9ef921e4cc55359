"""Programs in any language: they read a batch in a dialect and write the answers.

A command may begin with a source file that has a main function, such as `solver.c`, which is compiled first.
"""

from collections.abc import Sequence

import numpy as np

from crosscover.dialects import Formatting
from crosscover.dialects.cells import plain_grid
from crosscover.errors import UsageError
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Counted, Failed, Fault, Response

from .blocks import BlockTexts
from .compiling import built
from .exits import broke_off, decoded, stderr_excerpt
from .processes.wire import RunResult, Stop
from .replies import MAX_SHOWN, Reader, surplus
from .specification import split
from .subject import SubjectKind


class Program:
    """A program, started for each batch, or for each puzzle if its dialect allows one puzzle per input.

    Raises UsageError if the command is empty or cannot be split into words, if the source does not compile, if the
    empty cell is not a single character, and if the dialect cannot express what the contract requires.
    """

    kind = SubjectKind.PROGRAM
    called = ""
    reads_input = ""
    forks = False

    def __init__(self, name: str, options: Options) -> None:
        self._argv, build = built(split(name.removeprefix("exec:")))
        self.name = name
        self.options = options
        lingers = "answers, but does not exit: crosscover stopped it after its last answer" if options.lingers else ""
        self.remarks = [*filter(None, (build, lingers))]
        self.answers_the_end = False
        self._dialect = options.text_form
        answers = options.answer_form
        self.batch_limit = self._dialect.batch_limit
        if options.empty is not None and len(options.empty) != 1:
            raise UsageError(f"--empty={options.empty} is for functions; a program reads a character per cell")
        if not options.contract.fits(answers):
            required = f"what the contract {options.contract.name!r} requires"
            raise UsageError(f"answers in the dialect {answers.name} cannot express {required}")
        self._reader = Reader(answers, options.contract, options.ignore)

    def command(self, sent: str) -> tuple[tuple[str, ...], str]:
        """Return the words of the command, and its input."""
        return ((*self._argv, *sent.splitlines()), "") if self._dialect.as_arguments else (self._argv, sent)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting) -> str:
        """Return the input; the dialect's usual formatting replaces formatting that it does not allow."""
        return self._dialect.write(puzzles, formatting)

    def header(self, count: int) -> str:
        """Return the beginning of the input for `count` puzzles."""
        header = self._dialect.header.format(count)
        return f"{header}\n" if header else ""

    def texts(self, output: str, count: int) -> BlockTexts | None:
        """Split the output for a block into answers of equal length or of one line each; None if that fails."""
        form = self.options.answer_form
        if self.options.ignore or form.answer_header:
            return None
        size, rest = divmod(len(output), count)
        if not rest and set(output[size - 1 :: size or 1]) == {"\n"}:
            return BlockTexts(output, 0, np.arange(1, count + 1) * size)
        if form.line_per_puzzle and not ("\r" in output or "\n\n" in output):
            return BlockTexts.of_lines(output)
        return None

    def response(self, text: str, puzzle: Grid) -> Response:
        """Read the answer to one puzzle."""
        return self._reader.read(text, [puzzle], truncated=False)[0]

    def read(self, result: RunResult, puzzles: Sequence[Grid]) -> tuple[Response, ...]:
        """Read the output of a run; if it ended badly, the last responses may be missing."""
        stopped = result.stopped not in (None, Stop.IDLE)
        responses = self._reader.read(decoded(result.output), puzzles, truncated=broke_off(result), stopped=stopped)
        if not broke_off(result) and self._dialect.judge is not None and len(responses) == len(puzzles):
            responses = self._judged(decoded(result.output), responses, puzzles)
        cause = "" if broke_off(result) else stderr_excerpt(result.errors)
        return tuple(
            response.with_remark(cause)
            if isinstance(response, Failed) and response.fault is Fault.MISSING
            else response
            for response in responses
        )

    def _judged(self, output: str, responses: tuple[Response, ...], puzzles: Sequence[Grid]) -> tuple[Response, ...]:
        """Replace the last response if forms are strict and an online judge would reject the output of a run.

        Otherwise, lines too many and missing line ends are noted as a remark. A grid too many answers the line that
        ends the input.
        """
        form, judge = self.options.answer_form, self._dialect.judge
        if judge is None or any(isinstance(response, Failed | Counted) for response in responses):
            return responses
        answers = zip(responses, puzzles, strict=True)
        written = "".join(form.write_answer(answer, puzzle, at) for at, (answer, puzzle) in enumerate(answers, 1))
        printed, expected = judge(output), judge(written)
        found = surplus(printed, expected, between=form.blank_between)
        if self.options.strict_forms and printed != expected:
            reason = f"a judge rejects the output: it {found or 'differs from ' + repr(written[:MAX_SHOWN])}"
            return (*responses[:-1], Failed(Fault.MALFORMED, reason, variant="judge"))
        remark = f"{found}; a judge would reject this (--strict-forms)"
        if found and remark not in self.remarks:
            self.remarks.append(remark)
        if self._dialect.end and any(plain_grid(line, puzzles[0].shape) for line in printed[len(expected) :]):
            self.answers_the_end = True
        return responses
