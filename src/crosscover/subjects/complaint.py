"""Explain why a solver answers no easy puzzle: the try that came nearest, and the next command."""

import json
import shlex
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from crosscover.options import option_words
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid
from crosscover.responses import Answered, Declined, Failed, Fault

from .calls import Rank, rank
from .exits import STDERR, without_dump
from .folder import solver_names
from .specification import files_of
from .tries import Try, clues_kept, is_unlike

_EXCERPT = 100
"""Number of characters shown of what was sent and received."""

_NAMES = 8
"""Maximum number of functions that are named."""

_HARNESSES = {".rs": "rust", ".go": "go", ".php": "php", ".lua": "lua", ".py": "python", ".js": "js", ".mjs": "js"}
"""Languages of `crosscover init --harness`, by file suffix; functions in C, C++ and Java are found without it."""

_FIXED = "prints the same grid for every puzzle"


def complaint(what: str, tries: Sequence[Try], load_failures: Sequence[str], *, names_diagonals: bool = False) -> str:
    """Return the message about a search without a result, in one line.

    `tries` holds the tries of all forms, the nearest ones first, `load_failures` the reasons why meanings of the name
    `what` could not be loaded. A solver that `names_diagonals` may be for diagonal Sudoku.
    """
    first = load_failures[0] if load_failures else ""
    if not tries:
        return first or f"{what} defines no function that takes a puzzle"
    of_solvers = _of_solvers(tries)
    nearest = of_solvers[0]
    response = nearest.transcript.responses[0]
    if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
        return response.reason
    if first and isinstance(response, Failed) and response.fault is Fault.CRASHED:
        return f"{first}. As a program: {response.reason}"
    count = len({each.subject for each in tries})
    parts = [f"{what} answers no easy puzzle; {count} {'form' if count == 1 else 'forms'} tried. "]
    parts.append(_of_function(nearest, of_solvers) if nearest.subject.solver.called else _of_program(nearest, tries))
    if nearest.nearness is not None or any(each.timed_out for each in tries):
        parts.append("; a form that was too slow or was not tried may be right")
    if names_diagonals and not nearest.subject.options.variant:
        parts.append("; if it solves diagonal Sudoku, add --variant=x")
    if first and (nearest.grid is None or is_unlike(nearest.grid, nearest.puzzles[0])):
        parts.append(f". As a module: {first}")
    text = "".join([*parts, *_others(what, nearest)])
    command = _next(what, nearest, tries, is_fixed=_FIXED in text)
    return f"{text}{'' if text.endswith('?') else '.'} {command}" if command else text


def two_answers(what: str, program: Try, function: str) -> str:
    """Return the message about a file that answers puzzles wrongly as a `program`, while a `function` is correct."""
    fault = _fault_of(program.grid, program.puzzles[0]) if program.grid else ""
    commands = f"crosscover check {_form(program)}, or crosscover check {shlex.quote(function)}"
    return f"as a program, {what} answers wrongly: {fault}; {function} answers correctly. Choose one: {commands}"


def _others(what: str, nearest: Try) -> Iterator[str]:
    solver = nearest.subject.solver
    callables = [each for each in getattr(solver, "definitions", None) or () if each.kind != "list"]
    if f"{what}:" in nearest.subject.name and len(callables) > 1:
        names = ", ".join([each.name for each in callables if each.name != solver.called][:_NAMES])
        named = "" if rank(solver.called) <= Rank.SOLVES_SOMEHOW else "; no name states that a function solves puzzles"
        yield f"{named}; {what}:NAME judges another function, of {names}"


def _of_solvers(tries: Sequence[Try]) -> Sequence[Try]:
    """Return the tries of functions whose names state that they solve; without these, those of programs; else all."""
    ranks = [rank(each.subject.solver.called) if each.subject.solver.called else Rank.UNKNOWN for each in tries]
    return [each for each, of_name in zip(tries, ranks, strict=True) if of_name is min(ranks)]


def _of_function(nearest: Try, tries: Sequence[Try]) -> str:
    called = nearest.subject.solver.called
    same = [each for each in tries if each.subject.name == nearest.subject.name]
    failure = _failure_after_answer(nearest)
    match nearest.transcript.responses[0], _returned(nearest):
        case Answered(), _ if failure:
            said = f"{called} answered, but {failure}"
        case Declined(), None if all(_returned(each) in (None, "") for each in same):
            said = f"{called} returned None in every form; does it return the board, or fill it in place?"
        case Declined(), value:
            said = f"{called} returned {value}, which means no solution"
        case Answered(grid), bool() as value if grid == nearest.puzzles[0]:
            said = f"{called} returned {value} and left the board as it was: it undoes its work, or fills another board"
        case Answered(grid), _:
            said = f"{called} gave {grid}: {_fault_of(grid, nearest.puzzles[0])}"
        case Failed() as failed, _:
            said = f"{called} {failed.reason}" if failed.fault is Fault.RAISED else failed.reason
        case other, _:
            said = f"{called} gave {other}"
    printed = without_dump(nearest.transcript.errors).strip()[-_EXCERPT:]
    return f"{_form(nearest)}: {said}" + (
        f"; its output ends with {printed!r}" if printed and printed not in said else ""
    )


