"""A program in any language as a subject: fed a batch in a dialect, read until it ends."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from errno import EACCES, ENOENT, ENOEXEC
from os import strerror
from pathlib import Path

from crosscover.reference import Grid
from crosscover.dialects import Dialect, Formatting

from .contract import Contract
from .exit_diagnosis import failure, last_words, text_of, unread
from .options import Options
from .processes.custody import Custody
from .processes.wire import Order, Outcome, Task
from .replies import Reader
from .response import Failed, Fault, Response
from .subject import Transcript

_EXCERPT = 1 << 16
"""The characters of a flood that a transcript keeps."""


class ProgramSubject:
    """A program, started anew for each batch, or for each puzzle where its dialect takes one alone.

    Raises ValueError for a command that no shell would split, or is empty.
    """

    def __init__(self, name: str, command: str, dialect: Dialect, options: Options) -> None:
        try:
            self._argv = tuple(shlex.split(command))
        except ValueError as error:
            raise ValueError(f"{name} cannot be split into words: {error}") from None
        if not self._argv:
            raise ValueError("exec: needs a command, such as exec:./a.out")
        self._name = name
        self._options = options
        self._dialect = dialect
        self._reader = Reader(dialect, options.contract, options.refusal)
        self._custody = Custody()

    @property
    def name(self) -> str:
        """The specification."""
        return self._name

    @property
    def contract(self) -> Contract:
        """What it promises."""
        return self._options.contract

    @property
    def dialect(self) -> Dialect:
        """What it speaks."""
        return self._dialect

    @property
    def options(self) -> Options:
        """How it is spoken to and bounded."""
        return self._options

    def ask(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Transcript:
        """Run the program; where the dialect has no such empty cell as the form asks for, it writes its own."""
        if formatting.empty is not None and formatting.empty not in self._dialect.empty_characters:
            formatting = replace(formatting, empty=None)
        size = self._dialect.batch_limit or max(len(batch), 1)
        transcripts: list[Transcript] = []
        for start in range(0, len(batch), size):
            transcripts.append(self._run(batch[start : start + size], formatting))
            if _is_hopeless(transcripts[-1]):
                break
        return _joined(transcripts, len(batch))

    def close(self) -> None:
        """End the warden of the program."""
        self._custody.close()

    def _run(self, puzzles: Sequence[Grid], formatting: Formatting) -> Transcript:
        options = self._options
        sent = self._dialect.write(puzzles, formatting)
        order = Order(
            task=Task.RUN,
            argv=self._argv,
            folder=str(Path.cwd()),
            turns=(sent,),
            seconds=options.seconds(len(puzzles)),
            memory=options.memory_bytes,
            output=options.output_bytes,
        )
        if options.stream:
            end = self._dialect.end + formatting.line_end.value if self._dialect.end else ""
            turns = (*(self._dialect.write_puzzle(puzzle, formatting) for puzzle in puzzles), end)
            limit = options.seconds(1)
            order = replace(order, turns=turns, answer_lines=1, turn_seconds=limit)
            sent = "".join(turns)
        outcome = self._custody.carry_out(order)
        if outcome.errno:
            failed = Failed(Fault.NOT_STARTED, not_started(self._argv, outcome.errno))
            return Transcript((failed,) * len(puzzles), sent=sent)
        return self._transcript(outcome, puzzles, sent)

    def _transcript(self, outcome: Outcome, puzzles: Sequence[Grid], sent: str) -> Transcript:
        received = text_of(outcome.output)
        cut = bool(outcome.status or outcome.timed_out or outcome.flooded or outcome.crowded or outcome.lost)
        readout = self._reader.read(received, puzzles, cut=cut)
        responses = readout.responses
        failed = failure(outcome, self._options, len(responses), len(puzzles))
        if cut and failed and len(responses) < len(puzzles):
            if not self._options.stream:
                failed = replace(failed, reason=failed.reason + unread(outcome, len(sent), self._options))
            responses += (failed,) * (len(puzzles) - len(responses))
            failed = None
        elif not cut:
            responses = tuple(self._explained(response, outcome, len(sent)) for response in responses)
        return Transcript(responses, failed or readout.extra, sent, received[:_EXCERPT])

    def _explained(self, response: Response, outcome: Outcome, sent: int) -> Response:
        match response:
            case Failed(Fault.MISSING, reason):
                return Failed(Fault.MISSING, reason + unread(outcome, sent, self._options) + last_words(outcome))
            case _:
                return response


def not_started(argv: tuple[str, ...], errno: int) -> str:  # noqa: PLR0911 - one for each mistake
    """Why a program could not be started, and what to do about it."""
    program = argv[0]
    there = Path(program)
    reason = f"cannot start {program}: {strerror(errno)}"
    match errno:
        case _ if there.suffix == ".py":
            return f"{reason}; try 'exec:python3 {program}', or 'python:{program}:FUNCTION' for a function in it"
        case _ if there.suffix in (".c", ".cc", ".cpp", ".rs", ".go", ".java", ".hs"):
            return f"{reason}; that is a source text: compile it and name the program"
        case n if n == ENOENT and "/" not in program and there.is_file():
            return f"{reason} among the programs on PATH; the one in this folder is 'exec:./{program}'"
        case n if n == ENOENT and there.is_file():
            return f"{reason}: the file is there, but what its first line or its format names to run it is not"
        case n if n == EACCES and there.is_dir():
            return f"{reason}: it is a folder"
        case n if n == EACCES:
            return f"{reason}; 'chmod +x {program}' makes a file executable"
        case n if n == ENOEXEC:
            return f"{reason}: it is neither a program for this machine nor a script with a first line like '#!/bin/sh'"
        case _:
            return reason


def _is_hopeless(transcript: Transcript) -> bool:
    """Whether a further run would only cost as much time for the same end."""
    match transcript.responses:
        case [Failed(Fault.TIMED_OUT | Fault.NOT_STARTED), *_]:
            return True
        case _:
            return False


def _joined(transcripts: Sequence[Transcript], asked: int) -> Transcript:
    """One transcript out of those of one run after the other; puzzles that were not run share the last failure."""
    if len(transcripts) == 1 and len(transcripts[0].responses) == asked:
        return transcripts[0]
    responses = [response for transcript in transcripts for response in transcript.responses]
    responses += responses[-1:] * (asked - len(responses))
    run_failure = next((transcript.run_failure for transcript in transcripts if transcript.run_failure), None)
    sent, received = ("".join(getattr(one, part) for one in transcripts) for part in ("sent", "received"))
    return Transcript(tuple(responses), run_failure, sent, received)
