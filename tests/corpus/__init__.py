"""Builds and checks the certified corpus of `crosscover.properties.corpus.certified`, and tests it."""
