"""The published suites: the puzzles that catch most wrong solvers of the zoo, best first.

`python -m tests.selftest.suite build` makes `suites/`; docs/how-to/suite.md explains their use. `kills` finds the
single puzzles that each mutant gets wrong, `selection` orders the puzzles accordingly, and `measuring` runs the mutants
on the suites as users would.
"""
