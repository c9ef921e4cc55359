"""xcover: its `covers` is a generator of covers by options of named items, with colors."""

import xcover


def covers(primary, options, secondary):
    """The covers as lists of option numbers."""
    return xcover.covers(options, primary=primary, secondary=secondary, colored=True)
