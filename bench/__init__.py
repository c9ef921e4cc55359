"""Measures the engines beside each other and beside other solvers, on the same puzzles: `python -m bench`."""
