"""The command line: a table of commands, each in a module of its own that is imported only when it is called.

A command's module has `add_arguments(parser)` and `run(arguments) -> ExitCode`; its docstring is the help. Starting a
command must stay cheap: `crosscover solve` is run where a judge allows a second and 64 MiB, so nothing here imports an
engine.
"""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NoReturn, TextIO

import crosscover
from crosscover.exit_code import ExitCode, UsageError, combine, fail, noted
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.system import INTERRUPTS, WATCHES_PROCESSES

COMMANDS = {
    "check": "check a solver, property by property; the reference where none is named",
    "compare": "judge several solvers by the same puzzles, or compare reports of earlier runs",
    "solve": "solve puzzles in any of the dialects",
    "audit": "judge whole collections of puzzles by several engines at once",
    "ledger": "look into what an audit keeps, export, compare and merge it",
    "engines": "list the engines, their versions, and what is missing and why",
    "dialects": "list the text forms that programs speak",
    "replay": "run a saved failure again",
    "init": "write a pytest file and a CI job for your own solver, or a program around it",
    "certify": "write a certificate for the verdict on each puzzle",
    "verify": "check certificates without trusting who made them",
}

PORTABLE = ("solve", "certify", "verify")
"""The commands that need no processes to be watched, and so run on Windows too."""

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
  crosscover init --harness c                         write a program around a solver that has no input and output
  crosscover solve puzzles.txt                        solve puzzles
  crosscover audit puzzles.txt                        have several engines judge them
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing escapes as a traceback unless `CROSSCOVER_DEBUG` is set.

    However a command ends, the code is that of the worst it has noted. One that is cut short, by Ctrl-C or since nobody
    reads its output any more, is interrupted, unless something worse was found before.
    """
    _open_streams()
    noted.clear()
    try:
        _attempt(partial(_run, list(sys.argv[1:] if argv is None else argv)))
    except SystemExit as stop:  # argparse has shown the help, or what is wrong with the arguments
        noted.add(ExitCode.USAGE if stop.code else ExitCode.GOOD)
    for stream in (sys.stdout, sys.stderr):
        _attempt(partial(_flush, stream))
    return combine(noted)


def _attempt(step: Callable[[], ExitCode]) -> None:
    """Note what comes of a step, and say what goes wrong, as long as the standard error takes it."""
    with suppress(OSError):
        try:
            noted.add(step())
        except KeyboardInterrupt:
            fail(ExitCode.INTERRUPTED, "interrupted")
        except BrokenPipeError:
            noted.add(ExitCode.INTERRUPTED)
        except UsageError as error:
            fail(ExitCode.USAGE, error, error.place)
        except (OSError, UnavailableEngineError, UnknownEngineError) as error:
            fail(ExitCode.USAGE, _reason(error) if _has_directory() else "the working directory no longer exists")
        except Exception as error:
            if os.environ.get("CROSSCOVER_DEBUG"):
                raise
            fail(ExitCode.FAULT, f"internal error: {type(error).__name__}: {error}")
            fail(ExitCode.FAULT, "this is a fault of crosscover; set CROSSCOVER_DEBUG=1 for the traceback")


def _reason(error: Exception) -> str:
    """What a command could not do, without the number that the operating system has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


def _flush(stream: TextIO) -> ExitCode:
    """Write what a stream holds; what it does not take is dropped, or Python would complain at its exit."""
    try:
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError) or ExitCode.USAGE not in noted:
            raise
    return ExitCode.GOOD


def _has_directory() -> bool:
    """Whether there is a working directory; libraries ask for it when they are imported."""
    try:
        os.getcwd()  # noqa: PTH109 - pathlib is not imported here, to start fast
    except FileNotFoundError:
        return False
    return True


def _open_streams() -> None:
    """Put the null device where a standard stream was closed, or the next file that is opened would take its place.

    The standard input stays None for those who read it.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        if handle != STDIN:
            setattr(sys, "stderr" if handle == STDERR else "stdout", os.fdopen(handle, "w"))
    os.close(handle)


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong with the arguments: the usage of `check` is longer than most terminals are high."""

    def error(self, message: str) -> NoReturn:
        """Note that the arguments are wrong before saying so, which may fail, and exit."""
        noted.add(ExitCode.USAGE)
        self.exit(ExitCode.USAGE, f"{self.prog}: {message}; see `{self.prog} --help`\n")

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Say of words that nothing takes which options they may have been meant for, and exit."""
        near = _nearest(words[0].partition("=")[0], self._option_string_actions)  # argparse has no public way
        self.error(f"unrecognized arguments: {' '.join(words)}{near}")


def _nearest(word: str, known: Iterable[str]) -> str:
    """What somebody probably meant, in brackets; empty if nothing known is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only who errs pays for it

    near = get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _run(arguments: list[str]) -> ExitCode:
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
            signal.signal(number, signal.default_int_handler)  # ends all that was started, as Ctrl-C does
    code: ExitCode = parsed.run(parsed)
    return code
