"""What holds for all tests."""

import signal
from types import FrameType


def _live_on(_number: int, _frame: FrameType | None) -> None:
    """Do nothing, where what is started does what the signal does by default."""


# As in the background of a script; what is started would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# As under nohup.
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, _live_on)
