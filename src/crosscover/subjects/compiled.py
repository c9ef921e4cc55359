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
from .calls import Rank, rank
from .compiling import compiled, failure, new_folder, other_files, run_compiler
from .sources import Declared, Parameter, Source, read_source

_WORKERS = Path(__file__).with_name("processes")

_MAX_CANDIDATES = 12
"""Maximum number of calls in a harness, the likeliest ones first."""

_COMPILERS = {
    "c": "cc -O2 -w -o {output} {files} -lm",
    "cpp": "c++ -O2 -std=c++17 -w -fno-access-control -o {output} {files}",
}
"""Commands that compile a harness; private methods can be called, too."""

_MAX_ROUNDS = 6
"""Maximum number of times that a harness is compiled; each time, rejected calls are left out or files are added."""

_SCALAR = re.compile(
    r"(?:(?:unsigned|signed|short|long|int|char|bool|_Bool|(?:std::)?size_t|u?int\d+_t|float|double)\s*)+&?"
)
_SIZE = re.compile(r"n|size|len|length|side|dim\w*|order", re.IGNORECASE)
"""Parameters that receive the number of rows; other numbers are 0."""

_SETTER = re.compile(r"set|load|init|assign", re.IGNORECASE)
_STORAGE = re.compile(r"\b(?:static|inline|virtual|constexpr|extern|friend)\b")


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

    Numbers are 0, or the number of rows if the name suggests it; `n` may also count cells.
    """
    names = [parameter.name for parameter in function.parameters]
    is_number = list(map(_is_scalar, function.parameters))
    board = is_number.index(False) if False in is_number else None
    sized = any(_SIZE.fullmatch(name) for name, number in zip(names, is_number, strict=True) if number)
    for size in ("crosscover_side()", "0") if sized else ("0",):
        places: list[Place] = []
        for at, parameter in enumerate(function.parameters):
            name = f"crosscover_{at}"
            if is_number[at]:
                value = size if _SIZE.fullmatch(parameter.name) else "0"
                places.append(Place(f"{parameter.type.rstrip('& ')} {name} = {value}", name))
            else:
                places.append(_place(parameter, name, language, names))
        yield places, board


def _returning(result: str, call: str, language: str) -> str:
    """Return the statements that call a function and show its result."""
    result = " ".join(_STORAGE.sub(" ", result).split())
    shown = 'crosscover_raw("\\"returned\\":"); '
    if result == "void":
        return f'{call}; {shown}crosscover_raw("null")'
    if language == "cpp" and not result.endswith("*"):
        return f"auto &&crosscover_result = {call}; {shown}crosscover_return(crosscover_result)"
    show = "crosscover_number({0}, 0)"
    if result.endswith("**"):
        show = "crosscover_show_rows({0}, sizeof **{0})"
    elif re.fullmatch(r"(?:const )?char ?\*", result):
        show = "crosscover_string({0})"
    elif result.endswith("*"):
        show = "crosscover_show(CROSSCOVER_LIST({0}))"
    return f"{result} crosscover_result = {call}; {shown}{show.format('crosscover_result')}"


def _candidates(source: Source, language: str, chosen: str) -> Iterator[Candidate]:
    """Yield the calls of a source; helpers are left out, except for the function that the user has chosen."""
    by_rank = sorted(source.functions, key=lambda function: rank(function.name))
    for function in by_rank:
        is_helper = rank(function.name) is Rank.HELPER and function.called != chosen
        if is_helper or function.name in (function.owner, "main"):
            continue
        for places, board in _arguments(function, language):
            yield from _calls(source, function, places, board, language)


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
    for show, before, made in _holders(source, kind.rstrip("*& "), language) if language == "cpp" else ():
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
    """Yield how a board reaches a function without parameters: how it is shown then, statements before, the object.

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


