"""Compare the speed of the engines and of other solvers on the same puzzles: `python -m bench`."""
