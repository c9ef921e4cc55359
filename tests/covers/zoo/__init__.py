"""A zoo of exact-cover solvers: right ones, and mutants with one realistic bug each.

`python -m tests.selftest` judges them with the suite, which must find every bug and report none in right solvers.
`right/` holds the right solvers as people write them, each in another form. Each mutant is an exact change of one, with
problems on which it fails by `brute_force`, so that no mutant is equivalent to its origin.
"""

from .mutants import MUTANTS
from .solvers import RIGHT

__all__ = ["MUTANTS", "RIGHT"]
