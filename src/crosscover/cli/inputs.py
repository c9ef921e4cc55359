"""The arguments that commands share: puzzle files, options of solvers and runs, and the number of processes."""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn, TypeVar

from crosscover.dialects import DIALECTS, PUZZLE_FILES, Columns
from crosscover.option_values import whole_number
from crosscover.reference import Shape
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.system import WATCHES_PROCESSES

Value = TypeVar("Value")


def argument(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """A type for argparse that shows the message of a ValueError of `parse`, which argparse itself would hide."""

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_argument


@argument
def positive_int(text: str) -> int:
    """Read a whole number from 1, cut to `sys.maxsize`."""
    return min(whole_number(text, 1), sys.maxsize)


@argument
def _number_of_jobs(text: str) -> int:
    number = positive_int(text)
    if number > 1 and not WATCHES_PROCESSES:
        raise ValueError(f"expected 1 on Windows, not {number}")
    return number


def add_puzzle_arguments(parser: argparse.ArgumentParser, jobs: int | None = None) -> None:
    """Declare the files of puzzles, their dialect, and the number of processes with its default."""
    files = "puzzle files, also .gz, .bz2, .xz and .parquet; - for stdin (default)"
    parser.add_argument("files", metavar="FILE", nargs="*", help=files)
    add_puzzle_options(parser, jobs)


def add_puzzle_options(parser: argparse.ArgumentParser, jobs: int | None = None) -> None:
    """Declare the dialect of the puzzles, the columns of tables, and the number of processes."""
    parser.add_argument(
        "--dialect",
        choices=[*DIALECTS, *PUZZLE_FILES],
        metavar="NAME",
        help="text form of the puzzles; see `crosscover dialects` (default: detected from the first lines)",
    )
    for kind in ("puzzle", "solution"):
        column = f"column of the {kind}s in CSV or Parquet files (default: found by its usual names)"
        parser.add_argument(f"--{kind}-column", metavar="NAME", help=column)
    add_jobs_argument(parser, jobs)


def columns_of(arguments: argparse.Namespace) -> Columns:
    """The columns in the arguments."""
    return Columns(arguments.puzzle_column, arguments.solution_column)


def add_jobs_argument(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """Declare the number of processes; without a default, there is one per processor."""
    text = f"number of processes (default: {default or 'one per processor'})"
    parser.add_argument("--jobs", type=_number_of_jobs, default=default, metavar="N", help=text)


def add_options(parser: argparse.ArgumentParser, command: str, texts: Mapping[str, str] = MappingProxyType({})) -> None:
    """Declare the options that the command has, in their groups; some may have another help text."""
    from crosscover.options import OPTIONS, OptionGroup

    for group in OptionGroup:
        options = [one for one in OPTIONS.values() if one.group is group and command in one.commands]
        section = parser.add_argument_group(group.value) if options else parser
        for option in options:
            keywords = option.keywords(texts.get(option.name, ""))
            if option.value.metavar:
                keywords |= {"type": argument(option.value.parse), "choices": option.value.names or None}
            section.add_argument(*filter(None, (option.short, option.word)), **keywords)


def options_of(arguments: argparse.Namespace, command: str) -> dict[str, object]:
    """The options of the command that the arguments set, by name."""
    from crosscover.options import OPTIONS

    names = [name for name, option in OPTIONS.items() if command in option.commands]
    return {name: value for name in names if (value := getattr(arguments, name)) is not None}


def read_quoted(text: str) -> tuple[str, dict[str, object]]:
    """A solver quoted as one word, as in `'exec:./a.out -v --dialect grid'`: its specification and options by name.

    Words of a program belong to it: the options are the longest tail that consists of options and their values. After a
    lone `--` there are only options, so that `exec:./a.out --stream --` leaves `--stream` to the program. Raises
    ValueError for an option that does not exist, and if its value is missing or does not fit.

    >>> read_quoted("exec:python3 solver.py -v --dialect grid --stream")
    ('exec:python3 solver.py -v', {'dialect': 'grid', 'stream': True})
    """
    from crosscover.options import SOLVER_OPTIONS

    ends = list(re.finditer(r"\s--(?=\s|$)", text))
    if ends:
        return text[: ends[-1].start()].strip(), _quoted_options(text[ends[-1].end() :])
    refused: ValueError | None = None
    for match in re.finditer(r"\s+(?=--(?P<name>[\w-]+))", text):
        try:
            return text[: match.start()].strip(), _quoted_options(text[match.end() :])
        except ValueError as error:
            is_ours = match["name"].replace("-", "_") in SOLVER_OPTIONS
            if refused is None and (is_ours or text.startswith(("python:", "js:", "engine:"))):
                refused = error
    if refused is not None:
        raise refused
    return text.strip(), {}


class _RaisingParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(message)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Accept what the parser of a value has read; its choices are texts for completion."""


def _quoted_options(text: str) -> dict[str, object]:
    parser = _RaisingParser(add_help=False, allow_abbrev=False)
    add_options(parser, "quoted")
    return options_of(parser.parse_args(shlex.split(text)), "quoted")


def add_shape_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the shape of the puzzles."""
    shape = "rows and columns of a box (default: that of the dialect, or 3x3)"
    parser.add_argument("--shape", type=argument(Shape.parse), metavar="RxC", help=shape)


def add_export_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the folder for exported proofs."""
    parser.add_argument(
        "--export", type=Path, metavar="DIR", help="also write each refutation as DIMACS, DRAT and LRAT files"
    )


def write_export(directory: Path, contents: Mapping[str, str], inputs: Iterable[Path]) -> None:
    """Write files, none of which may be an input, into a directory by their names; create the directory if needed."""
    refuse_shared_files([directory / name for name in contents], inputs)
    for name, content in contents.items():
        directory.mkdir(parents=True, exist_ok=True)
        atomic_write(directory / name, content)
