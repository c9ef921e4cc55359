"""Audits of collections: several engines judge each puzzle once, and a ledger keeps the results."""
