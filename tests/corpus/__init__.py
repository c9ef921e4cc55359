"""Build, check and test the certified corpus of `crosscover.properties.corpus.certified`."""
