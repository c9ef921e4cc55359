"""Reports of a run, for people and for programs: listeners that receive its events."""
