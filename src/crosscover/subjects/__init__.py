"""Solvers under test: engines, Python functions and programs, all asked in the same way."""
