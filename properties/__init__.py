"""The properties of a correct solver, with puzzles drawn by Hypothesis.

`crosscover check` calls the properties, and `suite.properties_of` puts them into a test file. The package `strategies`
helps to write more properties.
"""

from .registry import all_properties as all_properties
