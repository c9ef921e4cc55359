"""Reports as a page for a browser: one file that loads nothing, from nowhere."""
