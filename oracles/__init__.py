"""Engines that share no code with the dancing links, the panel that compares them, and certificates of verdicts."""
