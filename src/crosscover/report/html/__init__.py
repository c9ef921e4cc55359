"""Reports as self-contained pages for browsers."""
