"""Programs in any language as subjects: they read a batch in a dialect and write the answers."""

import os
import re
import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from errno import EACCES, ENOENT, ENOEXEC
from os import strerror
from pathlib import Path

from crosscover.dialects import Formatting
from crosscover.exit_code import UsageError
from crosscover.option_values import number_words
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.time_limit import seconds_left, time_limit

from .blocks import BlockText, answers_of, grids
from .environment import environment_with, hash_seed_in
from .exit_diagnosis import NO_DIRECTORY, describe_unread_input, diagnose, stderr_excerpt, text_of
from .processes.supervisor import SupervisorPool
from .processes.watch import MAX_SEARCHED, PATTERN_SECONDS
from .processes.wire import Action, RunRequest, RunResult
from .replies import Reader
from .subject import BlockAnswers, Cells, SubjectKind, Transcript, Usage

_EXCERPT = 1 << 16
"""Maximum number of characters of the output in a transcript."""


class ProgramSubject:
    """A program, started for each batch, or for each puzzle if its dialect has one puzzle per input.

    Raises UsageError for a command that no shell would split, or is empty, and for a dialect that cannot express
    what the contract requires or, with `stream`, does not have one line per puzzle.
    """

    kind = SubjectKind.PROGRAM
    engine = None

    def __init__(self, name: str, command: str, options: Options, supervisors: SupervisorPool | None = None) -> None:
        try:
            self._argv = tuple(shlex.split(command))
        except ValueError as error:
            raise UsageError(f"{name} cannot be split into words: {error}") from None
        if not self._argv:
            raise UsageError("exec: needs a command, such as exec:./a.out")
        self.name = name
        self.options = options
        self.hash_seed: int | None = None
        self._dialect, answers = options.text_form, options.answer_form
        for form in (self._dialect, answers):
            if options.stream and not form.line_per_puzzle:
                raise UsageError(f"the dialect {form.name} does not have one line per puzzle, as --stream requires")
        if not options.contract.fits(answers):
            required = f"what the contract {options.contract.name!r} requires"
            raise UsageError(f"answers in the dialect {answers.name} cannot express {required}")
        self._reader = reader(options)
        self._block_text = BlockText(self._dialect, options.contract, options.refusal, options.shape)
        self._block_answers = BlockText(answers, options.contract, options.refusal, options.shape)
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
        if self._dialect.batch_limit:
            return answers_of(self.ask(grids(puzzles, shape)), contract, shape)
        sent = self._block_text.write(puzzles)
        result = self._run_on(sent, len(puzzles), seconds)
        if isinstance(result, Failed):
            return answers_of(Transcript((result,) * len(puzzles)), contract, shape)
        failed = diagnose(result, options, len(puzzles), len(puzzles))
        if not (options.ignore or options.echo):
            if failed is None and (answers := self._block_answers.read(result.output, puzzles)) is not None:
                return BlockAnswers(answers)
            if result.timed_out and (answers := self._block_answers.read_beginning(result.output, puzzles)) is not None:
                return BlockAnswers(answers, failed)
        return answers_of(self._transcript(result, grids(puzzles, shape), sent), contract, shape)

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
        request = RunRequest(
            action=Action.RUN,
            argv=(*self._argv, *sent.split()) if self._dialect.as_arguments else self._argv,
            folder=folder,
            environment=environment_with(self.hash_seed),
            inputs=self._inputs(sent),
            seconds=seconds,
            memory=options.memory_limit,
            output=options.output_mebibytes(puzzles),
            ignore=options.ignore or "",
            answer_seconds=(seconds if puzzles == 1 else options.seconds(1)) if options.stream else None,
            wall_seconds=wall_seconds,
        )
        result = self._supervisors.run(request)
        return Failed(Fault.NOT_STARTED, not_started(self._argv, result.errno)) if result.errno else result

    def _inputs(self, sent: str) -> tuple[str, ...]:
        """Split the input into lines if the program receives one puzzle at a time."""
        if self._dialect.as_arguments:
            return ("",)
        return tuple(sent.splitlines(keepends=True)) if self.options.stream else (sent,)

    def _transcript(self, result: RunResult, puzzles: Sequence[Grid], sent: str) -> Transcript:
        received = text_of(result.output)
        options = self.options
        patterns = {name: text for name in ("ignore", "words") if (text := getattr(options, name))}
        try:
            with time_limit(PATTERN_SECONDS) if patterns else nullcontext():
                matched = self._reader.read(received, puzzles, truncated=result.ended_badly)
        except TimeoutError:
            seconds_left()  # raises if it was the limit of a caller
            given = " ".join(f"--{name} {text!r}" for name, text in patterns.items())
            reason = f"{given} takes more than {PATTERN_SECONDS:g} s to search its output"
            return Transcript((Failed(Fault.NOT_STARTED, reason),) * len(puzzles), None, sent, received[:_EXCERPT])
        responses = matched.responses
        failed = diagnose(result, options, len(responses), len(puzzles))
        if result.ended_badly and failed and len(responses) < len(puzzles):
            if not options.stream:
                failed = failed.with_remark(describe_unread_input(result, len(sent), options))
            responses += (failed,) * (len(puzzles) - len(responses))
            failed = None
        elif not result.ended_badly:
            more = describe_unread_input(result, len(sent), options) + stderr_excerpt(result)
            responses = tuple(
                response.with_remark(more)
                if isinstance(response, Failed) and response.fault is Fault.MISSING
                else response
                for response in responses
            )
        usage = Usage(result.cpu_seconds, is_cut_off=result.cut_off)
        read_nothing = bool(sent) and result.unread == len(sent) and not self._dialect.as_arguments
        errors = text_of(result.errors)
        return Transcript(responses, failed or matched.extra, sent, received[:_EXCERPT], usage, errors, read_nothing)


def reader(options: Options) -> Reader:
    """Return the reader of answers under these options."""
    ignore = re.compile(options.ignore) if options.ignore else None
    return Reader(
        options.answer_form,
        options.contract,
        options.refusal,
        (lambda line: ignore.search(line[:MAX_SEARCHED])) if ignore else None,
        number_words(options.words) if options.words else {},
        options.echo,
    )


def not_started(argv: tuple[str, ...], errno: int) -> str:  # noqa: PLR0911 - one for each mistake
    """Explain why a program could not be started, with advice."""
    program = argv[0]
    there, is_file = Path(program), os.path.isfile(program)  # noqa: PTH113 - a name too long for a path is none
    reason = f"cannot start {program}: {strerror(errno)}"
    match errno:
        case _ if there.suffix == ".py" and is_file:
            return f"{reason}; try 'exec:python3 {program}', or 'python:{program}:FUNCTION' for a function in it"
        case _ if there.suffix in (".c", ".cc", ".cpp", ".rs", ".go", ".java", ".hs") and is_file:
            return f"{reason}; that is a source text: compile it and name the program"
        case n if n == ENOENT and "/" not in program and is_file:
            return f"{reason} among the programs on PATH; the one in this folder is 'exec:./{program}'"
        case n if n == ENOENT and is_file and _first_line(there).endswith(b"\r\n"):
            return f"{reason}: its first line has a Windows line end; try sed -i 's/\\r$//' {program}"
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


def _first_line(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.readline(1000)
    except OSError:
        return b""


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
    read_nothing = all(transcript.read_nothing for transcript in transcripts)
    return Transcript(tuple(responses), run_failure, sent, received, total, errors, read_nothing)
