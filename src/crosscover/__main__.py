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

    Until the command begins an interrupt ends the process by itself, as it ends `cat`: a KeyboardInterrupt would come
    out of some import, or get lost there. Once the exit code is settled an interrupt comes too late.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as in a script's background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main  # noqa: PLC0415 - as the docstring says
    from .exit_code import ExitCode, combine, noted  # noqa: PLC0415

    try:
        code = main(arguments)
        ignore_interrupts()
    except KeyboardInterrupt:  # a second one, while the first was told
        ignore_interrupts()
        code = combine({*noted, ExitCode.INTERRUPTED})
    return code


def ignore_interrupts() -> None:
    """Let interrupts come too late."""
    from .system import INTERRUPTS  # noqa: PLC0415 - as the docstring of `run` says

    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(run())
