"""Functions of C, C++ and Java sources, compiled unchanged with a harness that calls them.

    source ──► sources.py: functions, boards ──► candidates ──► harness ──► compiler ──► worker in C, C++ or Java

The worker uses the protocol of worker.py, so `Function` runs it. A `main` of the source is renamed. A candidate that
the compiler rejects, because its signature was read wrongly, is left out. For Java, the worker finds candidates by
reflection.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from crosscover.errors import UsageError
from crosscover.options import Call, Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid

from .answers import grid_in
from .calls import likeliest
from .compiling import compile_files, compiled, new_folder
from .parameters import CHOICES, argument_of
from .sources import STORAGE, Declared, Parameter, Source, read_source

_WORKERS = Path(__file__).with_name("processes")

_MAX_CANDIDATES = 12
"""Maximum number of calls in a harness, the likeliest ones first."""

_HEADERS = (
    *("algorithm", "array", "bitset", "climits", "cmath", "cstdint", "cstdio", "cstdlib", "cstring", "deque"),
    *("functional", "iostream", "list", "map", "numeric", "queue", "set", "sstream", "stack", "string", "tuple"),
    *("unordered_map", "unordered_set", "utility", "vector"),
)
"""The usual headers of C++, for libraries without a header that includes all of them."""

_PRELUDES = {
    "c": "#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
    "cpp": (
        "#if __has_include(<bits/stdc++.h>)\n#include <bits/stdc++.h>\n#else\n"
        + "".join(f"#include <{header}>\n" for header in _HEADERS)
        + "#endif\nusing namespace std;\n"
    ),
}
"""What precedes a source that includes nothing, as on LeetCode."""

_OPENED = ("--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED")
"""Options of Java with which the worker restores objects of the library."""

_VALUES = {"{side}": "crosscover_side()", "{box}": "3"}
"""Numbers in C for the arguments of `parameters.py`; others are 0."""

_SCALAR = re.compile(
    r"(?:(?:unsigned|signed|short|long|int|char|bool|_Bool|(?:std::)?size_t|u?int\d+_t|float|double)\s*)+&?"
)
_SETTER = re.compile(r"set|load|init|assign", re.IGNORECASE)
_CALL = "the call of "
"""Beginning of the name of a call in messages of the compiler."""


@dataclass(frozen=True, slots=True)
class Place:
    """A board or another argument in C or C++: its declaration, its expression, and how it is filled and shown."""

    declaration: str
    argument: str
    fill: str = ""
    show: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A call: its name in a specification, and the statements that fill the board, call, and show the result."""

    name: str
    statements: tuple[str, ...]


def _place(parameter: Parameter, name: str, language: str, others: Sequence[str] = ()) -> Place:
    """Return the place of a board, by the form of its parameter; `others` are parameters that may be in its sizes."""
    kind, sizes = parameter.type, parameter.sizes.replace(" ", "")
    item, is_pointer = kind.rstrip("*& "), kind.endswith("*")
    for other in filter(None, others):
        sizes = re.sub(rf"\b{other}\b", "9", sizes)
    if parameter.inner == "*":
        sizes = f"[9]{sizes}"
    if sizes.startswith("[]"):
        sizes = f"{sizes[sizes.rfind('[') :]}{sizes[2:]}"
    if kind.endswith("**") or (is_pointer and sizes):
        declaration = f"static {item} {name}_rows[32][32], *{name}[32]"
        point = f"for (int i = 0; i < 32; i++) {name}[i] = {name}_rows[i]; "
        return _in_memory(declaration, name, f"ROWS({name}_rows)", point)
    if sizes.count("[") == 2:
        return _in_memory(f"static {kind} {name}{sizes}", name, f"ROWS({name})")
    if sizes or (is_pointer and _SCALAR.fullmatch(item)):
        return _in_memory(f"static {item} {name}[700]", name, f"LIST({name})")
    argument = f"&{name}" if is_pointer else name
    if language == "c":
        return _in_memory(f"static {item} {name}", argument, f"WHOLE({name})")
    return Place(f"{item} {name}{{}}", argument, f"crosscover_put({name})", f"crosscover_return({name})")


