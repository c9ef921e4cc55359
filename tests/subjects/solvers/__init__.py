"""Small solvers as strangers write them, and their table."""
