"""Runs the properties against a subject, for the command line and for pytest."""
