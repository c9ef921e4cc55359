"""pyxcc: `solve` returns all covers of a Problem of labelled options, with colors."""

import pyxcc


def covers(primary, options, secondary):
    """The covers as lists of labels, which are option numbers."""
    labelled = [
        pyxcc.Option(str(number), [item for item in option if item in primary], _colored(option, primary))
        for number, option in enumerate(options)
    ]
    found = pyxcc.solve(pyxcc.Problem(primary, secondary, labelled), True)
    return [list(map(int, cover)) for cover in found.all()]


def _colored(option, primary):
    parts = [item.partition(":") for item in option if item not in primary]
    return [(name, color) for name, _, color in parts]
