"""Makers of proofs. None of them is trusted: what they make is trimmed, and then checked like anybody's."""
