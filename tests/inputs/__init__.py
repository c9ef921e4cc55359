"""Files of puzzles in all forms."""
