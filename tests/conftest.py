"""What holds for all tests."""

import signal

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # as in the background of a script; what is started would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
