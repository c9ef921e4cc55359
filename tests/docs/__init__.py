"""The documentation is true: its commands print what it shows, and what it links to is there."""
