"""Engines that share nothing with the dancing links, the panel that compares them, and certificates of its verdicts."""
