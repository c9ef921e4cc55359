"""List the engines, and why some are not available.

Use their names in `crosscover solve --engine NAME` and `crosscover check engine:NAME`.
"""

import argparse
from collections.abc import Iterable

from crosscover.errors import ExitCode
from crosscover.output import print_line


def run(_arguments: argparse.Namespace) -> Iterable[ExitCode]:
    from crosscover.engines import DEFAULT_PANEL, ENGINES, engine
    from crosscover.oracles.cnf import ENCODINGS
    from crosscover.oracles.errors import UnavailableEngineError
    from crosscover.report.words import aligned

    rows = [("engine", "description", "status")]
    for name, (description, _) in ENGINES.items():
        here = "runs, on the panel" if name in DEFAULT_PANEL else "runs"
        try:
            engine(name)
        except UnavailableEngineError as error:
            here = f"missing: {error}"
        rows.append((name, description, here))
    for line in aligned(rows, "<"):
        print_line(line)
    print_line("")
    print_line(f"Every sat:BACKEND also takes an encoding, as in sat:cadical195:ladder: {', '.join(ENCODINGS)}.")
    return ()
