"""Judges the judge: runs the properties against solvers of which it is known whether they are right."""
