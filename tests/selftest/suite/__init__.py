"""The published suites: the puzzles that catch most of the zoo's wrong solvers, best first.

`python -m tests.selftest.suite build` makes `suites/`; docs/how-to/suite.md says how to use it. `kills` finds out which
puzzle alone shows which mutant to be wrong, `selection` orders the puzzles by that, `measuring` asks the mutants the
suites as others would.
"""
