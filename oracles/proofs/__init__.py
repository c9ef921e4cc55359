"""Proof producers. None of them is trusted: their proofs are trimmed and then checked like any other proof."""
