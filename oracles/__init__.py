"""Engines that share nothing with the dancing links, and the panel in which they answer for each other."""
