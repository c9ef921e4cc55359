"""Small solvers in the style of strangers, and their table."""
