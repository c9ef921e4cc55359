"""Runs the properties against a subject, by pytest alone, whichever way a run is started."""
