"""Decide whether a puzzle has exactly one solution, with a checked proof.

A puzzle is given as text, such as its 81 characters, or in a file, in any form that `crosscover solve` reads. If there
are several solutions, the answer shows where two solutions differ. If clues clash, it names the clashing clues. For a
single puzzle, a drawing shows both solutions, or a minimal set of clues that contradict each other. `crosscover
certify` writes the proofs.

For boxes larger than 4x4, engines that share no code decide without a proof: the answer is "not certified".

The exit code is 0 if every puzzle has exactly one solution, 1 if a puzzle has none or several, 2 if a puzzle is
malformed, and 5 if a puzzle was not decided in time.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from crosscover.dialects import Entry
from crosscover.errors import ExitCode
from crosscover.oracles.certificate import SHAPES
from crosscover.oracles.deletion import Keeps, delete_clues, delete_most_clues
from crosscover.oracles.rules import clashes
from crosscover.output import print_line
from crosscover.reference import Grid, VerdictKind
from crosscover.reference.grid import DIGITS, draw
from crosscover.report.words import list_some, pluralize

from .deciding import Decision, add_deciding_arguments, answers_in_order, decide

CODES = {VerdictKind.UNIQUE: ExitCode.GOOD, VerdictKind.NONE: ExitCode.WRONG, VerdictKind.SEVERAL: ExitCode.WRONG}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_deciding_arguments(parser)
    minimal = "for each puzzle with one solution, list the clues that can be left out, and show a minimal puzzle"
    parser.add_argument("--minimal", action="store_true", help=minimal)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    claims: Counter[VerdictKind] = Counter()
    lines: Iterator[str] = iter(())
    try:
        task = partial(answer, arguments.time_limit, arguments.minimal)
        for place, (entry, decision, text) in answers_in_order(arguments, task):
            claims[decision.claim] += 1
            lines = explanation(arguments.time_limit, entry, decision)
            yield CODES.get(decision.claim, decision.code)
            print_line(f"{place}: {text}" if place else text)
            sys.stdout.flush()
    finally:
        if claims.total() > 1:
            totals = ", ".join(f"{claims[claim]:,} {claim}" for claim in VerdictKind if claims[claim])
            print_line(f"{claims.total():,} puzzles: {totals}")
    if claims.total() == 1:
        for line in lines:
            print_line(line)


def answer(seconds: float, minimal: bool, entry: Entry) -> tuple[Entry, Decision, str]:
    """Decide a puzzle; return also the answer in one line, if `minimal`, with the clues that can be left out."""
    decision = decide(seconds, 1, entry.puzzle)
    text = _describe(entry, decision)
    if minimal and decision.claim is VerdictKind.UNIQUE:
        has_proofs = entry.puzzle.shape in SHAPES
        text += f"; {_describe_clues(seconds, entry)}" if has_proofs else "; --minimal is for boxes up to 4x4"
    return entry, decision, text


def explanation(seconds: float, entry: Entry, decision: Decision) -> Iterator[str]:
    """Yield the lines of a drawing of two solutions, or of a minimal set of clues that contradict each other.

    Clashing clues need no drawing.
    """
    puzzle = entry.puzzle
    if decision.claim is VerdictKind.SEVERAL:
        pairs = zip(*sorted(_texts(entry, decision.solutions)), strict=True)
        cells = [first if first == second else f"{first}/{second}" for first, second in pairs]
        yield from draw(cells, puzzle.shape).split("\n")
    elif decision.claim is VerdictKind.NONE and puzzle.shape in SHAPES and next(clashes(puzzle), None) is None:
        few, unknown = delete_most_clues(puzzle, _keeps(VerdictKind.NONE, seconds, puzzle), seconds / 2)
        needed = f"{len(unknown):,} of them may not be needed" if unknown else "each of them is needed"
        yield f"{pluralize(few.clue_count, 'clues')} contradict each other; {needed}:"
        yield from draw(_texts(entry, [few])[0], puzzle.shape).split("\n")


def _describe(entry: Entry, decision: Decision) -> str:
    puzzle = entry.puzzle
    match decision.claim:
        case VerdictKind.UNIQUE:
            text = "one solution"
        case VerdictKind.NONE:
            text = "no solution, although no clues clash"
            if clash := next(clashes(puzzle), None):
                digit = DIGITS[clash.digits[0] - 1]
                sentence = str(clash).replace(f"has {digit}", f"has {entry.in_own_digits(digit)}")
                text = f"no solution: {sentence}"
        case VerdictKind.SEVERAL:
            first, second = sorted(_texts(entry, decision.solutions))
            cells = [cell for cell in range(puzzle.shape.cells) if first[cell] != second[cell]]
            choices = [f"{puzzle.shape.cell_name(cell)} is {first[cell]} or {second[cell]}" for cell in cells]
            text = f"several solutions: two differ in {pluralize(len(cells), 'cells')}: {list_some(choices, 6)}"
        case _:
            return decision.remark
    return f"{text} ({decision.remark})" if decision.remark else text


def _describe_clues(seconds: float, entry: Entry) -> str:
    """Describe which clues of a puzzle with one solution can be left out, each alone, and a minimal puzzle."""
    puzzle = entry.puzzle
    keeps = _keeps(VerdictKind.UNIQUE, seconds, puzzle)
    alone = {cell: keeps(puzzle.with_cell(cell, 0)) for cell, _ in puzzle.clues()}
    redundant = [cell for cell, kept in alone.items() if kept]
    unknown = [cell for cell, kept in alone.items() if kept is None]
    if not redundant and not unknown:
        return "no clue can be left out"
    few, open_cells = delete_clues(puzzle, redundant, keeps)
    alone_words = "can be left out, each alone" if len(redundant) > 1 else "can be left out"
    parts = [
        f"{pluralize(len(cells), 'clues')} {what}: {', '.join(map(puzzle.shape.cell_name, cells))}"
        for cells, what in ((redundant, alone_words), (unknown, "not decided in time"))
        if cells
    ]
    size = "smaller" if unknown or open_cells else "minimal"
    if few != puzzle:
        parts.append(f"{size} puzzle: {_texts(entry, [few])[0]}")
    return "; ".join(parts)


def _keeps(claim: VerdictKind, seconds: float, puzzle: Grid) -> Keeps:
    """Return a function that decides whether a puzzle with fewer clues has the same claim.

    Each clue may be decided twice in `seconds`.
    """

    def keeps(fewer: Grid) -> bool | None:
        decision = decide(seconds / (2 * puzzle.clue_count), 1, fewer)
        if decision.code is ExitCode.FAULT:
            raise RuntimeError(decision.remark)
        return None if decision.claim is VerdictKind.UNDECIDED else decision.claim is claim

    return keeps


def _texts(entry: Entry, grids: Iterable[Grid]) -> list[str]:
    """Write grids with the digits of the entry."""
    return [entry.in_own_digits(str(grid)) for grid in grids]
