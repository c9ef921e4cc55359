"""miniexact: Algorithm C; each call of `solve` returns 10 for one more cover, or 20."""

from miniexact import miniexacts_c


def covers(primary, options, secondary):
    """The covers as lists of option numbers."""
    solver = miniexacts_c()
    for item in primary:
        solver.primary(item)
    for item in secondary:
        solver.secondary(item)
    numbers = {}
    for number, option in enumerate(options):
        for item in option:
            name, _, color = item.partition(":")
            solver.add(name, color)
        numbers[solver.add(0)] = number
    while solver.solve() == 10:
        yield [numbers[chosen] for chosen in solver.selected_options()]
