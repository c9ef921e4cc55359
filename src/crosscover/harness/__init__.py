"""What a property receives: examples to look at, a subject to ask, verdicts to hold it against, and a record of it all."""