def _in_memory(declaration: str, argument: str, cells: str, before: str = "") -> Place:
    cells = f"CROSSCOVER_{cells}"
    return Place(declaration, argument, f"{before}crosscover_fill({cells})", f"crosscover_show({cells})")


def _is_scalar(parameter: Parameter) -> bool:
    return not parameter.sizes and not parameter.inner and _SCALAR.fullmatch(parameter.type) is not None


def _arguments(function: Declared, language: str) -> Iterator[tuple[list[Place], int | None]]:
    """Yield the arguments of a function, and which of them is the board: the first that is no number.

    The names of other parameters state their arguments; pointers to numbers receive a list of them.
    """
    names = [parameter.name for parameter in function.parameters]
    is_number = list(map(_is_scalar, function.parameters))
    board = is_number.index(False) if False in is_number else None
    choices = ([_VALUES.get(argument_of(name, choice), "0") for name in names] for choice in range(CHOICES))
    for values in dict.fromkeys(map(tuple, choices)):
        places: list[Place] = []
        for at, (parameter, value) in enumerate(zip(function.parameters, values, strict=True)):
            name = f"crosscover_{at}"
            if is_number[at]:
                places.append(Place(f"{parameter.type.rstrip('& ')} {name} = {value}", name))
                continue
            place = _place(parameter, name, language, names)
            if at != board and value != "0" and place.show.startswith("crosscover_show(CROSSCOVER_LIST"):
                filled = f"{place.declaration}; for (int i = 0; i < 25; i++) {name}[i] = {value}"
                place = replace(place, declaration=filled)
            places.append(place)
        yield places, board


def _returning(result: str, call: str, language: str) -> str:
    """Return the statements that call a function and show its result."""
    result = " ".join(STORAGE.sub(" ", result).split())
    shown = 'crosscover_raw("\\"returned\\":"); '
    if result == "void":
        return f'{call}; {shown}crosscover_raw("null")'
    if language == "cpp" and not result.endswith("*"):
        return f"auto &&crosscover_result = {call}; {shown}crosscover_return(crosscover_result)"
    show = "crosscover_number({0}, 0)"
    if result.endswith("**"):
        show = "crosscover_show_rows({0}, sizeof **{0}, CROSSCOVER_IS_FLOATING(**{0}))"
    elif re.fullmatch(r"(?:const )?char ?\*", result):
        show = "crosscover_string({0})"
    elif result.endswith("*"):
        show = "crosscover_show(CROSSCOVER_LIST({0}))"
    return f"{result} crosscover_result = {call}; {shown}{show.format('crosscover_result')}"


@cache
def _candidates(source: Path, _changed: int, language: str, chosen: str = "") -> tuple[Candidate, ...]:
    """Return the calls of a function, or of the likeliest functions; the second call of `solve` is `solve@2`.

    A solver counts even if the compiler rejects its calls. Helpers are only called if they are chosen.
    """
    read = read_source(source)
    found: dict[str, Candidate] = {}
    for function in read.functions:
        if function.name in (function.owner, "main") or chosen not in ("", function.called):
            continue
        for places, board in _arguments(function, language):
            for call in _calls(read, function, places, board, language):
                number = 1 + sum(name.partition("@")[0] == call.name for name in found)
                name = call.name if number == 1 else f"{call.name}@{number}"
                found[name] = replace(call, name=name)
    names = [*found] if chosen else likeliest(found)
    return tuple(found[name] for name in names[:_MAX_CANDIDATES])


