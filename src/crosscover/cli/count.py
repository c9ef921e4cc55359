"""Count the solutions of puzzles, with a checked proof.

A puzzle is given as text, such as its 81 characters, or in a file, in any form that `crosscover solve` reads. Each
number has a checked proof, which `crosscover certify --count` writes. If there are more than N solutions, each of N + 1
solutions was checked. For boxes larger than 4x4, engines that share no code agree on the number: it is "not certified".

The exit code is 0 if every number was found, 2 if a puzzle is malformed, and 5 if a number was not found in time.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial

from crosscover.dialects import Entry
from crosscover.errors import ExitCode
from crosscover.option_values import whole_number
from crosscover.oracles.certificate import MAX_GRIDS
from crosscover.output import print_line
from crosscover.reference import VerdictKind
from crosscover.report.words import pluralize

from .deciding import add_deciding_arguments, answers_in_order, decide
from .inputs import argument

MOST = 10_000
"""Default maximum number of solutions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_deciding_arguments(parser)
    whole = argument(partial(whole_number, minimum=1, maximum=MAX_GRIDS - 1))
    limit = f"maximum number of solutions (default: {MOST:,})"
    parser.add_argument("--limit", type=whole, default=MOST, metavar="N", help=limit)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    for place, (code, text) in answers_in_order(arguments, partial(count, arguments.time_limit, arguments.limit)):
        yield code
        print_line(f"{place}: {text}" if place else text)
        sys.stdout.flush()


def count(seconds: float, most: int, entry: Entry) -> tuple[ExitCode, str]:
    """Return the number of solutions in words, or the reason why it was not found, with the exit code."""
    decision = decide(seconds, most, entry.puzzle)
    match decision.claim:
        case VerdictKind.UNDECIDED:
            return decision.code, decision.remark
        case VerdictKind.SEVERAL:
            text = f"more than {pluralize(most, 'solutions')}"
        case _:
            text = pluralize(len(decision.solutions), "solutions")
    return ExitCode.GOOD, f"{text} ({decision.remark})" if decision.remark else text
