"""Programs in any language as subjects: they read a batch in a dialect and write the answers.

A command may begin with a source that has a main function, such as `solver.c`: it is compiled first.
"""

import re
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from errno import EACCES, ENOENT, ENOEXEC
from os import strerror
from os.path import isfile
from pathlib import Path

import numpy as np

from crosscover.dialects import Formatting
from crosscover.exit_code import UsageError
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault, Response
from crosscover.time_limit import seconds_left, time_limit

from .blocks import answers_of, grids, read_lines, read_records, write_puzzles
from .commands import built, split
from .environment import environment_with, hash_seed_in
from .exits import NO_DIRECTORY, diagnose, stderr_excerpt, text_of
from .processes.supervisor import SupervisorPool
from .processes.wire import Action, RunRequest, RunResult
from .replies import Reader
from .subject import UNREADABLE, BlockAnswers, Cells, SubjectKind, Transcript, Usage

_EXCERPT = 1 << 16
"""Maximum number of characters of the output in a transcript."""

PATTERN_SECONDS = 5.0
"""Time limit in seconds of `--ignore` for one output: some patterns take exponential time."""

MAX_SEARCHED = 1000
"""Maximum number of characters of a line that a regular expression searches."""

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
        ignored = re.compile(options.ignore).search if options.ignore else None
        self._reader = Reader(
            answers,
            options.contract,
            options.refusal,
            (lambda line: ignored(line[:MAX_SEARCHED])) if ignored else None,
        )
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
        size = self._dialect.batch_limit or max(len(batch), 1)
        transcripts: list[Transcript] = []
        for start in range(0, len(batch), size):
            transcripts.append(self._run(batch[start : start + size], formatting, seconds, wall_seconds))
            first = transcripts[-1].responses[0]
            if isinstance(first, Failed) and first.fault in (Fault.TIMED_OUT, Fault.NOT_STARTED):
                break  # further runs would fail in the same way
        return replace(_join(transcripts, len(batch)), hash_seed=self.hash_seed)

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Run the program once; output of an unexpected form is read answer by answer."""
        options, contract, shape = self.options, self.options.contract, self.options.shape
        form = self._dialect
        if form.batch_limit:
            return answers_of(self.ask(grids(puzzles, shape)), contract, shape)
        after = "\n\n" if form.blank_between else "\n"
        body = write_puzzles(
            puzzles, shape, lambda grid: "\n".join(form.puzzle_lines(grid, form.empty_characters[0])) + after
        )
        before, end = (f"{line}\n" if line else "" for line in (form.header.format(len(puzzles)), form.end))
        sent = f"{before}{body.removesuffix(after)}\n{end}"
        result = self._run_on(sent, len(puzzles), seconds)
        if isinstance(result, Failed):
            return answers_of(Transcript((result,) * len(puzzles)), contract, shape)
        if not (options.ignore or options.answer_form.answer_header):
            failed = diagnose(result, options, len(puzzles), len(puzzles))
            answers = None
            if failed is None or result.timed_out:
                answers = self._read_block(result.output, puzzles, is_cut=result.timed_out)
            if answers is not None:
                return replace(answers, failure=failed)
        return answers_of(self._transcript(result, grids(puzzles, shape), sent), contract, shape)

    def _read_block(self, output: str, puzzles: Cells, *, is_cut: bool) -> BlockAnswers | None:
        """Read answers of one form or one line each; None for output that has to be read as a whole.

        If the output `is_cut`, the last answers may be missing.
        """
        contract, shape, reader = self.options.contract, self.options.shape, self._reader
        count = len(puzzles)
        if "\r" in output or ("\n\n" in output and self.options.refusal != ""):
            if is_cut and re.search(r"\n[ \t\r]*\n", output):
                return None  # a blank line may be a refusal: it is not known how many answers there are
            output = re.sub(r"\r?\n(?:[ \t\r]*\n)*", "\n", output).lstrip("\n")

        def read(place: int, text: str) -> Response:
            return reader.read(text, [Grid(puzzles[place].tobytes(), shape)], truncated=False)[0]

        if count and len(output) % count == 0:
            first = read(0, output[: len(output) // count])
            if (table := read_records(output, count, contract, shape, first)) is not None:
                return BlockAnswers(table)
        lines = output[: output.rfind("\n") + 1].splitlines()
        if not self.options.answer_form.line_per_puzzle or len(lines) > count:
            return None
        answers = read_lines(lines, contract, shape, read)
        if answers.failure is not None or (len(lines) < count and not is_cut):
            return None
        missing = np.full((count - len(lines), answers.answers.shape[1]), UNREADABLE, np.uint8)
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
        self.hash_seed = hash_seed_in(environment_with(seed))

    def _run(
        self, puzzles: Sequence[Grid], formatting: Formatting, seconds: float | None, wall_seconds: float | None
    ) -> Transcript:
        if self.options.stream:
            formatting = replace(formatting, final_newline=True)
        sent = self._dialect.write(puzzles, formatting)
        limit = self.options.seconds(len(puzzles)) if seconds is None else seconds
        result = self._run_on(sent, len(puzzles), limit, wall_seconds)
        if isinstance(result, Failed):
            return Transcript((result,) * len(puzzles), sent=sent)
        return self._transcript(result, puzzles, sent)

    def _run_on(self, sent: str, puzzles: int, seconds: float, wall_seconds: float | None = None) -> RunResult | Failed:
        """Run the program on a text with that number of puzzles."""
        options = self.options
        try:
            folder = str(Path.cwd())
        except FileNotFoundError:
            return Failed(Fault.NOT_STARTED, NO_DIRECTORY)
        is_argument = self._dialect.as_arguments
        lines = ("",) if is_argument else tuple(sent.splitlines(keepends=True)) if options.stream else (sent,)
        request = RunRequest(
            action=Action.RUN,
            argv=(*self._argv, *sent.split()) if is_argument else self._argv,
            folder=folder,
            environment=environment_with(self.hash_seed),
            inputs=lines,
            seconds=seconds,
            memory=options.memory_mebibytes,
            output=options.output_mebibytes(puzzles),
            answer_seconds=(seconds if puzzles == 1 else options.seconds(1)) if options.stream else None,
            wall_seconds=wall_seconds,
            stop_idle=options.lingers,
        )
        result = self._supervisors.run(request)
        return Failed(Fault.NOT_STARTED, not_started(self._argv, result.errno)) if result.errno else result

    def _transcript(self, result: RunResult, puzzles: Sequence[Grid], sent: str) -> Transcript:
        received, options = text_of(result.output), self.options
        try:
            with time_limit(PATTERN_SECONDS) if options.ignore else nullcontext():
                responses = self._reader.read(received, puzzles, truncated=result.ended_badly)
        except TimeoutError:
            seconds_left()  # raises if it was the limit of a caller
            reason = f"--ignore {options.ignore!r} takes more than {PATTERN_SECONDS:g} s to search its output"
            return Transcript((Failed(Fault.NOT_STARTED, reason),) * len(puzzles), None, sent, received[:_EXCERPT])
        failed = diagnose(result, options, len(responses), len(puzzles))
        if result.unread and (failed is not None or not all(map(_is_answer, responses))):
            unread = f"; {result.unread} of {len(sent)} bytes of the input were not read"
        else:
            unread = ""
        if result.ended_badly and failed and len(responses) < len(puzzles):
            responses += (failed.with_remark("" if options.stream else unread),) * (len(puzzles) - len(responses))
            failed = None
        elif not result.ended_badly:
            more = unread + stderr_excerpt(result)
            responses = tuple(
                response.with_remark(more)
                if isinstance(response, Failed) and response.fault is Fault.MISSING
                else response
                for response in responses
            )
        usage = Usage(result.cpu_seconds, is_cut_off=result.cut_off)
        errors = text_of(result.errors)
        return Transcript(responses, failed, sent, received[:_EXCERPT], usage, errors)


def _is_answer(response: object) -> bool:
    return not isinstance(response, Failed)


def not_started(argv: tuple[str, ...], errno: int) -> str:
    """Explain why a program could not be started, with advice."""
    program = argv[0]
    there, is_file = Path(program), isfile(program)  # noqa: PTH113 - a name too long for a path is none
    reason = f"cannot start {program}: {strerror(errno)}"
    match errno:
        case n if n == ENOENT and "/" not in program and is_file:
            return f"{reason} among the programs on PATH; the one in this folder is ./{program}"
        case n if n == ENOENT and is_file:
            return f"{reason}: the file is there, but what its first line or its format names to run it is not"
        case n if n == EACCES and there.is_dir():
            return f"{reason}: it is a folder"
        case n if n == EACCES:
            return f"{reason}; 'chmod +x {program}' makes a file executable"
        case n if n == ENOEXEC:
            return f"{reason}: it is neither a program for this machine nor a script with a first line like '#!/bin/sh'"
        case _:
            return reason


def _join(transcripts: Sequence[Transcript], asked: int) -> Transcript:
    """Join the transcripts of runs; puzzles without a run have the last failure."""
    responses = [response for transcript in transcripts for response in transcript.responses]
    responses += responses[-1:] * (asked - len(responses))
    run_failure = next((transcript.run_failure for transcript in transcripts if transcript.run_failure), None)
    sent, received = ("".join(getattr(one, part) for one in transcripts) for part in ("sent", "received"))
    usages = [transcript.usage for transcript in transcripts if transcript.usage]
    cpu_seconds = sum(one.cpu_seconds for one in usages)
    total = Usage(cpu_seconds, is_cut_off=any(one.is_cut_off for one in usages))
    errors = "".join(transcript.errors for transcript in transcripts)
    return Transcript(tuple(responses), run_failure, sent, received, total, errors)