def _calls(
    source: Source, function: Declared, places: Sequence[Place], board: int | None, language: str
) -> Iterator[Candidate]:
    """Yield the calls of a function: with a board, with an object that holds one, or in such an object."""
    declarations = [place.declaration for place in places]
    arguments = [place.argument for place in places]
    if board is None:
        for show, before, made in _holders(source, function.owner, language):
            call = f"{made}.{function.name}" if made else function.name
            yield _candidate(function, [*declarations, *before], f"{call}({', '.join(arguments)})", show, language)
        return
    kind, given = function.parameters[board].type, places[board]
    ways = [(given.show, [given.declaration, given.fill], given.argument)]
    for show, before, made in (
        _holders(source, kind.removeprefix("struct ").rstrip("*& "), language) if language == "cpp" else ()
    ):
        ways.append((show, before, f"&{made}" if kind.endswith("*") else made))
    del declarations[board]
    for show, before, argument in ways:
        arguments[board] = argument
        call = f"{function.name}({', '.join(arguments)})"
        if function.owner:
            call = f"crosscover_object<{function.owner}>({argument}).{call}"
        yield _candidate(function, [*declarations, *before], call, show, language)


def _candidate(function: Declared, before: Sequence[str], call: str, show: str, language: str) -> Candidate:
    argument = f'crosscover_raw(",\\"argument\\":"); {show}' if show else ""
    return Candidate(function.called, (*before, _returning(function.result, call, language), argument))


