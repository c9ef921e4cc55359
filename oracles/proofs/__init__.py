"""Producers of proofs. None of them is trusted: what they produce is trimmed, and then checked like any other proof."""
