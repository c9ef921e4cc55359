"""Judge whole collections of puzzles with several engines: no solution, one, or several.

Each solution is checked against the rules, and the engines must agree. Then each verdict is certified. A solution next
to its puzzle in the input (dialect csv) must be the only solution. --ledger saves the results, and the same command
continues an interrupted audit.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from crosscover.engines import DEFAULT_PANEL, SAMPLED
from crosscover.errors import ExitCode, UsageError
from crosscover.option_values import whole_number
from crosscover.oracles.panel import SAMPLE

from .inputs import add_puzzle_arguments, argument, columns_of, read_quoted, shape_of

MAX_COUNT = 10_000
"""Maximum `--count`, for which the default panel takes 7 s and 250 MB; slower engines would time out at 100,000."""

SAME = "count", "minimal", "certify", "isomorphs", "dialect", "jobs", "dask", "ledger", "json", "html"
"""Arguments that are fields of a request."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle_arguments(parser, takes_text=False)
    handling = "stop at a malformed row, or skip it if the dialect has one puzzle per line (default: stop)"
    parser.add_argument("--on-error", choices=["stop", "skip"], default="stop", help=handling)
    panel = ",".join(name for name in DEFAULT_PANEL if name not in SAMPLED)
    sampled = f"every {SAMPLE}th puzzle also by {','.join(SAMPLED)}"
    engines = f"the judges: engines, and solvers as in `crosscover check` (default: {panel}; {sampled})"
    parser.add_argument("--engines", metavar="NAMES", help=engines)
    judge = "a solver as a judge, with options of `crosscover check`, such as 'exec:./a.out --dialect grid'; repeatable"
    parser.add_argument("--judge", action="append", default=[], metavar="'SPEC [OPTIONS]'", help=judge)
    rows = "write a line per puzzle when the audit is complete: place, puzzle, verdict, solution"
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=rows)
    count = f"count solutions up to N, at most {MAX_COUNT:,} (default: 2)"
    whole = argument(partial(whole_number, minimum=2, maximum=MAX_COUNT))
    parser.add_argument("--count", type=whole, default=2, metavar="N", help=count)
    minimal = "decide whether each puzzle with one solution is minimal: it needs all of its clues"
    parser.add_argument("--minimal", action="store_true", help=minimal)
    certify = "write no certificates, with which `crosscover verify` checks a ledger without a solver"
    parser.add_argument("--no-certify", dest="certify", action="store_false", help=certify)
    parser.add_argument("--isomorphs", action="store_true", help="find isomorphic puzzles by their minlex forms")
    cluster = "run on the Dask cluster of this scheduler: tcp://HOST:PORT or tls://HOST:PORT"
    parser.add_argument("--dask", metavar="CLUSTER", help=cluster)
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="save the results here, and continue from them")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the summary as JSON; - for stdout")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the summary as a self-contained HTML page")


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    from crosscover.auditing.request import AuditRequest, read_judges
    from crosscover.auditing.run import run_audit
    from crosscover.engines import panel_of
    from crosscover.reference.canonical import refusal

    if arguments.dask and arguments.jobs:
        raise UsageError("--dask and --jobs exclude each other")
    shape = shape_of(arguments)
    if arguments.isomorphs and shape is not None and (reason := refusal(shape)):
        raise UsageError(f"--isomorphs: {reason}")
    engines, sampled, solvers = read_judges(
        arguments.engines, [(text, *read_quoted(text)) for text in arguments.judge], shape
    )
    panel_of(engines)  # refuses unknown engines
    yield from run_audit(
        AuditRequest(
            engines,
            tuple(arguments.files),
            sampled,
            solvers,
            shape=shape,
            columns=columns_of(arguments),
            skip_malformed=arguments.on_error == "skip",
            rows=arguments.output,
            **{name: getattr(arguments, name) for name in SAME},
        )
    )
