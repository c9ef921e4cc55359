"""The covering lists of the properties: few puzzles in few runs that ask each facet of a property at least once.

`python -m tests.selftest.covering build` makes `properties/covering/lists.jsonl`. `candidates` has the puzzles to
choose from, `facets` names what a puzzle covers, and `selection` chooses by greedy set cover.
"""
