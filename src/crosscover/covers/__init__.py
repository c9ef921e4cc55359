"""Exact-cover solvers: `check_covers` judges one; `problems` and `all_covers` are for tests of your own."""
