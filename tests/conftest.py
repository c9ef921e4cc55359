"""What holds for all tests."""

import signal

# As in the background of a script; what is started would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
