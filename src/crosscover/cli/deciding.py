"""Decides puzzles for `crosscover unique` and `crosscover count`.

A checked certificate proves each decision. For shapes without certificates, a panel of engines decides.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar

from crosscover.dialects import Entry
from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.errors import ExitCode
from crosscover.option_values import seconds
from crosscover.oracles.certificate import SHAPES, FalseCertificateError, claim_of
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.puzzle_files import LocatedEntry, input_paths
from crosscover.reference import Grid, VerdictKind
from crosscover.report.files import refuse_shared_files
from crosscover.time_limit import TimeLimit
from crosscover.workers import map_in_order

from .inputs import add_puzzle_arguments, argument, is_file, located_entries

PUZZLE_SECONDS = 60.0
"""Default time limit per puzzle in seconds."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Decision:
    """The claim about the solutions of a puzzle, as in a certificate, with the solutions that prove it.

    `remark` is the reason if the puzzle is undecided, with the exit code `code`, or if there is no certificate.
    """

    claim: VerdictKind
    solutions: tuple[Grid, ...] = ()
    remark: str = ""
    code: ExitCode = ExitCode.GOOD


def add_deciding_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the puzzles and the time limit."""
    add_puzzle_arguments(parser, jobs=1)
    limit = f"time limit in seconds for each puzzle (default: {PUZZLE_SECONDS:g})"
    parser.add_argument("--time-limit", type=argument(seconds), default=PUZZLE_SECONDS, metavar="SECONDS", help=limit)


def answers_in_order(arguments: argparse.Namespace, answer: Callable[[Entry], Result]) -> Iterator[tuple[str, Result]]:
    """Yield the place of each puzzle and the answer to it."""
    producer(DEFAULT_PRODUCER)  # refuses before anything is read if a library is missing
    refuse_shared_files([], input_paths(filter(is_file, arguments.files)))
    return map_in_order(partial(_answer, answer), located_entries(arguments), arguments.jobs)


def _answer(answer: Callable[[Entry], Result], task: LocatedEntry) -> tuple[str, Result]:
    place, entry = task
    return place, answer(entry)


def decide(seconds: float, most: int, puzzle: Grid) -> Decision:
    """Find all solutions of a puzzle if there are at most `most`; otherwise the claim is `several`."""
    try:
        if puzzle.shape in SHAPES:
            with TimeLimit(seconds):
                made = certify_puzzle(puzzle, producer(DEFAULT_PRODUCER), most)
            return Decision(made.claim, made.solutions)
        grids, *_ = _panel(seconds).grids(puzzle, most + 1)
        return Decision(claim_of(len(grids), exact=len(grids) <= most), tuple(grids), "not certified")
    except (TimeoutError, UndecidedError):
        code, reason = ExitCode.NOT_DECIDED, f"not decided in {seconds:g} s"
    except ProofError as error:
        code, reason = ExitCode.NOT_DECIDED, f"not decided: {error}"
    except FalseCertificateError as error:
        code, reason = ExitCode.FAULT, f"not decided: the proof by {DEFAULT_PRODUCER} is wrong: {error}"
    except DisagreementError as error:
        code, reason = ExitCode.FAULT, f"not decided: {error}"
    except ValueError as error:  # too high a number of solutions
        code, reason = ExitCode.USAGE, str(error)
    return Decision(VerdictKind.UNDECIDED, remark=reason, code=code)


@cache
def _panel(seconds: float) -> Panel:
    return Panel({name: engine(name) for name in DEFAULT_PANEL}, seconds / len(DEFAULT_PANEL))
