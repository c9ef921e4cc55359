"""What a property receives: examples, a subject to ask, verdicts to judge its answers by, and a record of it all."""
