"""dlx: `solve` is a generator of covers, as lists of the numbers of the first nodes of rows; `N` names their rows."""

from dlx import DLX


def covers(primary, options, secondary):
    """A search for covers, as lists of option numbers."""
    columns = [(item, DLX.PRIMARY) for item in primary] + [(item, DLX.SECONDARY) for item in secondary]
    index = {item: number for number, (item, _) in enumerate(columns)}
    links = DLX(columns, [[index[item] for item in option] for option in options], list(range(len(options))))
    return lambda: ([links.N[row] for row in cover] for cover in links.solve())
