"""Whole collections: each puzzle is judged once, here or elsewhere, and written down in a ledger."""
