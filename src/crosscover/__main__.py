"""The command `crosscover`, and `python -m crosscover`: starts and ends it so that Ctrl-C shows no traceback."""

import sys

try:
    import signal
except KeyboardInterrupt:
    sys.exit(130)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: "Sequence[str] | None" = None) -> int:
    """Run these arguments, or those of this process, and return the exit code.

    Until the command begins, an interrupt ends the process at once, as it ends `cat`: a KeyboardInterrupt would be
    raised, or get lost, in some import. Once the command has ended, interrupts are ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as in a script's background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import exit_codes  # noqa: PLC0415 - as the docstring says
    from .exit_code import ExitCode, combine  # noqa: PLC0415

    codes: list[ExitCode] = []
    try:
        for code in exit_codes(arguments, own_process=True):
            codes.append(code)  # noqa: PERF402 - those found before an interrupt count
        ignore_interrupts()
    except KeyboardInterrupt:  # a second one, while the first was reported
        ignore_interrupts()
        codes.append(ExitCode.INTERRUPTED)
    return combine(codes)


def ignore_interrupts() -> None:
    """Ignore interrupts from now on."""
    from .system import INTERRUPTS  # noqa: PLC0415 - as the docstring of `run` says

    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(run())