def _holders(source: Source, owner: str, language: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield the ways to give a board to a function without parameters: its result, statements before, the object.

    The board is a variable of the file, or it is given to a constructor, to a method that sets it, or to an attribute.
    """
    if not owner:
        for holder, board in source.boards:
            if not holder:
                place = _place(board, board.name, language)
                yield place.show, [place.fill], ""
        return
    made = f"{owner} &crosscover_made = *new {owner}"
    members = [
        _place(board, f"crosscover_made.{board.name}", language) for holder, board in source.boards if holder == owner
    ]
    shows = [member.show for member in members] or [""]
    for method in source.functions:
        is_constructor = method.name == owner
        takes_board = len(method.parameters) == 1 and not _is_scalar(method.parameters[0])
        if method.owner == owner and takes_board and (is_constructor or _SETTER.match(method.name)):
            place = _place(method.parameters[0], "crosscover_board", language)
            setting = f"{made}(); crosscover_made.{method.name}({place.argument})"
            given = f"{made}({place.argument})" if is_constructor else setting
            for show in shows:
                yield show, [place.declaration, place.fill, given], "crosscover_made"
    for member in members:
        yield member.show, [f"{made}()", member.fill], "crosscover_made"


def _harness(source: Path, candidates: Sequence[Candidate], language: str, places: str = "", empty: str = ".") -> str:
    """Return the harness, which includes the source; messages of the compiler name the call that it rejects.

    Paths are relative to the folder `places`, if given. With `empty`, the cells of JSON lines are characters, the empty
    one being this; if it is nothing, they are numbers.
    """
    declared = f'#include "{"" if places else f"{_WORKERS}/"}worker.{"hpp" if language == "cpp" else "h"}"\n'
    if "#include" not in source.read_text(encoding="utf-8", errors="replace"):
        declared += _PRELUDES[language]
    definitions = [{"name": call.name, "kind": "function", "least": 1, "most": 1} for call in candidates]
    loaded = json.dumps(json.dumps({"loaded": definitions}))
    calls = "".join(f"using namespace {name};\n" for name in read_source(source).namespaces)
    cases = ""
    for number, call in enumerate(candidates):
        body = ";\n    ".join(filter(None, call.statements))
        mark = "" if places else f'#line 1 "{_CALL}{call.name}"\n'
        calls += f"\n{mark}static void crosscover_call_{number}(void) {{\n    {body};\n}}\n"
        test = f'!*name || !__builtin_strcmp(name, "{call.name}")'
        cases += f"    if ({test})\n        return crosscover_call_{number}(), 0;\n"
    included = json.dumps(os.path.relpath(source, places) if places else str(source), ensure_ascii=False)
    return (
        f"{declared}\n#define main crosscover_users_main\n#include {included}\n#undef main\n{calls}\n"
        f"const char crosscover_loaded[] = {loaded};\n"
        f"const char crosscover_empty[] = {json.dumps(empty)};\n"
        f"crosscover_int crosscover_dispatch(const char *name) {{\n{cases}    return 1;\n}}\n"
    )


def kept_harness(spec: str, options: Options, folder: Path) -> dict[str, str]:
    """Return the files of a harness for a C or C++ function in the dialect jsonl, by name, to be kept in a folder."""
    language, place, function = spec.split(":", 2)
    source = Path(place).resolve()
    every = _candidates(source, source.stat().st_mtime_ns, language, function.partition("@")[0])
    calls = [call for call in every if call.name == function]
    empty = "" if options.call is Call.ROWS else options.empty or "."
    names = ("worker.c", "worker.h", "worker.hpp") if language == "cpp" else ("worker.c", "worker.h")
    files = {name: (_WORKERS / name).read_text(encoding="utf-8") for name in names}
    harness = _harness(source, calls, language, str(folder.resolve()), empty)
    return {f"harness.{language}": f"/* Calls {function} for crosscover. */\n{harness}", **files}


def worker_for(language: str, place: str, function: str) -> tuple[str, ...]:
    """Return the command of the worker for a source; raises UsageError if no call of it compiles."""
    source = Path(place).resolve()
    if not source.is_file():
        raise UsageError(f"there is no file {place}")
    changed = source.stat().st_mtime_ns
    if language == "java":
        worker = _WORKERS / "CrosscoverWorker.java"
        (java, path, classes, _), _ = compiled(source, changed, (worker,))
        return (java, *_OPENED, path, classes, worker.stem, classes, source.stem)
    if not function or any(call.name == function for call in _candidates(source, changed, language)):
        command, names = _worker(source, changed, language)
        if function in ("", *names):
            return command
    command, names = _worker(source, changed, language, function.partition("@")[0])
    if function not in names:
        raise UsageError(f"{source.name} defines no function {function}")
    return command


@cache
def _worker(source: Path, changed: int, language: str, chosen: str = "") -> tuple[tuple[str, ...], list[str]]:
    """Return the worker for the calls of a function, or of the likeliest functions, and their names."""
    calls = _candidates(source, changed, language, chosen)
    if not calls:
        raise UsageError(f"{source.name} defines no function {chosen or 'that takes a board'}")
    folder = new_folder()
    harness = folder / f"harness{source.suffix}"
    names: list[str] = []

    def write(printed: str) -> bool:
        """Write the harness with the calls that were not rejected; return whether some were."""
        kept = [call for call in calls if not printed or call.name in names]
        kept = [call for call in kept if f"{_CALL}{call.name}:" not in printed]
        is_other = 0 < len(kept) < len(names)
        if kept:
            names[:] = [call.name for call in kept]
            harness.write_text(_harness(source, kept, language), encoding="utf-8")
        return is_other

    compile_files(source, folder, (harness, _WORKERS / "worker.c"), write)
    return (str(folder / source.stem),), names


def meaning(record: Any, puzzle: Grid, options: Options) -> Any:
    """Return the record of a call in the form in which a Python function would have given it.

    A number is often a boolean, or the number of steps; a solution in the board is an answer regardless of it, and a
    board with empty cells is a refusal. The board is only of interest if it was changed, or if nothing was returned.
    """
    match record:
        case {"returned": bool() | int() as result, "argument": board}:
            if options.contract.numbers:
                return {"returned": result}
            grid = grid_in(board, puzzle.shape)
            if grid is None or not grid.is_full:
                return {"returned": False, "argument": board}
            is_solved = grid.extends(puzzle) and first_violation(grid) is None
            return {"returned": is_solved or bool(result), "argument": board}
        case {"returned": str() | list() | dict(), "argument": board} if grid_in(board, puzzle.shape) == puzzle:
            return {name: value for name, value in record.items() if name != "argument"}
        case _:
            return record
