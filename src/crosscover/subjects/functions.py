"""A Python function as a subject, run in a process of its own."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from crosscover.reference import Grid, Shape
from crosscover.dialects import Formatting

from .contract import Contract
from .exit_diagnosis import failure, place_in_python, text_of
from .options import Call, Options
from .processes.confinement import ADOPTS
from .processes.custody import Custody
from .processes.wire import Order, Outcome, Task
from .response import Answered, Counted, Declined, Failed, Fault, Response
from .subject import Transcript

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

    def __init__(self, name: str, target: str, options: Options) -> None:
        place, _, function = target.rpartition(":")
        if not place or not function:
            raise ValueError(
                f"{name} names no function; expected python:package.module:function or python:file.py:function"
            )
        self._name = name
        self._options = options
        self._is_file = place.endswith(".py") or os.sep in place
        self._place = str(Path(place).resolve()) if self._is_file else place
        self._function = function
        self._custody = Custody()
        self._loaded = False
        self._broken: Failed | None = None

    @property
    def name(self) -> str:
        """The specification."""
        return self._name

    @property
    def contract(self) -> Contract:
        """What it promises."""
        return self._options.contract

    @property
    def options(self) -> Options:
        """How it is called and bounded."""
        return self._options

    def ask(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Transcript:  # noqa: ARG002 - it concerns texts of programs
        """Call the function for each puzzle, one after the other."""
        if not batch:
            return Transcript(())
        outcome = self._call(batch)
        if self._broken is not None:
            return Transcript((self._broken,) * len(batch))
        return self._transcript(outcome, batch)

    def close(self) -> None:
        """End the process of the function."""
        self._custody.close()
        self._loaded = False

    def _call(self, batch: Sequence[Grid]) -> Outcome:
        questions = json.dumps([str(puzzle) for puzzle in batch])
        if not ADOPTS:
            outcome = self._custody.carry_out(self._order(Task.RUN, (questions,), len(batch)))
            first, _, outcome.output = outcome.output.partition("\n")
            self._take_note(replace(outcome, output=first))
            return outcome
        for attempt in (1, 2):
            if not self._loaded and self._broken is None:
                self._take_note(self._custody.carry_out(self._order(Task.LOAD, (), 0)))
            if self._broken is not None:
                break
            outcome = self._custody.carry_out(self._order(Task.CALL, (questions,), len(batch)))
            if not outcome.lost or attempt == 2:
                return outcome
            self._loaded = False
        return Outcome()

    def _order(self, task: Task, turns: tuple[str, ...], puzzles: int) -> Order:
        wanted = {
            "module": "" if self._is_file else self._place,
            "file": self._place if self._is_file else "",
            "function": self._function,
            "rows": self._options.call is Call.ROWS,
            "path": [str(Path.cwd()), *filter(None, sys.path)],
        }
        return Order(
            task=task,
            argv=(sys.executable, "-P", str(_WORKER), json.dumps(wanted)),
            folder=str(Path.cwd()),
            turns=turns,
            seconds=self._options.seconds(puzzles),
            memory=self._options.memory_bytes,
            output=self._options.output_bytes,
            answer_lines=1 if task is Task.LOAD else 0,
        )

    def _take_note(self, outcome: Outcome) -> None:
        """Learn from the first line of the worker, or from its lack, whether the function was loaded."""
        line = outcome.output.partition("\n")[0]
        record = _record(line)
        self._loaded = "loaded" in record
        if self._loaded:
            return
        if "broken" in record:
            reason = f"{record['broken']}{_at(record)}"
        elif outcome.timed_out:
            reason = f"it was still loading after {self._options.time_limit:g} s"
        else:
            failed = failure(outcome, self._options, 0, 0)
            reason = failed.reason.replace(" after 0 of 0 puzzles", "") if failed else "it ended the interpreter"
        reason += place_in_python(outcome.errors, self._is_users)
        self._broken = Failed(Fault.NOT_STARTED, f"cannot load {self._name}: {reason}")

    def _transcript(self, outcome: Outcome, batch: Sequence[Grid]) -> Transcript:
        records = [_record(line) for line in outcome.output.split("\n")[:-1]]
        answers = [record for record in records if "changed" not in record]
        responses = [self._response(record, batch[0].shape) for record in answers[: len(batch)]]
        answered = len(responses)
        for record in records:
            if "changed" in record and record["puzzle"] < answered:
                responses[record["puzzle"]] = _changed(record, len(batch))
        failed = failure(
            replace(outcome, flooded=outcome.flooded and "its output"), self._options, answered, len(batch)
        )
        if failed is not None:
            failed = replace(failed, reason=failed.reason + place_in_python(outcome.errors, self._is_users))
        if answered < len(batch):
            failed = failed or Failed(Fault.CRASHED, f"ended the interpreter after {answered} of {len(batch)} puzzles")
            responses += [failed] * (len(batch) - answered)
            failed = None
        if len(answers) > len(batch):
            failed = Failed(Fault.EXTRA, f"answered {len(answers)} times for {len(batch)} puzzles; did it fork?")
        return Transcript(tuple(responses), failed, received=text_of(outcome.errors)[-_EXCERPT:])

    def _is_users(self, path: str) -> bool:
        return path != str(_WORKER) and not path.startswith((sys.base_prefix, sys.prefix, "<"))

    def _response(self, record: dict[str, Any], shape: Shape) -> Response:  # noqa: PLR0911 - one for each record
        counts = self.contract is Contract.COUNT
        match record:
            case {"raised": str(raised), "memory": bool(starved)}:
                return Failed(Fault.OUT_OF_MEMORY if starved else Fault.RAISED, f"raised {raised}{_at(record)}")
            case {"nonsense": str(nonsense)}:
                return Failed(Fault.MALFORMED, nonsense)
            case {"mutated": _}:
                return Failed(Fault.MUTATED, "changed the rows that it was given, and returned another grid")
            case {"number": int(number)} if counts:
                return Counted(number)
            case {"number": int(number)}:
                return Failed(
                    Fault.MALFORMED, f"returned the number {number}; expected a grid, or None for no solution"
                )
            case _ if counts:
                shown = repr(record["text"]) if "text" in record else "a refusal" if "refused" in record else "a grid"
                return Failed(Fault.MALFORMED, f"returned {shown}; expected the number of solutions, counted to 2")
            case {"refused": _}:
                return Declined()
            case {"cells": cells}:
                return _grid(bytes(cells), shape)
            case {"text": str(text)}:
                return self._text(text, shape)
            case other:
                return Failed(Fault.MALFORMED, f"wrote {other!r} where its answer belongs")

    def _text(self, text: str, shape: Shape) -> Response:
        if self._options.refusal is not None and text.strip() == self._options.refusal:
            return Declined()
        try:
            return Answered(Grid.parse(text, shape))
        except ValueError as error:
            if self._options.refusal is None and not any(character.isdigit() for character in text):
                return Declined()
            return Failed(Fault.MALFORMED, f"returned {text[:100]!r}: {error}")


def _grid(cells: bytes, shape: Shape) -> Response:
    try:
        return Answered(Grid(cells, shape))
    except ValueError as error:
        return Failed(Fault.MALFORMED, f"returned rows that are no grid: {error}")


def _record(line: str) -> dict[str, Any]:
    """A line of the worker; the function under test shares its process and may have written anything in between."""
    try:
        return cast("dict[str, Any]", json.loads(line))
    except ValueError:
        return {"garbled": line[:100]}


def _changed(record: dict[str, Any], asked: int) -> Failed:
    number = f"for puzzle {record['puzzle'] + 1} of {asked} while it solved later ones"
    if record["changed"] == "answer":
        return Failed(Fault.RETRACTED, f"changed the list that it had returned {number}")
    return Failed(Fault.MUTATED, f"changed the list that it had been given {number}")


def _at(record: dict[str, Any]) -> str:
    return f" at {record['where']}" if record.get("where") else ""
