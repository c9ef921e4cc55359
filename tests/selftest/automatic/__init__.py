"""Automatic mutants: right solvers with one operator, constant, jump or statement changed, in three languages.

Mutants by hand have the mistakes that their author thinks of. Those of an engine have none in mind. Most are found at
once or are equivalent, so only the stubborn ones join the zoo: they answer the puzzles of an online judge correctly and
are rarely wrong for others.

- `edits`: what is changed; `python_edits` finds the places by `ast`, `token_edits` by tokens.
- `making`: all mutants of a solver.
- `questions`: the puzzles of an online judge, and those of a directed search for a wrong answer.
- `search`: asks a mutant these puzzles and counts its wrong answers.
- `__main__`: `python -m tests.selftest.automatic build --work DIR` makes all mutants of ten right solvers of the zoo,
  and writes the rarest to `zoo/automatic.json`.
"""
