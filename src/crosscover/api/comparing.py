"""Comparisons of solvers from Python."""

from msgspec.structs import astuple

from crosscover.runner.comparing import compare_solvers, settings_of

from .check_result import Solver, write_function
from .results import Comparison


def compare(*solvers: Solver, **options: object) -> Comparison:
    """Run several solvers on the same puzzles, then each on the puzzles that another one failed.

    A solver is a function, or text as for `crosscover check`. The options are those of `crosscover compare` except for
    `html` and `json`; they hold for all solvers that they apply to. Raises ValueError for fewer than two solvers, and
    for an option that does not exist, does not fit or does not apply, NotStartedError if a solver cannot be started.
    """
    if len(solvers) < 2:
        raise ValueError("expected at least two solvers")
    for name in options.keys() & {"html", "json"}:
        raise ValueError(f"{name}: compare has no such option; it returns the comparison")
    for one in solvers:
        if not isinstance(one, str) and not callable(one):
            raise TypeError(f"expected a function or the name of a solver, not an object of type {type(one).__name__}")
    specs = [one if isinstance(one, str) else write_function(one) for one in solvers]
    return Comparison(*astuple(compare_solvers(settings_of([(spec, {}) for spec in specs], options))))
