"""Functions in Python or JavaScript as subjects, each in a separate process."""

import json
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.reference import Grid, Shape
from crosscover.responses import Failed, Fault, Response

from .blocks import CHARACTERS, VALUES, answer_row, answer_width, answers_of, grids
from .environment import environment_with, hash_seed_in
from .exit_diagnosis import NO_DIRECTORY, diagnose, text_of
from .processes.confinement import ADOPTS_ORPHANS
from .processes.supervisor import SupervisorClient
from .processes.wire import Action, RunRequest, RunResult
from .records import Record, changed_list, is_returned, record_of, records, response, unpack
from .runtimes import Runtime, RuntimeUnavailableError
from .subject import BlockAnswers, Cells, SubjectKind, Transcript, Usage

NO_FUNCTION = "no function"
"""The variant of the failure of a specification that names no function of its module."""

_EXCERPT = 2000
"""Number of characters at the end of the printed text that a transcript keeps."""


class FunctionSubject:
    """A function of a module or a file, with a separate process for each batch.

    A Python interpreter loads it once, and forks for each batch. Node loads it for each batch, as does Python on
    systems that do not adopt orphaned processes (Linux does). So state that a function keeps from puzzle to puzzle has
    an effect within a batch only. The batch determines the seed of random numbers. Printing is allowed.
    """

    kind = SubjectKind.FUNCTION
    engine = None

    def __init__(self, name: str, runtime: Runtime, options: Options) -> None:
        self.name = name
        self.options = options
        self.runtime = runtime
        self.hash_seed: int | None = None
        self._supervisor = SupervisorClient()
        self._is_loaded = False
        self._returns_grids = False
        self._load_failure: Failed | None = None
        self._left_by_loading: Failed | None = None
        self._has_checked_children = False

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - only programs read text
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Call the function for each puzzle, in order."""
        if not batch:
            return Transcript(())
        limit = self.options.seconds(len(batch)) if seconds is None else seconds
        result = self._call([str(puzzle) for puzzle in batch], len(batch), limit, wall_seconds)
        transcript = (
            Transcript((result,) * len(batch)) if isinstance(result, Failed) else self._transcript(result, batch)
        )
        return replace(transcript, hash_seed=self.hash_seed)

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Call the function for each puzzle in one run; answers of an unusual form are read one by one."""
        question = {"block": CHARACTERS[puzzles].tobytes().decode("ascii"), "cells": puzzles.shape[1]}
        result = self._call(question, len(puzzles), seconds)
        contract, shape = self.options.contract, self.options.shape
        if isinstance(result, Failed):
            return answers_of(Transcript((result,) * len(puzzles)), contract, shape)
        packed = [record_of(line) for line in result.output.split("\n")[:-1]]
        answers = [answer for record in packed for answer in record.get("answers", ())]
        is_usual = len(answers) == len(puzzles) and all("answers" in record for record in packed)
        failed = self._diagnose(result, len(answers), len(puzzles)) or self._left_by_loading
        if not is_usual or failed or result.stray:
            return answers_of(self._transcript(result, grids(puzzles, shape), packed=True), contract, shape)
        return self._read_answers(answers)

    def use_hash_seed(self, seed: int | None) -> None:
        """Run the function with this hash seed from now on; for JavaScript, nothing changes."""
        given = hash_seed_in(environment_with(seed))
        if self.runtime.forks and given != self.hash_seed:
            self.close()
            self.hash_seed, self._load_failure = given, None

    def _read_answers(self, answers: list[Any]) -> BlockAnswers:
        width = answer_width(self.options.contract, self.options.shape)
        if width == 1:
            numbers = self.options.contract.numbers
            usual = [numbers and type(answer) is int and answer >= 0 for answer in answers]
            read = np.array(
                [[min(answer, 2) if good else 0] for answer, good in zip(answers, usual, strict=True)], np.uint8
            )
            odd = np.flatnonzero(~np.array(usual))
        else:
            texts = [answer if type(answer) is str and len(answer) == width else "?" * width for answer in answers]
            text = "".join(texts).encode("latin-1", "replace")
            read = VALUES[np.frombuffer(text, np.uint8).reshape(-1, width)]
            odd = np.flatnonzero(((read < 1) | (read > self.options.shape.side)).any(axis=1))
        failure = None
        for place in odd.tolist():
            odd_one = self._response(unpack(answers[place]), self.options.shape)
            read[place] = np.frombuffer(answer_row(odd_one, width), np.uint8)
            if failure is None and isinstance(odd_one, Failed):
                failure = odd_one
        return BlockAnswers(read, failure)

    def _response(self, record: Record, shape: Shape) -> Response:
        """Read a record; a function that returns grids refuses a full one by returning none."""
        is_refusal = self._returns_grids and "unchanged" in record
        return response({"refused": True} if is_refusal else record, self.options, shape)

    @property
    def place(self) -> str:
        """The specification without the name of the function."""
        return self.name.removesuffix(self.runtime.function).rstrip(":")

    def close(self) -> None:
        """Stop the processes of the function."""
        self._supervisor.close()
        self._is_loaded = False

    def _call(
        self, question: object, puzzles: int, seconds: float, wall_seconds: float | None = None
    ) -> RunResult | Failed:
        """Call the function; a second time if an earlier call has killed the process that loaded it."""
        try:
            self._folder = str(Path.cwd())
            if not (self.runtime.forks and ADOPTS_ORPHANS):
                result = self._run(Action.RUN, question, puzzles, seconds, wall_seconds)
                first_line, _, result.output = result.output.partition("\n")
                if self._is_loaded and result.timed_out:  # it loads in each run
                    return result
                failed = self._diagnose_loading(replace(result, output=first_line))
                self._is_loaded |= failed is None
                return failed or result
            called = self._load() or self._run(Action.CALL, question, puzzles, seconds, wall_seconds)
            if isinstance(called, RunResult) and called.supervisor_error:
                self._is_loaded = False
                called = self._load() or self._run(Action.CALL, question, puzzles, seconds, wall_seconds)
        except FileNotFoundError:
            return Failed(Fault.NOT_STARTED, NO_DIRECTORY)
        except RuntimeUnavailableError as error:
            return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {error}")
        return called

    def _load(self) -> Failed | None:
        """Load the function once; return the failure of the first attempt, if any."""
        if not self._is_loaded and self._load_failure is None:
            result = self._run(Action.LOAD)
            if result.left_behind and not self._has_checked_children:
                self._has_checked_children = True
                self.close()  # its child processes may end with the interpreter
                left = RunResult(left_behind=self._run(Action.RUN).left_behind)
                self._left_by_loading = diagnose(left, self.options, 0, 0)
                result = self._run(Action.LOAD)
            self._load_failure = self._diagnose_loading(result)
            self._is_loaded = self._load_failure is None
        return self._load_failure

    def _run(
        self,
        action: Action,
        question: object = (),
        puzzles: int = 0,
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> RunResult:
        token = secrets.token_hex(16)
        asked = json.dumps(question)
        seed = zlib.crc32(asked.encode()) >> 1 or 1
        request = RunRequest(
            action=action,
            argv=self.runtime.command(self._folder, self.options, seed),
            folder=self._folder,
            environment=environment_with(self.hash_seed),
            inputs=(f"{token}\n{asked}",),
            seconds=self.options.seconds(0) if seconds is None else seconds,
            memory=self.options.memory_limit,
            output=self.options.output_mebibytes(puzzles),
            loaded=f'{token}{{"loaded": true}}{token}',
            wall_seconds=wall_seconds,
        )
        result = self._supervisor.run(request)
        stray, *parts = result.output.split(token)  # a record, stray text before the next, a record …
        result.stray = "".join([stray, *parts[1::2]])
        written = parts[: len(parts) // 2 * 2 : 2]
        for last in map(record_of, filter(_is_time, written)):
            result.solving_seconds = last.get("seconds")
        result.output = "".join(f"{record}\n" for record in written if not _is_time(record))
        return result

    def _diagnose_loading(self, result: RunResult) -> Failed | None:
        """Explain why the function was not loaded, by the first line of the worker; None if it was loaded."""
        record, variant = record_of(result.output.partition("\n")[0]), ""
        if "loaded" in record:
            return None
        if "load_error" in record:
            reason, variant = str(record["load_error"]), NO_FUNCTION if record.get("no_function") else ""
            if names := record.get("candidates"):
                reason += f"; try {' or '.join(f'{self.place}:{name}' for name in names)}"
        elif result.timed_out:
            reason = f"it was still loading after {self.options.time_limit:g} s"
        else:
            failed = diagnose(result, self.options, 0, 0)
            reason = failed.reason if failed else "it ended the interpreter"
        reason += self.runtime.place_of_end(result.errors) + self.runtime.advice(reason, self.options)
        return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {reason}", variant=variant)

    def _transcript(self, result: RunResult, batch: Sequence[Grid], *, packed: bool = False) -> Transcript:
        written = list(records(result.output))
        answers = [record for record in written if "changed" not in record]
        self._returns_grids = self._returns_grids or any(map(is_returned, answers))
        responses = [self._response(record, batch[0].shape) for record in answers[: len(batch)]]
        answered = len(responses)
        for record in written:
            if record.get("puzzle") in range(answered):
                responses[record["puzzle"]] = changed_list(record, len(batch))
        failed = self._diagnose(result, answered, len(batch), packed=packed)
        if answered < len(batch):
            after = f"{'at least ' * packed}{answered} of {len(batch)} puzzles"
            failed = failed or Failed(Fault.CRASHED, f"ended the interpreter after {after}", variant="exit")
            responses += [failed] * (len(batch) - answered)
            failed = None
        extra = self._extra(result, len(answers), len(batch))
        if len(answers) > len(batch) or failed is None:
            failed = extra
        failed, received = failed or self._left_by_loading, text_of(result.errors)[-_EXCERPT:]
        usage = Usage(result.cpu_seconds, result.solving_seconds, result.cut_off)
        return Transcript(tuple(responses), failed, received=received, usage=usage)

    def _diagnose(self, result: RunResult, answered: int, asked: int, *, packed: bool = False) -> Failed | None:
        result.overflowed_stream = result.overflowed_stream and "its output"
        failed = diagnose(result, self.options, answered, asked, packed=packed)
        return failed and failed.with_remark(self.runtime.place_of_end(result.errors))

    def _extra(self, result: RunResult, answers: int, asked: int) -> Failed | None:
        if answers > asked:
            return Failed(Fault.EXTRA, f"answered {answers} times for {asked} puzzles; did it fork?", variant="answers")
        if result.stray:
            reason = f"wrote {text_of(result.stray[:80])!r} to a descriptor that it had not opened"
            return Failed(Fault.EXTRA, reason, variant="descriptor")
        return None


def _is_time(record: str) -> bool:
    """Whether a record has the seconds of the puzzles; a function that forks writes several."""
    return record.startswith('{"seconds":')
