"""Describe which lines and branches of Python files were reached; a separate program, as `worker.py` is.

It runs under the interpreter of the function, since the lines that can follow each other differ between versions of
Python. Its input on stdin is JSON: by file, the pairs of lines that followed each other. Its output is the JSON report
of coverage.py, with file names relative to the root.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any, cast


def main() -> None:
    """Write the report; it has no files if there is nothing to report."""
    coverage: Any = import_module("coverage")
    reached = cast("dict[str, list[list[int]]]", json.load(sys.stdin))
    os.chdir(os.sep)
    measured = coverage.Coverage(data_file=None, config_file=False, branch=True, messages=False)
    measured.get_data().add_arcs({file: [tuple(pair) for pair in pairs] for file, pairs in reached.items()})
    try:
        measured.json_report(outfile="-", ignore_errors=True)
    except coverage.CoverageException:  # no file can be read
        print('{"files": {}}')


if __name__ == "__main__":
    main()
