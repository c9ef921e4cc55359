"""Lets `python -m crosscover` do what the command `crosscover` does."""

import sys

from .cli import main

sys.exit(main())
