"""What a check found, for people and for machines: events on the one side, writers on the other."""
