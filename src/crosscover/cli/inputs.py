"""The arguments that commands share: puzzle files, options of solvers and runs, and the number of processes."""

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from crosscover.containers import split_name
from crosscover.dialects import DIALECTS, Columns, raise_errors
from crosscover.dialects.numbered_lines import quote
from crosscover.errors import UsageError, refusing
from crosscover.option_values import variant, whole_number
from crosscover.puzzle_files import STDIN, LocatedEntry, PuzzleFile, display_name, open_puzzles, open_text, place_of
from crosscover.reference import Shape
from crosscover.system import WATCHES_PROCESSES

if TYPE_CHECKING:
    from crosscover.options import RunOptions
    from crosscover.report.events import Listener

Value = TypeVar("Value")


def argument(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return an argparse type that reports the message of a ValueError of `parse`, which argparse would hide."""

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_argument


positive_int = argument(lambda text: min(whole_number(text, 1), sys.maxsize))


@argument
def _number_of_jobs(text: str) -> int:
    number = positive_int(text)
    if number > 1 and not WATCHES_PROCESSES:
        raise ValueError(f"expected 1 on Windows, not {number}")
    return number


def add_puzzle_arguments(parser: argparse.ArgumentParser, jobs: int | None = None, *, takes_text: bool = True) -> None:
    """Declare puzzle files, their dialect, columns and shape, and the number of processes with its default.

    With `takes_text`, a command also accepts the text of a puzzle instead of a file.
    """
    metavar, text = (
        ("PUZZLE|FILE", "a puzzle as text, or a file of puzzles") if takes_text else ("FILE", "puzzle files")
    )
    files = f"{text}, also .gz, .bz2, .xz, .zip, .parquet, .npy and .npz; - for stdin (default)"
    parser.add_argument("files", metavar=metavar, nargs="*", default=[STDIN], help=files)
    parser.add_argument(
        "--dialect",
        choices=[*DIALECTS],
        metavar="NAME",
        help="text form of the puzzles; see `crosscover dialects` (default: detected from the first lines)",
    )
    for kind in ("puzzle", "solution"):
        column = f"name or number of the column of {kind}s in CSV or Parquet files (default: detected)"
        parser.add_argument(f"--{kind}-column", metavar="NAME", help=column)
    add_shape_argument(parser)
    add_jobs_argument(parser, jobs)


def columns_of(arguments: argparse.Namespace) -> Columns:
    return Columns(arguments.puzzle_column, arguments.solution_column)


def add_jobs_argument(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    text = f"number of processes (default: {default or 'one per processor'})"
    parser.add_argument("--jobs", type=_number_of_jobs, default=default, metavar="N", help=text)


def is_file(name: str) -> bool:
    """Return whether an argument names a file or stdin; otherwise it is the text of a puzzle."""
    return name == STDIN or os.path.exists(split_name(name)[0])  # noqa: PTH110 - Path.exists raises OSError for a long text


@contextmanager
def open_argument(name: str, place: str, arguments: argparse.Namespace) -> Generator[PuzzleFile]:
    """Open a file, or the text of a puzzle, called `place` in messages; raises UsageError for other arguments."""
    shape = shape_of(arguments)
    if is_file(name):
        with open_puzzles(name, arguments.dialect, shape, columns_of(arguments)) as file:
            yield file
        return
    is_puzzle = False
    try:
        with open_text(name, place, arguments.dialect, shape) as file:
            is_puzzle = True
            yield file
    except UsageError as error:
        if is_puzzle:
            raise
        raise UsageError(f"{quote(name)} is neither a file nor a puzzle: {error}") from None


def located_entries(arguments: argparse.Namespace) -> Iterator[LocatedEntry]:
    """Yield the puzzles of all arguments with their places; a single puzzle given as text has an empty place."""
    for number, name in enumerate(arguments.files, 1):
        place = display_name(name) if is_file(name) else f"puzzle {number}" if len(arguments.files) > 1 else ""
        with open_argument(name, place or "the puzzle", arguments) as file:
            for entry in raise_errors(file.rows()):
                yield place_of(name, entry.line, entry.label) if is_file(name) else place, entry


def add_options(parser: argparse.ArgumentParser, user: str, texts: Mapping[str, str] = MappingProxyType({})) -> None:
    """Declare the options of a user in `options.OPTIONS_OF`, under headings; `texts` replaces help texts by name."""
    from crosscover.options import OPTIONS, OPTIONS_OF

    for group, options in groupby(OPTIONS.values(), key=attrgetter("group")):
        section = parser.add_argument_group(group)
        for option in options:
            if option.name in OPTIONS_OF[user]:
                keywords: dict[str, Any] = {"action": "store_const", "const": True}
                if option.metavar:
                    keywords = {"metavar": option.metavar, "type": argument(option.parse)}
                text = texts.get(option.name, option.help)
                section.add_argument(*filter(None, (option.short, option.word)), help=text, **keywords)


def options_of(arguments: argparse.Namespace, user: str) -> dict[str, object]:
    from crosscover.options import OPTIONS_OF

    return {name: value for name in OPTIONS_OF[user] if (value := getattr(arguments, name)) is not None}


def report_listeners(run: "RunOptions") -> "list[Listener]":
    """Return the report writers of a run, files first: an unwritable file is refused before anything is shown."""
    from crosscover.report.github import GithubWriter
    from crosscover.report.terminal import TerminalWriter
    from crosscover.report.writers import report_writers

    stream = sys.stderr if run.json == "-" else sys.stdout
    github = [GithubWriter(stream)] if os.environ.get("GITHUB_ACTIONS") == "true" else []
    return [*report_writers(run), TerminalWriter(stream, verbose=run.verbose), *github]


def read_quoted(text: str) -> tuple[str, dict[str, object]]:
    """Split a quoted solver, as in `'exec:./a.out -v --dialect grid'`, into its specification and its options by name.

    The options are the longest tail of options and their values; a program's own words stay with the program. Raises
    UsageError for an unknown option and for a missing or invalid value.

    >>> read_quoted("exec:python3 solver.py -v --dialect grid --no-clashes")
    ('exec:python3 solver.py -v', {'dialect': 'grid', 'no_clashes': True})
    """
    from crosscover.options import ENGINE, FUNCTIONS, SOLVER_OPTIONS

    with refusing(f"{text!r}: "):
        refused: ValueError | None = None
        for match in re.finditer(r"\s+(?=--(?P<name>[\w-]+))", text):
            try:
                return text[: match.start()].strip(), _quoted_options(text[match.end() :])
            except ValueError as error:
                is_ours = match["name"].replace("-", "_") in SOLVER_OPTIONS
                if refused is None and (is_ours or text.startswith(tuple(f"{kind}:" for kind in (ENGINE, *FUNCTIONS)))):
                    refused = error
        if refused is not None:
            raise refused
        return text.strip(), {}


def _quoted_options(text: str) -> dict[str, object]:
    from crosscover.options import QUOTED

    from .parser import CommandParser

    parser = CommandParser(prog="crosscover check", add_help=False)
    add_options(parser, QUOTED)
    return options_of(parser.parse_args(shlex.split(text)), QUOTED)


def add_shape_argument(parser: argparse.ArgumentParser) -> None:
    shape = "rows and columns of a box (default: the shape of the dialect, or 3x3)"
    parser.add_argument("--shape", type=argument(Shape.parse), metavar="RxC", help=shape)
    diagonal = "x: diagonal Sudoku, each main diagonal also holds each digit once"
    parser.add_argument("--variant", type=argument(variant), metavar="NAME", help=diagonal)


def shape_of(arguments: argparse.Namespace) -> Shape | None:
    """Return the shape that `--shape` and `--variant` set, None without both.

    Without `--shape`, a variant has the boxes of the dialect, else 3x3.

    Raises UsageError for a variant of a shape that is too large.
    """
    shape: Shape | None = arguments.shape
    if not arguments.variant:
        return shape
    form = DIALECTS.get(getattr(arguments, "dialect", None) or "")
    boxes = shape or (form and form.shape) or Shape()
    with refusing("--variant: "):
        return replace(boxes, diagonals=True)
