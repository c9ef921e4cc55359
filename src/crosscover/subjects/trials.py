"""Runs of a subject on small puzzles under other options than the given ones."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial

from crosscover.dialects import Claim
from crosscover.options import Options
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Stated

from .small_puzzles import SmallPuzzle, easy_puzzle, proper_puzzles
from .specification import subject
from .subject import Subject, Transcript

RETRY_SECONDS = 3.0
"""Time limit in seconds for runs under other options, which are concurrent."""


def copied(puzzle: Grid) -> Grid:
    """Return a copy with bytes of its own, since an engine may change them."""
    return Grid(bytes(bytearray(puzzle.values)), puzzle.shape)


def is_solved(transcript: Transcript, shape: Shape) -> bool:
    """Whether the first answer of a run on the easy puzzle is right."""
    _, solution = easy_puzzle(shape)
    return transcript.responses[0] in (Answered(solution), Counted(1), Stated(Claim.ONE))


def ask_easy_with(tried: Subject, options: Sequence[Options]) -> list[Transcript]:
    """Run a subject on the easy puzzle, concurrently under each of these options."""
    with ThreadPoolExecutor(len(options)) as pool:
        return [one for [one] in pool.map(partial(ask_with, tried), options)]


def ask_with(tried: Subject, options: Options, *runs: Sequence[SmallPuzzle]) -> list[Transcript]:
    """Run a subject on small puzzles, by default the easy one, under other options.

    Each run has a short time limit, and a timeout does not prevent later runs.
    """
    options = replace(options, time_limit=min(RETRY_SECONDS, options.time_limit))
    with closing(subject(tried.name, options)) as other:
        easy = proper_puzzles(options.shape)[:1]
        return [other.ask([copied(puzzle.grid) for puzzle in run]) for run in runs or (easy,)]
