"""The arguments that commands share: files of puzzles, their dialect, the number of processes."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from crosscover.dialects import ALIASES, DIALECTS, PUZZLE_FILES, Columns
from crosscover.puzzle_files import STDIN, LocatedEntry
from crosscover.reference import Shape
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
    """Read an argument that counts something; what no loop could count to is cut."""
    from crosscover.subjects.options import whole_number  # noqa: PLC0415 - `crosscover solve` starts 4 ms faster

    return min(whole_number(text, 1), sys.maxsize)


@argument
def _number_of_jobs(text: str) -> int:
    number = positive_int(text)
    if number > 1 and not WATCHES_PROCESSES:
        raise ValueError(f"expected 1 on Windows, not {number}")
    return number


def add_puzzle_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the files of puzzles, their dialect, and the number of processes."""
    files = "files of puzzles, perhaps compressed (.gz, .bz2, .xz), or .parquet; - or none: the standard input"
    parser.add_argument("files", metavar="FILE", nargs="*", help=files)
    parser.add_argument(
        "--dialect",
        choices=[*DIALECTS, *ALIASES, *PUZZLE_FILES],
        metavar="NAME",
        help="the text form of the puzzles, as `crosscover dialects` shows them; told by the first lines if not given",
    )
    for kind in ("puzzle", "solution"):
        column = f"the column of CSV or Parquet that holds the {kind}s, where it has no usual name"
        parser.add_argument(f"--{kind}-column", metavar="NAME", help=column)
    add_jobs_argument(parser)


def columns_of(arguments: argparse.Namespace) -> Columns:
    """The columns that the arguments name."""
    return Columns(arguments.puzzle_column, arguments.solution_column)


def add_on_error_argument(parser: argparse.ArgumentParser) -> None:
    """Declare what becomes of malformed rows: `on_error` is `stop` or `skip`."""
    what = "at a malformed row, stop (the default), or skip it and go on where the form has a puzzle a line"
    parser.add_argument("--on-error", choices=["stop", "skip"], default="stop", help=what)


def add_jobs_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the number of processes."""
    parser.add_argument(
        "--jobs", type=_number_of_jobs, metavar="N", help="work with N processes (default: one for each processor)"
    )


def add_setting(add_argument: Callable[..., object], name: str) -> None:
    """Declare the option of a setting of this name in `SETTINGS`, to a parser or a group by its `add_argument`."""
    from crosscover.runner.settings import SETTINGS  # noqa: PLC0415 - `crosscover solve` has no settings

    keywords = SETTINGS[name].keywords()
    if name == "dialect":
        keywords["choices"] = sorted({*DIALECTS, *ALIASES})
    elif SETTINGS[name].metavar:
        keywords["type"] = argument(SETTINGS[name].parse)
    add_argument(f"--{name.replace('_', '-')}", **keywords)


def add_shape_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the shape of the puzzles."""
    shape = "rows and columns of a box (default: 3x3, or that of the dialect)"
    parser.add_argument("--shape", type=argument(Shape.parse), metavar="RxC", help=shape)


def add_export_argument(parser: argparse.ArgumentParser) -> None:
    """Declare where proofs are exported to."""
    parser.add_argument("--export", type=Path, metavar="DIR", help="write each proof as DIMACS and DRAT files too")


def input_paths(names: Sequence[str]) -> list[Path]:
    """The paths of the files of these names."""
    return [Path("/dev/stdin" if name == STDIN else name) for name in names or [STDIN]]


def with_first_read(entries: Iterator[LocatedEntry]) -> Iterator[LocatedEntry]:
    """The same entries, the first of which is read at once: before anything is written there has to be an input."""
    return chain(list(islice(entries, 1)), entries)
