"""The harness of properties: it draws examples, runs the subject on them, judges its answers and records results."""
