"""Entry point of `crosscover` and `python -m crosscover`, which shows no traceback on Ctrl-C."""

import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command with these arguments, or the arguments of this process, and return the exit code.

    Until the command starts, an interrupt ends the process immediately: a KeyboardInterrupt would be raised, or get
    lost, in some import. Once the command has ended, interrupts are ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as in background jobs
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import exit_codes  # noqa: PLC0415 - as the docstring says
    from .errors import ExitCode, combine, print_error  # noqa: PLC0415
    from .system import INTERRUPTS  # noqa: PLC0415

    if sys.stdout is None or sys.stderr is None:  # the next files opened would get their descriptors
        if sys.stderr is not None:
            print_error("standard output is closed")
        return ExitCode.USAGE
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace", newline="")  # for characters that the encoding lacks
    codes: list[ExitCode] = []
    try:
        for code in exit_codes(arguments):
            codes.append(code)  # noqa: PERF402 - codes found before an interrupt count
    except KeyboardInterrupt:  # a second interrupt, while the first was reported
        codes.append(ExitCode.INTERRUPTED)
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)
    return combine(codes)


if __name__ == "__main__":
    sys.exit(run())
