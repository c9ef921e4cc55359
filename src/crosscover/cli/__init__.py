"""The command line, with the exit codes of its commands.

A command's module defines `run(arguments)` and perhaps `add_arguments(parser)`; its docstring is the help text. `run`
yields the exit code of each finding as soon as it is known, so the code counts even after an interrupt.
Commands must start cheaply: some judges allow `crosscover solve` one second and 64 MiB. So no engine is imported here.
"""

import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TextIO

from crosscover.errors import ExitCode, UsageError, combine, message_of, print_error
from crosscover.option_values import did_you_mean
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.system import INTERRUPTS, WATCHES_PROCESSES

from .parser import COMMANDS, OF_COVERS, make_parser

PORTABLE = ("solve", "unique", "count", "certify", "verify")
"""The commands that also run on Windows, since they start no user programs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    return combine(exit_codes(argv))


def exit_codes(argv: Sequence[str] | None = None) -> Iterator[ExitCode]:
    """Run a command line; yield the exit code of each finding, and of the exception that ended the command, if any.

    Exceptions are reported on stderr while it is writable. Only a second KeyboardInterrupt escapes.
    """
    reported = ""
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
                elif message != reported:
                    print_error(message, error.place if isinstance(error, UsageError) else "crosscover")
            reported = message


def _explain(error: BaseException) -> tuple[ExitCode, str]:
    """Return the exit code and the message for an exception; the message is empty for a closed pipe."""
    match error:
        case KeyboardInterrupt():
            return ExitCode.INTERRUPTED, "interrupted"
        case BrokenPipeError():
            return ExitCode.INTERRUPTED, ""
        case UsageError():
            return error.code, str(error)
        case FileNotFoundError(filename=None):  # what os.getcwd() raises
            return ExitCode.USAGE, "the working directory no longer exists"
        case OSError() | UnavailableEngineError():
            return ExitCode.USAGE, message_of(error)
        case _:
            hint = "set CROSSCOVER_DEBUG=1 for the traceback"
            return ExitCode.FAULT, f"internal error: {type(error).__name__}: {error}; {hint}"


def _flush(stream: TextIO) -> Iterable[ExitCode]:
    """Flush a stream; discards what cannot be written, since Python would complain about it at exit."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise
    return ()


def _run(arguments: list[str]) -> Iterable[ExitCode]:
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    if name and name not in PORTABLE and not WATCHES_PROCESSES:
        raise UsageError(f"{name} needs Linux or macOS; on Windows only {', '.join(PORTABLE)} work")
    is_of_covers = "--problem=cover" in arguments or ("--problem", "cover") in pairwise(arguments)
    parser, commands = make_parser([name] if name else [], OF_COVERS if is_of_covers else {})
    if arguments and not arguments[0].startswith("-") and not name:
        parser.error(f"there is no command {arguments[0]!r}{did_you_mean(arguments[0], COMMANDS)}")
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        commands.get(name, parser).refuse(unknown)
    if not name:
        parser.error(f"missing COMMAND, one of {', '.join(COMMANDS)}")
    for number in INTERRUPTS:
        if signal.getsignal(number) is signal.SIG_DFL:  # under nohup it is ignored
            signal.signal(number, signal.default_int_handler)  # so all child processes are ended, as after Ctrl-C
    codes: Iterable[ExitCode] = parsed.run(parsed)
    return codes
