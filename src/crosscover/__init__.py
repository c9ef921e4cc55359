"""Tells whether a Sudoku solver is right: dancing links, SAT and CP-SAT check each other, property by property."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("crosscover")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0+unknown"
