"""What is true of every right solver, as pytest tests that Hypothesis draws the puzzles for.

`crosscover check` runs them, and so does `pytest --pyargs crosscover.properties --crosscover-subject …`. The strategies
in `strategies` are for whoever writes properties of their own, and `suite.properties_of` puts all of these into a test
file.
"""
