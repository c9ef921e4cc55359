"""The records that the worker of a function writes, and the responses that they represent.

`processes/worker.py` and `processes/worker.mjs` write the same records. The function under test shares their process,
and may have written anything into it.
"""

import json
from collections.abc import Iterator
from typing import Any, cast

from crosscover.contracts import Contract
from crosscover.dialects import Claim
from crosscover.dialects.any_form import only_grid
from crosscover.dialects.text import has_digit
from crosscover.options import Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, message_pattern

Record = dict[str, Any]


def records(output: str) -> Iterator[Record]:
    """Yield the records of a worker, one per line; the answers of a block one by one."""
    for line in output.split("\n")[:-1]:
        record = record_of(line)
        if isinstance(record.get("answers"), list):
            yield from map(unpack, record["answers"])
        else:
            yield record


def unpack(answer: object) -> Record:
    """Return the record of an answer that `pack_record` of the worker has packed, or a garbled record."""
    match answer:
        case None:
            return {"refused": True}
        case str():
            return {"text": answer}
        case int():
            return {"number": answer}
        case dict():
            return cast("Record", answer)
        case other:
            return {"garbled": other}


def is_returned(record: Record) -> bool:
    """Whether a record has a grid that the function returned, instead of one that it placed into its argument."""
    return ("cells" in record or "text" in record) and "placed" not in record


def record_of(line: str) -> Record:
    """Parse a record, which may be damaged: the function under test shares the process of the worker."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    return cast("Record", record) if isinstance(record, dict) else {"garbled": line[:100]}


def response(record: Record, options: Options, shape: Shape) -> Response:  # noqa: PLR0911 - one for each record
    """Return the response that a record represents."""
    contract = options.contract
    match record:
        case {"raised": str(raised), "exception": str(exception), "memory": bool(no_memory)}:
            fault = Fault.OUT_OF_MEMORY if no_memory else Fault.RAISED
            return Failed(fault, f"raised {raised}", exception, message_pattern(raised))
        case {"malformed": str(reason)}:
            return Failed(Fault.MALFORMED, reason, variant=message_pattern(reason))
        case {"mutated": _}:
            return Failed(
                Fault.MUTATED, f"changed the {options.call.value} that it received, and returned another grid"
            )
        case {"solutions": int(number), "first": first}:
            return _solutions(number, cast("Record", first), options, shape)
        case _ if contract.numbers:
            return _number(record, contract)
        case {"number": int(number)}:
            reason = f"returned the number {number}; expected {contract.function}"
            return Failed(Fault.MALFORMED, reason, variant="number")
        case {"refused": _}:
            return Declined()
        case {"cells": list()}:
            return _grid(record["cells"], shape)
        case {"unfinished": list()}:  # a refusal, if the contract allows refusals
            return _grid(record["unfinished"], shape) if contract.proper_only else Declined()
        case {"unchanged": list()}:  # a full puzzle: its own answer, or unsolvable
            answer = _grid(record["unchanged"], shape)
            is_wrong = isinstance(answer, Answered) and first_violation(answer.grid) is not None
            return Declined() if is_wrong else answer
        case {"text": str(text)}:
            return _text(text, options, shape)
        case other:
            return Failed(Fault.MALFORMED, f"wrote {other!r} instead of an answer", variant="record")


def _number(record: Record, contract: Contract) -> Response:
    match record:
        case {"number": int(number)}:
            return Counted(number)
        case {"text": text}:
            shown = repr(text)
        case other:
            shown = "a refusal" if "refused" in other else "a grid"
    return Failed(Fault.MALFORMED, f"returned {shown}; expected {contract.function}", variant="no number")


def _solutions(number: int, first: Record, options: Options, shape: Shape) -> Response:
    """The response of a function that returns all solutions, or as many as the contract needs."""
    contract = options.contract
    if contract.numbers:
        return Counted(number)
    if number and (number == 1 or not contract.tells_several):
        return response(first, options, shape)
    return contract.read_claim(Claim.SEVERAL if number else Claim.NONE)


def _grid(cells: list[Any], shape: Shape) -> Response:
    try:
        return Answered(Grid(bytes(cells), shape))
    except (TypeError, ValueError) as error:
        return Failed(Fault.MALFORMED, f"returned rows that are not a grid: {error}", variant="rows")


def _text(text: str, options: Options, shape: Shape) -> Response:  # noqa: PLR0911 - one for each form
    if options.refusal is not None and text.strip() == options.refusal:
        return Declined()
    contract = options.contract
    if contract.words and not has_digit(text):
        claim = next((claim for claim in contract.words if claim.value == text.strip()), None)
        if claim is not None:
            return contract.read_claim(claim)
        reason = f"returned {text[:100]!r}; expected {contract.function}"
        return Failed(Fault.MALFORMED, reason, variant="word")
    try:
        return Answered(Grid.parse(text, shape))
    except ValueError as error:
        if (grid := only_grid(text, shape)) is not None:
            return Answered(grid)
        if options.refusal is None and not has_digit(text):
            return Declined()
        return Failed(Fault.MALFORMED, f"returned {text[:100]!r}: {error}", variant=message_pattern(str(error)))


def changed_list(record: Record, asked: int) -> Failed:
    """Describe a change of a list that the function had returned or received."""
    number = f"for puzzle {record['puzzle'] + 1} of {asked} while it solved later ones"
    if record["changed"] == "answer":
        return Failed(Fault.RETRACTED, f"changed the list that it had returned {number}")
    return Failed(Fault.MUTATED, f"changed the list that it had received {number}", variant="later")
