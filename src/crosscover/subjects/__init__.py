"""Solvers under test: engines, functions and programs, behind one interface."""
