"""The command line: a table of commands, each in a module of its own that is imported only when it is called.

A command's module has `add_arguments(parser)` and `run(arguments)`; its docstring is the help. `run` yields the exit
code of each finding as soon as it is known, so that it counts even if the command is interrupted later. Starting a
command must stay cheap: some judges allow `crosscover solve` one second and 64 MiB, so nothing here imports an engine.
"""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NoReturn, TextIO

import crosscover
from crosscover.exit_code import ExitCode, UsageError, combine, message_of, print_error
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.system import INTERRUPTS, WATCHES_PROCESSES

COMMANDS = {
    "check": "check a solver, by default the reference, property by property",
    "compare": "judge several solvers by the same puzzles, or compare reports of earlier runs",
    "solve": "solve puzzles in any dialect",
    "audit": "judge collections of puzzles by several engines",
    "ledger": "show, export, compare and merge the ledgers of audits",
    "engines": "list the engines with their versions, and why some are missing",
    "dialects": "list the text forms of puzzles and answers",
    "replay": "rerun saved failures",
    "init": "write a pytest file, a CI job or a program for your own solver",
    "certify": "write a certificate for the verdict on each puzzle",
    "verify": "check certificates, without a solver",
}

PORTABLE = ("solve", "certify", "verify")
"""The commands that run on Windows too, since they start no programs of the user."""

STDIN, STDERR = 0, 2

EXIT_CODES = "\n".join(f"  {code.value}  {code.meaning}" for code in sorted(ExitCode))

EPILOG = f"""\
exit codes:
{EXIT_CODES}

start here:
  crosscover check                                    check the reference solver
  crosscover check python:my_solver.py:solve          check a Python function
  crosscover check 'exec:./a.out' --dialect poj3074   check a program
  crosscover compare python:a.py:solve exec:./a.out   compare solvers
  crosscover init --harness c                         write a program that calls your solver
  crosscover solve puzzles.txt                        solve puzzles
  crosscover audit puzzles.txt                        judge puzzles by several engines
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    return combine(exit_codes(argv))


def exit_codes(argv: Sequence[str] | None = None) -> Iterator[ExitCode]:
    """Run a command line; yield the exit code of each finding, and of the exception that ended the command, if any.

    Exceptions are reported on stderr while it is writable. None escapes, except a second KeyboardInterrupt.
    """
    _open_streams()
    reported: set[str] = set()
    arguments = list(sys.argv[1:] if argv is None else argv)
    for step in (partial(_run, arguments), partial(_flush, sys.stdout), partial(_flush, sys.stderr)):
        try:
            yield from step()
        except SystemExit:  # argparse has shown the help
            pass
        except (KeyboardInterrupt, Exception) as error:
            code, message = _explain(error)
            yield code
            with suppress(OSError):
                if code is ExitCode.FAULT and os.environ.get("CROSSCOVER_DEBUG"):
                    traceback.print_exception(error)
                elif message and message not in reported:
                    print_error(message, error.place if isinstance(error, UsageError) else "crosscover")
            reported.add(message)


def _explain(error: BaseException) -> tuple[ExitCode, str]:
    """The exit code of an exception, and the message for it; a reader that went away gets none."""
    match error:
        case KeyboardInterrupt():
            return ExitCode.INTERRUPTED, "interrupted"
        case BrokenPipeError():
            return ExitCode.INTERRUPTED, ""
        case UsageError():
            return error.code, str(error)
        case OSError() | UnavailableEngineError():
            return ExitCode.USAGE, message_of(error) if _has_directory() else "the working directory no longer exists"
        case _:
            hint = "set CROSSCOVER_DEBUG=1 for the traceback"
            return ExitCode.FAULT, f"internal error: {type(error).__name__}: {error}; {hint}"


def _flush(stream: TextIO) -> Iterable[ExitCode]:
    """Write out a stream's buffer; discard what cannot be written, or Python would complain when it exits."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise
    return ()


def _has_directory() -> bool:
    """Whether there is a working directory; libraries ask for it when they are imported."""
    try:
        os.getcwd()  # noqa: PTH109 - pathlib is not imported here, to start fast
    except FileNotFoundError:
        return False
    return True


def _open_streams() -> None:
    """Open the null device for each closed standard stream, or the next file opened would take its number.

    `sys.stdin` stays None.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        if handle != STDIN:
            setattr(sys, "stderr" if handle == STDERR else "stdout", os.fdopen(handle, "w"))
    os.close(handle)


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments in one line: the usage of `check` is longer than most terminals are high."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(f"{message}; see `{self.prog} --help`", self.prog)

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Raise UsageError for unknown arguments; the message suggests an option of a similar name."""
        near = _nearest(words[0].partition("=")[0], self._option_string_actions)  # argparse has no public way
        self.error(f"unrecognized arguments: {' '.join(words)}{near}")


def _nearest(word: str, known: Iterable[str]) -> str:
    """A suggestion in brackets; empty if no known word is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - needed after mistakes only

    near = get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _run(arguments: list[str]) -> Iterable[ExitCode]:
    """Parse the arguments and start the command."""
    parser = _Parser(
        prog="crosscover",
        description="Checks whether a Sudoku solver is correct.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command = arguments[0] if arguments and arguments[0] in COMMANDS else None
    if command and command not in PORTABLE and not WATCHES_PROCESSES:
        raise UsageError(f"{command} needs Linux or macOS; on Windows only {', '.join(PORTABLE)} work")
    version = "" if command else crosscover.__version__  # reading the metadata costs 20 ms
    parser.add_argument(
        "--version", action="version", version=f"crosscover {version}", help="show the version and exit"
    )
    if arguments and not arguments[0].startswith("-") and command is None:
        parser.error(f"there is no command {arguments[0]!r}{_nearest(arguments[0], COMMANDS)}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        named = name == command
        subparser = commands.add_parser(
            name, help=summary, add_help=named, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if named:
            module = import_module(f".{name}", __package__)
            subparser.description = module.__doc__
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        commands.choices.get(command or "", parser).refuse(unknown)
    if command is None:
        parser.error(f"expected a command: {', '.join(COMMANDS)}")
    for number in INTERRUPTS:
        if signal.getsignal(number) is signal.SIG_DFL:  # under nohup it is ignored
            signal.signal(number, signal.default_int_handler)  # so that all child processes are ended, as after Ctrl-C
    codes: Iterable[ExitCode] = parsed.run(parsed)
    return codes
