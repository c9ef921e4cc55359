"""Functions and programs as subjects, in separate processes.

    suite ── supervisor ──┬─ program, started for each batch
                          └─ worker that has loaded a file ── fork for each batch

A `Program` or `Function` builds the command and its input, and reads the output.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from crosscover.dialects import Formatting
from crosscover.errors import message_of
from crosscover.options import ENGINE, Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault

from .blocks import answers_of, grids, write_block
from .engine_subject import EngineSubject
from .exits import broke_off, decoded, diagnose
from .functions import Function
from .processes.supervisor import LOAD_SECONDS, SupervisorPool
from .processes.wire import RunRequest, RunResult, Stop
from .programs import Program
from .specification import PREFIXES, refuse
from .subject import HASH_SEED, BlockAnswers, Cells, EngineUnderTest, Subject, Transcript, Usage

Solver = Function | Program

_EXCERPT = 1 << 16
"""Maximum length of a program's output in a transcript, in characters."""


class ProcessSubject:
    """A function or a program, run in separate processes."""

    engine: EngineUnderTest | None = None

    def __init__(self, solver: Solver, supervisors: SupervisorPool | None = None) -> None:
        self.solver = solver
        self.name = solver.name
        self.kind = solver.kind
        self.options = solver.options
        self.remarks: Sequence[str] = solver.remarks
        self.hash_seed: int | None = None
        self._supervisors = supervisors or SupervisorPool()

    def under(self, solver: Solver) -> "ProcessSubject":
        """Return a subject for another form of the solver; both share the supervisors, so close only one of them."""
        other = ProcessSubject(solver, self._supervisors)
        other.use_hash_seed(self.hash_seed)
        return other

    def load(self, seconds: float, wall_seconds: float | None = None) -> Failed | None:
        """Load a function's file, once; return a failure if it cannot be loaded within `seconds`."""
        if isinstance(self.solver, Program) or self.solver.definitions is not None:
            return None
        return self.solver.read_loaded(self.send("", 0, max(seconds, LOAD_SECONDS), wall_seconds))

    def usage(self, seconds: float) -> str:
        """Return what a program prints within some seconds if its option is `--help`."""
        argv, _ = self.solver.command("")
        result = self._execute((*argv, "--help"), "", 0, seconds)
        return decoded(result.output + result.errors)

    def run(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Run the solver on a batch, or on one puzzle at a time if its input holds only one."""
        limit = self.options.seconds(len(batch)) if seconds is None else seconds
        failed = self.load(limit, wall_seconds)
        if failed or not batch:
            return Transcript((failed,) * len(batch) if failed else (), hash_seed=self.hash_seed)
        size = self.solver.batch_limit or len(batch)
        transcripts: list[Transcript] = []
        until = None if wall_seconds is None else time.monotonic() + wall_seconds
        for start in range(0, len(batch), size):
            left = None if until is None else until - time.monotonic()
            if start and left is not None and left <= 0:
                failed = Failed(Fault.TIMED_OUT, f"no time left after {start} of {len(batch)} puzzles")
                transcripts.append(Transcript((failed,), usage=Usage(0.0, is_cut_off=True)))
                break
            puzzles = batch[start : start + size]
            sent = self.solver.write(puzzles, formatting)
            limit = self.options.seconds(len(puzzles)) if seconds is None else seconds
            transcripts.append(self._transcript(self.send(sent, len(puzzles), limit, left), puzzles, sent))
            first = transcripts[-1].responses[0]
            if isinstance(first, Failed) and first.fault in (Fault.TIMED_OUT, Fault.NOT_STARTED):
                break  # further runs would fail in the same way
        return replace(_join(transcripts, len(batch)), hash_seed=self.hash_seed)

    def run_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Run the solver once; output of an unexpected form, or of a run that failed, is read answer by answer."""
        solver = self.solver
        contract = self.options.contract
        shape = self.options.shape
        count = len(puzzles)
        if solver.batch_limit or self.load(seconds):
            return answers_of(self.run(grids(puzzles, shape)), contract, shape)
        sent = write_block(puzzles, shape, solver.header, lambda batch: solver.write(batch, Formatting()))
        result = self.send(sent, count, seconds)
        texts = solver.texts(result.output, count)
        if texts is not None and len(texts) == count and not broke_off(result):
            answers = texts.read(
                contract, shape, lambda place, text: solver.response(text, Grid(puzzles[place].tobytes(), shape))
            )
            if answers.failure is None:
                return BlockAnswers(answers.answers, diagnose(result, self.options, count, count))
        return answers_of(self._transcript(result, grids(puzzles, shape), sent), contract, shape)

    def send(self, sent: str, puzzles: int, seconds: float, wall_seconds: float | None = None) -> RunResult:
        """Run the solver once on a text; `puzzles` decides the limit of its output, `seconds` its time."""
        try:
            argv, given = self.solver.command(sent)
        except OSError as error:
            errors = message_of(error) if error.filename else "without a working directory"
            return RunResult(errno=error.errno or 1, errors=errors)
        return self._execute(argv, given, puzzles, seconds, wall_seconds)

    def use_hash_seed(self, seed: int | None) -> None:
        """Set Python's hash seed for later runs, unless the user has set one."""
        text = os.environ.get(HASH_SEED, str(seed))
        self.hash_seed = int(text) if text.isdecimal() and not self.name.startswith("js:") else None

    def close(self) -> None:
        """Stop the processes."""
        self._supervisors.close()

    def _execute(
        self, argv: Sequence[str], given: str, puzzles: int, seconds: float, wall_seconds: float | None = None
    ) -> RunResult:
        options = self.options
        try:
            folder = str(Path.cwd())
        except OSError as error:
            return RunResult(errno=error.errno or 1, errors="without a working directory")
        seed = {} if self.hash_seed is None else {HASH_SEED: str(self.hash_seed)}
        user = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        request = RunRequest(
            argv=argv,
            folder=folder,
            environment=user | seed,
            input=given,
            seconds=seconds,
            memory=options.memory_mebibytes,
            output=options.output_mebibytes(puzzles),
            wall_seconds=2 * seconds if wall_seconds is None else wall_seconds,
            stop_idle=options.lingers,
            forks=self.solver.forks,
        )
        return self._supervisors.run(request)

    def _transcript(self, result: RunResult, puzzles: Sequence[Grid], sent: str) -> Transcript:
        solver = self.solver
        responses = solver.read(result, puzzles)
        expected = len(puzzles)
        answered = len(responses)
        failed = diagnose(result, self.options, answered, expected)
        if answered < expected:
            ended = f"ended the interpreter after {answered} of {expected} puzzles"
            responses += (failed or Failed(Fault.CRASHED, ended, variant="exit"),) * (expected - answered)
            failed = None
        elif isinstance(responses[-1], Declined) and result.status and result.status > 0 and not result.stopped:
            failed = None  # the exit code of a refusal
        output = decoded(result.output[:_EXCERPT])
        errors = decoded(result.errors)
        usage = Usage(result.cpu_seconds, is_cut_off=result.stopped is Stop.CLOCK)
        if isinstance(solver, Program):
            return Transcript(responses, failed, sent, output, usage, errors)
        usage = replace(usage, solving_seconds=solver.solving_seconds(result))
        returned = result.output.partition("\n")[2].partition("\n")[0]
        return Transcript(responses, failed, received=errors, usage=usage, errors=errors, returned=returned)


def process_subject(spec: str, options: Options) -> ProcessSubject:
    """Return the subject of an explicit specification; raises UsageError."""
    return ProcessSubject((Program if spec.startswith("exec:") else Function)(spec, options))


def open_subject(spec: str, options: Options = Options()) -> Subject:
    """Return the subject of an explicit specification.

    A source is compiled, but nothing else is started, so a missing program is only found when it runs. Raises
    UsageError, also for an unknown engine, and UnavailableEngineError if the engine cannot run here.
    """
    if not spec.startswith(PREFIXES):
        refuse(spec)
    if spec.startswith(f"{ENGINE}:"):
        from crosscover.engines import engine  # noqa: PLC0415 - programs and functions need no engine

        return EngineSubject(spec, partial(engine, spec.removeprefix(f"{ENGINE}:")), options)
    return process_subject(spec, options)


def _join(transcripts: Sequence[Transcript], expected: int) -> Transcript:
    """Join the transcripts of runs; puzzles without a run get the last failure."""
    responses = tuple(response for transcript in transcripts for response in transcript.responses)
    failures = [transcript.run_failure for transcript in transcripts if transcript.run_failure]
    usages = [transcript.usage for transcript in transcripts if transcript.usage]
    return replace(
        transcripts[0],
        responses=responses + responses[-1:] * (expected - len(responses)),
        run_failure=failures[0] if failures else None,
        sent="".join(transcript.sent for transcript in transcripts),
        received="".join(transcript.received for transcript in transcripts),
        usage=replace(
            usages[0],
            cpu_seconds=sum(usage.cpu_seconds for usage in usages),
            is_cut_off=any(usage.is_cut_off for usage in usages),
        ),
        errors="".join(transcript.errors for transcript in transcripts),
    )
