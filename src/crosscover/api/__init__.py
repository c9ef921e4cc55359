"""What `import crosscover` offers beside the audit: a function for each question that a notebook asks."""

from .check_result import CheckFailure, CheckResult, check
from .puzzles import ImproperPuzzleError, count, solve, verdict

__all__ = ["CheckFailure", "CheckResult", "ImproperPuzzleError", "check", "count", "solve", "verdict"]