def _of_program(nearest: Try, tries: Sequence[Try]) -> str:
    transcript, puzzle = nearest.transcript, nearest.puzzles[0]
    output = (transcript.received or without_dump(transcript.errors)).strip()
    failure = _failure_after_answer(nearest)
    match transcript.responses[0]:
        case Answered() if failure:
            said = f"it answered, but {failure}"
        case Answered(grid) if grid == puzzle:
            said = "it printed the puzzle as it was"
        case Answered(grid):
            is_fixed = _is_fixed(nearest, tries)
            said = f"it {_FIXED}: {grid}" if is_fixed else f"it printed {grid}: {_fault_of(grid, puzzle)}"
        case Declined():
            said = "it printed no grid"
        case Failed() as failed:
            said = failed.reason
        case other:
            said = f"it gave {other}"
    end = output[-_EXCERPT:]
    shown = f"; its output ends with {end!r}" if end and not (end in said or STDERR in said) else ""
    return f"{_form(nearest)} received {transcript.sent[:_EXCERPT]!r}: {said}{shown}"


def _failure_after_answer(nearest: Try) -> str:
    """Return the first failure after a correct first answer; empty if there is none."""
    transcript = nearest.transcript
    failures = [each for each in (*transcript.responses, transcript.run_failure) if isinstance(each, Failed)]
    return failures[0].reason if failures and nearest.is_correct else ""


def _is_fixed(nearest: Try, tries: Sequence[Try]) -> bool:
    grids = [each.grid for each in tries if each.grid is not None]
    is_only = len(grids) > 1 and set(grids) == {nearest.grid}
    return is_only and nearest.grid is not None and is_unlike(nearest.grid, nearest.puzzles[0])


def _fault_of(grid: Grid, puzzle: Grid) -> str:
    if grid.is_full and is_unlike(grid, puzzle):
        kept = clues_kept(puzzle, grid)
        return f"this has nothing in common with the puzzle ({kept} of {puzzle.clue_count} clues)"
    return str(first_violation(grid, puzzle))


def _next(what: str, nearest: Try, tries: Sequence[Try], *, is_fixed: bool) -> str:
    """Return the command to try next, if there is one; a program that `is_fixed` prints the same for every puzzle.

    A form in which a function fills no cell is not proposed: another form may be right.
    """
    solver = nearest.subject.solver
    if nearest.timed_out:
        slow = {each.subject.options.call: None for each in tries if each.timed_out} if solver.called else {}
        others = [f"--call={call}" for call in slow if call is not nearest.subject.options.call]
        also = f", or with {' or '.join(others)}" if others else ""
        longer = 10 * nearest.subject.options.time_limit
        limits = f"--time-limit {longer:g} --time {ceil(longer / 6)}m"  # a search takes at most a third of the time
        return f"Next: crosscover check {_form(nearest)} {limits}{also}"
    is_answered = isinstance(nearest.transcript.responses[0], Answered | Declined)
    if solver.called and is_answered and not nearest.is_given:
        if (nearest.nearness or nearest.is_step) and rank(solver.called) < Rank.HELPER:
            return f"To judge it in this form: crosscover check {_form(nearest)}"
        name = nearest.subject.name
        call = name if name.endswith(")") else f"{name}(puzzle)"
        if rank(solver.called) <= Rank.SOLVES_SOMEHOW and not call.endswith(what):
            return f"If it takes another form, write its call as an expression: crosscover check {shlex.quote(call)}"
    if not is_fixed:
        is_program = not solver.called and nearest.is_wrong
        return f"To judge it in this form: crosscover check {_form(nearest)}" if is_program else ""
    for source in files_of(nearest.subject.name):
        if source.suffix in _HARNESSES:
            names = solver_names(source.read_text(encoding="utf-8", errors="replace"))
            place = f"around {names[0]}" if names else "with a place for your code"
            return f"`crosscover init --harness {_HARNESSES[source.suffix]}` writes a program {place}"
    return "Let it read the puzzle from stdin, such as 81 characters in a line"


def _form(nearest: Try) -> str:
    options, called = nearest.subject.options, nearest.subject.solver.called
    form = {"call": options.call} if called else {"dialect": options.dialect}
    words = option_words({**form, "empty": options.given().get("empty")})
    return shlex.join([nearest.subject.name, *words])


def _returned(each: Try) -> Any:
    """Return the value that a function returned, as the worker describes it; "" if there is none."""
    try:
        return json.loads(each.transcript.returned).get("returned", "")
    except ValueError:
        return ""
