"""Programs in any language as subjects: they read a batch in a dialect and write the answers.

A command may begin with a source that has a main function, such as `solver.c`: it is compiled first.
"""

from collections.abc import Sequence
from dataclasses import replace
from errno import EACCES, ENOENT
from os import strerror
from os.path import isfile

import numpy as np

from crosscover.dialects import Formatting
from crosscover.exit_code import UsageError
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault, Response

from .blocks import answers_of, grids, read_texts, write_puzzles
from .commands import built, split
from .environment import environment_with, user_hash_seed, working_folder
from .exits import diagnose, stderr_excerpt, text_of
from .processes.supervisor import SupervisorPool
from .processes.wire import Action, RunRequest, RunResult
from .replies import Reader
from .subject import UNREADABLE, BlockAnswers, Cells, SubjectKind, Transcript, Usage

_EXCERPT = 1 << 16
"""Maximum number of characters of the output in a transcript."""

LINGERS = "answers, but does not exit: crosscover stopped it after its last answer"
"""The remark about a program that does not exit after its last answer, for example because of a thread."""


class ProgramSubject:
    """A program, started for each batch, or for each puzzle if its dialect has one puzzle per input.

    Raises UsageError for a command that no shell would split, or is empty, for a source that does not compile, for an
    empty cell that is no character, and for a dialect that cannot express what the contract requires or, with `stream`,
    does not have one line per puzzle.
    """

    kind = SubjectKind.PROGRAM
    engine = None

    def __init__(self, name: str, command: str, options: Options, supervisors: SupervisorPool | None = None) -> None:
        self._argv, build = built(split(command))
        self.name = name
        self.options = options
        self.hash_seed: int | None = None
        self.remarks: Sequence[str] = tuple(filter(None, (build, LINGERS if options.lingers else "")))
        self._dialect, answers = options.text_form, options.answer_form
        for form in (self._dialect, answers):
            if options.stream and not form.line_per_puzzle:
                raise UsageError(f"the dialect {form.name} does not have one line per puzzle, as --stream requires")
        if options.empty is not None and len(options.empty) != 1:
            raise UsageError(f"--empty={options.empty} is for functions; a program reads a character per cell")
        if not options.contract.fits(answers):
            required = f"what the contract {options.contract.name!r} requires"
            raise UsageError(f"answers in the dialect {answers.name} cannot express {required}")
        self._reader = Reader(answers, options.contract, options.refusal, options.ignore)
        self._supervisors = supervisors or SupervisorPool()

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Run the program; formatting that the dialect does not allow is replaced by its usual one."""
        formatting = self._dialect.allowed(formatting)
        if self.options.stream:
            formatting = replace(formatting, final_newline=True)
        size = self._dialect.batch_limit or max(len(batch), 1)
        transcripts: list[Transcript] = []
        for start in range(0, len(batch), size):
            puzzles = batch[start : start + size]
            sent = self._dialect.write(puzzles, formatting)
            limit = self.options.seconds(len(puzzles)) if seconds is None else seconds
            transcripts.append(self._transcript(self._run(sent, len(puzzles), limit, wall_seconds), puzzles, sent))
            first = transcripts[-1].responses[0]
            if isinstance(first, Failed) and first.fault in (Fault.TIMED_OUT, Fault.NOT_STARTED):
                break  # further runs would fail in the same way
        return replace(_join(transcripts, len(batch)), hash_seed=self.hash_seed)

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Run the program once; output of an unexpected form is read answer by answer."""
        options, contract, shape, form = self.options, self.options.contract, self.options.shape, self._dialect
        if form.batch_limit:
            return answers_of(self.ask(grids(puzzles, shape)), contract, shape)
        after = "\n\n" if form.blank_between else "\n"
        body = write_puzzles(
            puzzles, shape, lambda grid: "\n".join(form.puzzle_lines(grid, form.empty_characters[0])) + after
        )
        before, end = (f"{line}\n" if line else "" for line in (form.header.format(len(puzzles)), form.end))
        sent = f"{before}{body.removesuffix(after)}\n{end}"
        result = self._run(sent, len(puzzles), seconds)
        failed = diagnose(result, options, len(puzzles), len(puzzles))
        if (failed is None or result.timed_out) and not (options.ignore or options.answer_form.answer_header):
            answers = self._read_block(result.output, puzzles, is_cut=result.timed_out)
            if answers is not None:
                return replace(answers, failure=failed)
        return answers_of(self._transcript(result, grids(puzzles, shape), sent), contract, shape)

    def _read_block(self, output: str, puzzles: Cells, *, is_cut: bool) -> BlockAnswers | None:
        """Read answers of one length or one line each; None for output that has to be read as a whole.

        If the output `is_cut`, the last answers may be missing.
        """
        contract, shape, count = self.options.contract, self.options.shape, len(puzzles)
        has_blanks = "\r" in output or ("\n\n" in output and self.options.refusal != "")

        def read(place: int, text: str) -> Response:
            return self._reader.read(text, [Grid(puzzles[place].tobytes(), shape)], truncated=False)[0]

        size, rest = divmod(len(output), count)
        if not rest and set(output[size - 1 :: size or 1]) == {"\n"}:
            texts = [output[start : start + size] for start in range(0, len(output), size)]
        elif self.options.answer_form.line_per_puzzle and not has_blanks:
            texts = output[: output.rfind("\n") + 1].splitlines()
        else:
            return None
        if len(texts) > count or (len(texts) < count and not is_cut):
            return None
        answers = read_texts(texts, contract, shape, read)
        if answers.failure is not None:
            return None
        missing = np.full((count - len(texts), answers.answers.shape[1]), UNREADABLE, np.uint8)
        return BlockAnswers(np.concatenate((answers.answers, missing)))

    def close(self) -> None:
        """Stop the supervisors of the program."""
        self._supervisors.close()

    def under(self, options: Options) -> "ProgramSubject":
        """This program under other options; it shares the supervisors, so only one of the two is closed."""
        program = ProgramSubject(self.name, self.name.removeprefix("exec:"), options, self._supervisors)
        program.use_hash_seed(self.hash_seed)
        return program

    def use_hash_seed(self, seed: int | None) -> None:
        """Run the program with this hash seed from now on, in case it starts Python."""
        self.hash_seed = user_hash_seed(seed)

    def _run(self, sent: str, puzzles: int, seconds: float, wall_seconds: float | None = None) -> RunResult:
        """Run the program on a text with that number of puzzles."""
        options, is_argument = self.options, self._dialect.as_arguments
        request = RunRequest(
            action=Action.RUN,
            argv=(*self._argv, *sent.split()) if is_argument else self._argv,
            folder=working_folder(),
            environment=environment_with(self.hash_seed),
            inputs=("",) if is_argument else tuple(sent.splitlines(keepends=True)) if options.stream else (sent,),
            seconds=seconds,
            memory=options.memory_mebibytes,
            output=options.output_mebibytes(puzzles),
            answer_seconds=(seconds if puzzles == 1 else options.seconds(1)) if options.stream else None,
            wall_seconds=wall_seconds,
            stop_idle=options.lingers,
        )
        with self._supervisors.borrow() as client:
            return client.run(request)

    def _transcript(self, result: RunResult, puzzles: Sequence[Grid], sent: str) -> Transcript:
        if result.errno:
            unable = Failed(Fault.NOT_STARTED, not_started(self._argv[0], result.errno))
            return Transcript((unable,) * len(puzzles), sent=sent)
        received, errors = text_of(result.output), text_of(result.errors)
        responses = self._reader.read(received, puzzles, truncated=result.ended_badly)
        failed = diagnose(result, self.options, len(responses), len(puzzles))
        if failed and len(responses) < len(puzzles):
            responses += (failed,) * (len(puzzles) - len(responses))
            failed = None
        elif not result.ended_badly:
            cause = stderr_excerpt(result.errors)
            responses = tuple(
                one.with_remark(cause) if isinstance(one, Failed) and one.fault is Fault.MISSING else one
                for one in responses
            )
        usage = Usage(result.cpu_seconds, is_cut_off=result.cut_off)
        return Transcript(responses, failed, sent, received[:_EXCERPT], usage, errors)


def not_started(program: str, errno: int) -> str:
    """Explain why a program could not be started, with advice."""
    reason = f"cannot start {program}: {strerror(errno)}"
    if errno == ENOENT and isfile(program):  # noqa: PTH113 - a name too long for a path is none
        advice = "what its first line names is missing" if "/" in program else f"it is here as ./{program}"
        return f"{reason}; {advice}"
    return f"{reason}; 'chmod +x {program}' makes a file executable" if errno == EACCES else reason


def _join(transcripts: Sequence[Transcript], asked: int) -> Transcript:
    """Join the transcripts of runs; puzzles without a run have the last failure."""
    responses = [response for one in transcripts for response in one.responses]
    usages = [one.usage for one in transcripts if one.usage]
    return Transcript(
        (*responses, *responses[-1:] * (asked - len(responses))),
        next((one.run_failure for one in transcripts if one.run_failure), None),
        "".join(one.sent for one in transcripts),
        "".join(one.received for one in transcripts),
        Usage(sum(one.cpu_seconds for one in usages), is_cut_off=any(one.is_cut_off for one in usages)),
        "".join(one.errors for one in transcripts),
    )