def _harness(
    source: Path, candidates: Sequence[tuple[int, Candidate]], language: str, places: str = "", empty: str = "."
) -> str:
    """Return the harness, which includes the source; each call is a file of its own in messages of the compiler.

    Paths are relative to the folder `places`, if given. With `empty`, the cells of JSON lines are characters, the empty
    one being this; if it is nothing, they are numbers.
    """
    declared = f'#include "{"" if places else f"{_WORKERS}/"}worker.{"hpp" if language == "cpp" else "h"}"\n'
    if language == "cpp" and "#include" not in source.read_text(encoding="utf-8", errors="replace"):
        declared += "#include <bits/stdc++.h>\nusing namespace std;\n"  # as LeetCode does
    definitions = [{"name": call.name, "kind": "function", "least": 1, "most": 1} for _, call in candidates]
    loaded = json.dumps(json.dumps({"loaded": definitions}))
    calls = cases = ""
    for number, call in candidates:
        body = ";\n    ".join(filter(None, call.statements))
        mark = "" if places else f'#line 1 "candidate-{number}"\n'
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
    calls = [call for call in _named(_candidates(read_source(source), language, function)) if call.name == function]
    empty = "" if options.call is Call.ROWS else options.empty or "."
    names = ("worker.c", "worker.h", "worker.hpp") if language == "cpp" else ("worker.c", "worker.h")
    files = {name: (_WORKERS / name).read_text(encoding="utf-8") for name in names}
    harness = _harness(source, list(enumerate(calls)), language, str(folder.resolve()), empty)
    return {f"harness.{language}": f"/* Calls {function} for crosscover. */\n{harness}", **files}


def _named(candidates: Iterator[Candidate]) -> list[Candidate]:
    """Return candidates with names that differ: the second call of a function `solve` is `solve@2`."""
    seen: dict[str, int] = {}
    listed: list[Candidate] = []
    for candidate in candidates:
        seen[candidate.name] = number = seen.get(candidate.name, 0) + 1
        listed.append(candidate if number == 1 else replace(candidate, name=f"{candidate.name}@{number}"))
    return listed


def worker_for(language: str, place: str, function: str) -> tuple[str, ...]:
    """Return the command of the worker for a source; raises UsageError if no call of it compiles."""
    source = Path(place).resolve()
    if not source.is_file():
        raise UsageError(f"there is no file {place}")
    changed = source.stat().st_mtime_ns
    if language == "java":
        return _java_worker(source, changed)
    if not function or function in _likeliest(language, source, changed):
        command, names = _worker(language, source, changed)
        if function in ("", *names):
            return command
    return _worker(language, source, changed, function)[0]


@cache
def _likeliest(language: str, source: Path, _changed: int) -> frozenset[str]:
    return frozenset(call.name for call in _named(_candidates(read_source(source), language, "")))


@cache
def _java_worker(source: Path, changed: int) -> tuple[str, ...]:
    worker, folder = _WORKERS / "CrosscoverWorker.java", new_folder()
    (java, path, classes, _), _ = compiled(source, changed, ("-parameters",))
    printed = run_compiler(("javac", "-d", str(folder), str(worker)), worker, "javac", folder)
    if printed:
        raise failure(worker, "javac", printed)
    return (java, path, f"{folder}{os.pathsep}{classes}", worker.stem, classes, source.stem)


@cache
def _worker(language: str, source: Path, _changed: int, function: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the worker for one call, or for the likeliest calls, with their names."""
    every = _named(_candidates(read_source(source), language, function))
    chosen = [call for call in every if function in ("", call.name)]
    if not chosen:
        what = function or "that takes a board"
        raise UsageError(f"{source.name} defines no function {what}")
    folder = new_folder()
    output, harness = folder / source.stem, folder / f"harness{source.suffix}"
    candidates, files = list(enumerate(chosen[:_MAX_CANDIDATES])), [source]
    printed, shown = "", f"{_COMPILERS[language].partition(' ')[0]} with a harness"
    for _ in range(_MAX_ROUNDS):
        harness.write_text(_harness(source, candidates, language), encoding="utf-8")
        inputs = [str(file) for file in (harness, _WORKERS / "worker.c", *files[1:])]
        places = {"{output}": [str(output)], "{files}": inputs}
        words = [part for word in _COMPILERS[language].split() for part in places.get(word, [word])]
        printed = run_compiler(words, source, shown, folder)
        if not printed:
            return (str(output),), tuple(each.name for _, each in candidates)
        rejected = set(map(int, re.findall(r"candidate-(\d+)", printed)))
        kept = [(number, each) for number, each in candidates if number not in rejected]
        more = other_files(source, files, printed, folder)
        if not kept or not (rejected or more):
            break
        candidates, files = kept, list(more or files)
    raise failure(source, shown, printed)


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
