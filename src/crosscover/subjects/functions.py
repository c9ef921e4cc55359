"""A Python function as a subject, run in a process of its own."""

import json
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from crosscover.dialects import Formatting, Spacing
from crosscover.dialects.text import has_digit
from crosscover.reference import Grid, Shape

from .blocks import CHARACTERS, answer_row, answer_width, answers_of, grids
from .exit_diagnosis import NO_DIRECTORY, diagnose, place_in_python, text_of
from .options import Call, Contract, Options
from .processes.confinement import ADOPTS_ORPHANS
from .processes.supervisor_client import SupervisorClient
from .processes.wire import Action, RunRequest, RunResult
from .replies import FUNCTION_WORDS, claim_response
from .subject import (
    UNREADABLE,
    Answered,
    BlockAnswers,
    Cells,
    Counted,
    Declined,
    Failed,
    Fault,
    Response,
    SubjectKind,
    Transcript,
    Usage,
)

_EXCERPT = 2000
"""The characters of what a function printed that a transcript keeps, the last ones."""

_WORKER = Path(__file__).with_name("processes") / "worker.py"


class FunctionSubject:
    """A function of a module or a file, loaded once and called in a fresh copy of the loaded process for each batch.

    So what a function keeps from puzzle to puzzle shows within a batch, and only there; random numbers begin with a
    seed that the batch gives. Printing is no fault. Without a system that adopts orphans (Linux does) the function is
    loaded anew for each batch, which is slower and otherwise the same. Raises ValueError for a target without a
    function.
    """

    kind = SubjectKind.FUNCTION
    engine = None
    empty_characters: tuple[str, ...] = ()
    spacings = (Spacing.SINGLE,)

    def __init__(self, name: str, target: str, options: Options) -> None:
        place, _, function = target.rpartition(":")
        if not place or not function:
            raise ValueError(
                f"{name} names no function; expected python:package.module:function or python:file.py:function"
            )
        self.name = name
        self.options = options
        self._place = str(Path(place).resolve()) if place.endswith(".py") or os.sep in place else place
        self._function = function
        self._supervisor = SupervisorClient()
        self._loaded = False
        self._load_failure: Failed | None = None
        self._left_by_loading: Failed | None = None

    def ask(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Transcript:  # noqa: ARG002 - it concerns texts of programs
        """Call the function for each puzzle, one after the other."""
        if not batch:
            return Transcript(())
        result = self._call([str(puzzle) for puzzle in batch], len(batch), self.options.seconds(len(batch)))
        if isinstance(result, Failed):
            return Transcript((result,) * len(batch))
        return self._transcript(result, batch)

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Call the function for each puzzle in one run; an answer in any but the usual form is read as ever."""
        question = {"block": CHARACTERS[puzzles].tobytes().decode("ascii"), "cells": puzzles.shape[1]}
        result = self._call(question, len(puzzles), seconds)
        contract = self.options.contract
        if isinstance(result, Failed):
            return answers_of(Transcript((result,) * len(puzzles)), contract)
        records = [_record(line) for line in result.output.split("\n")[:-1]]
        answers = [answer for record in records for answer in record.get("answers", ())]
        is_usual = len(answers) == len(puzzles) and all("answers" in record for record in records)
        failed = self._diagnose(result, len(answers), len(puzzles)) or self._left_by_loading
        if not is_usual or failed or result.stray:
            return answers_of(self._transcript(result, grids(puzzles)), contract)
        return self._read_answers(answers)

    def _read_answers(self, answers: list[Any]) -> BlockAnswers:
        width = answer_width(self.options.contract)
        if self.options.contract is Contract.COUNT:
            usual = [type(answer) is int and 0 <= answer < UNREADABLE for answer in answers]
            read = np.array([[answer if good else 0] for answer, good in zip(answers, usual, strict=True)], np.uint8)
            odd = np.flatnonzero(~np.array(usual))
        elif self.options.contract is Contract.CLASSIFY:
            read, odd = np.zeros((len(answers), width), np.uint8), np.arange(len(answers))
        else:
            texts = [answer if type(answer) is str and len(answer) == width else "?" * width for answer in answers]
            text = "".join(texts).encode("latin-1", "replace")
            read = np.frombuffer(text, np.uint8).reshape(-1, width) - ord("0")
            odd = np.flatnonzero(((read < 1) | (read > 9)).any(axis=1))
        failure = None
        for place in odd.tolist():
            response = self._response(_unpack(answers[place]), Shape())
            read[place] = np.frombuffer(answer_row(response, width), np.uint8)
            if failure is None and isinstance(response, Failed):
                failure = response
        return BlockAnswers(read, failure)

    def close(self) -> None:
        """End the process of the function."""
        self._supervisor.close()
        self._loaded = False

    def _call(self, question: object, puzzles: int, seconds: float) -> RunResult | Failed:
        """Call the function for some puzzles; it may have killed the process it was loaded in, so at worst twice."""
        try:
            self._folder = str(Path.cwd())
        except FileNotFoundError:
            return Failed(Fault.NOT_STARTED, NO_DIRECTORY)
        if not ADOPTS_ORPHANS:
            result = self._run(Action.RUN, question, puzzles, seconds)
            first_line, _, result.output = result.output.partition("\n")
            return self._diagnose_loading(replace(result, output=first_line)) or result
        called = self._load() or self._run(Action.CALL, question, puzzles, seconds)
        if isinstance(called, RunResult) and called.supervisor_error:
            self._loaded = False
            called = self._load() or self._run(Action.CALL, question, puzzles, seconds)
        return called

    def _load(self) -> Failed | None:
        """Load the function unless that is done; where it cannot be loaded say why, now and ever after."""
        if not self._loaded and self._load_failure is None:
            result = self._run(Action.LOAD)
            if result.left_behind and not self._left_by_loading:
                self.close()  # what was started may end with the interpreter, so let that end once
                left = RunResult(left_behind=self._run(Action.RUN).left_behind)
                self._left_by_loading = diagnose(left, self.options, 0, 0)
                result = self._run(Action.LOAD)
            self._load_failure = self._diagnose_loading(result)
            self._loaded = self._load_failure is None
        return self._load_failure

    def _run(self, action: Action, question: object = (), puzzles: int = 0, seconds: float | None = None) -> RunResult:
        token = secrets.token_hex(16)
        target = {
            "place": self._place,
            "function": self._function,
            "rows": self.options.call is Call.ROWS,
            "path": [self._folder, *filter(None, sys.path)],
        }
        request = RunRequest(
            action=action,
            argv=(sys.executable, "-P", str(_WORKER), json.dumps(target)),
            folder=self._folder,
            inputs=(f"{token}\n{json.dumps(question)}",),
            seconds=self.options.seconds(0) if seconds is None else seconds,
            memory=self.options.memory_limit,
            output=self.options.output_mebibytes(puzzles),
            loaded=f'{token}{{"loaded": true}}{token}',
        )
        result = self._supervisor.run(request)
        stray, *parts = result.output.split(token)  # a record, what came before the next, a record …
        result.stray = "".join([stray, *parts[1::2]])
        result.output = "".join(f"{record}\n" for record in parts[: len(parts) // 2 * 2 : 2])
        return result

    def _diagnose_loading(self, result: RunResult) -> Failed | None:
        """Tell from the first line of the worker, or from its lack, why the function was not loaded; None if it was."""
        record = _record(result.output.partition("\n")[0])
        if "loaded" in record:
            return None
        if "load_error" in record:
            reason = str(record["load_error"])
        elif result.timed_out:
            reason = f"it was still loading after {self.options.time_limit:g} s"
        else:
            failed = diagnose(result, self.options, 0, 0)
            reason = failed.reason if failed else "it ended the interpreter"
        reason += place_in_python(result.errors, self._is_users)
        return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {reason}")

    def _transcript(self, result: RunResult, batch: Sequence[Grid]) -> Transcript:
        records = list(_records(result.output))
        answers = [record for record in records if "changed" not in record]
        responses = [self._response(record, batch[0].shape) for record in answers[: len(batch)]]
        answered = len(responses)
        for record in records:
            if record.get("puzzle") in range(answered):
                responses[record["puzzle"]] = _changed(record, len(batch))
        failed = self._diagnose(result, answered, len(batch))
        if answered < len(batch):
            failed = failed or Failed(Fault.CRASHED, f"ended the interpreter after {answered} of {len(batch)} puzzles")
            responses += [failed] * (len(batch) - answered)
            failed = None
        extra = self._extra(result, len(answers), len(batch))
        if len(answers) > len(batch) or failed is None:
            failed = extra
        failed, received = failed or self._left_by_loading, text_of(result.errors)[-_EXCERPT:]
        return Transcript(tuple(responses), failed, received=received, usage=Usage(result.cpu_seconds, result.peak))

    def _diagnose(self, result: RunResult, answered: int, asked: int) -> Failed | None:
        result.overflowed_stream = result.overflowed_stream and "its output"
        failed = diagnose(result, self.options, answered, asked)
        return failed and replace(failed, reason=failed.reason + place_in_python(result.errors, self._is_users))

    def _extra(self, result: RunResult, answers: int, asked: int) -> Failed | None:
        if answers > asked:
            return Failed(Fault.EXTRA, f"answered {answers} times for {asked} puzzles; did it fork?")
        if result.stray:
            return Failed(Fault.EXTRA, f"wrote {text_of(result.stray[:80])!r} to a descriptor that it had not opened")
        return None

    def _is_users(self, path: str) -> bool:
        return path != str(_WORKER) and not path.startswith((sys.base_prefix, sys.prefix, "<"))

    def _response(self, record: dict[str, Any], shape: Shape) -> Response:  # noqa: PLR0911 - one for each record
        counts = self.options.contract is Contract.COUNT
        match record:
            case {"raised": str(raised), "memory": bool(no_memory)}:
                return Failed(Fault.OUT_OF_MEMORY if no_memory else Fault.RAISED, f"raised {raised}")
            case {"malformed": str(reason)}:
                return Failed(Fault.MALFORMED, reason)
            case {"mutated": _}:
                return Failed(Fault.MUTATED, "changed the rows that it was given, and returned another grid")
            case {"number": int(number)} if counts:
                return Counted(number)
            case {"number": int(number)}:
                return Failed(Fault.MALFORMED, f"returned the number {number}; expected {self._expected()}")
            case _ if counts:
                shown = repr(record["text"]) if "text" in record else "a refusal" if "refused" in record else "a grid"
                return Failed(Fault.MALFORMED, f"returned {shown}; expected the number of solutions, counted to 2")
            case {"refused": _}:
                return Declined()
            case {"cells": list()}:
                try:
                    return Answered(Grid(bytes(record["cells"]), shape))
                except (TypeError, ValueError) as error:
                    return Failed(Fault.MALFORMED, f"returned rows that are no grid: {error}")
            case {"text": str(text)}:
                return self._text(text, shape)
            case other:
                return Failed(Fault.MALFORMED, f"wrote {other!r} where its answer belongs")

    def _expected(self) -> str:
        """What the contract demands, in words."""
        match self.options.contract:
            case Contract.CLASSIFY:
                return ", ".join(map(repr, FUNCTION_WORDS))
            case Contract.UNIQUE:
                return "a grid, 'none' or 'several'"
            case _:
                return "a grid, or None for no solution"

    def _text(self, text: str, shape: Shape) -> Response:
        if self.options.refusal is not None and text.strip() == self.options.refusal:
            return Declined()
        if self.options.contract in (Contract.UNIQUE, Contract.CLASSIFY) and not has_digit(text):
            claim = FUNCTION_WORDS.get(text.strip())
            if claim is not None:
                return claim_response(claim, self.options.contract)
            return Failed(Fault.MALFORMED, f"returned {text[:100]!r}; expected {self._expected()}")
        try:
            return Answered(Grid.parse(text, shape))
        except ValueError as error:
            if self.options.refusal is None and not any(character.isdigit() for character in text):
                return Declined()
            return Failed(Fault.MALFORMED, f"returned {text[:100]!r}: {error}")


def _records(output: str) -> Iterator[dict[str, Any]]:
    """The records of a worker, one a line, with those of a block one by one."""
    for line in output.split("\n")[:-1]:
        record = _record(line)
        if isinstance(record.get("answers"), list):
            yield from map(_unpack, record["answers"])
        else:
            yield record


def _unpack(answer: object) -> dict[str, Any]:
    """The record of an answer that `pack_record` of the worker has packed, or of something that is none."""
    match answer:
        case None:
            return {"refused": True}
        case str():
            return {"text": answer}
        case int():
            return {"number": answer}
        case dict():
            return cast("dict[str, Any]", answer)
        case other:
            return {"garbled": other}


def _record(line: str) -> dict[str, Any]:
    """A record of the worker; the function under test shares its process and may have written anything into it."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    return cast("dict[str, Any]", record) if isinstance(record, dict) else {"garbled": line[:100]}


def _changed(record: dict[str, Any], asked: int) -> Failed:
    number = f"for puzzle {record['puzzle'] + 1} of {asked} while it solved later ones"
    if record["changed"] == "answer":
        return Failed(Fault.RETRACTED, f"changed the list that it had returned {number}")
    return Failed(Fault.MUTATED, f"changed the list that it had been given {number}")
