"""The properties of a correct solver, as pytest tests whose puzzles Hypothesis draws.

`crosscover check` runs them, and so does `pytest --pyargs crosscover.properties --crosscover-subject …`. The package
`strategies` helps to write further properties, and `suite.properties_of` puts all of these into a test file.
"""
