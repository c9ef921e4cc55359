"""The covering lists: their puzzles, facets and cost."""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import accumulate, chain, combinations, pairwise, product
from math import prod
from operator import itemgetter, mul
from statistics import median

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS
from crosscover.engines import panel_of
from crosscover.harness.budget import Budget
from crosscover.harness.harness import SolverHarness, judge
from crosscover.harness.judging import CoverBatch, facets_of
from crosscover.harness.property_result import CLUE_RANGES
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.plain_search import baseline_nodes, search_nodes
from crosscover.oracles.rules import clashes
from crosscover.properties import all_properties
from crosscover.properties.covering import stored_lists
from crosscover.properties.covering.constructed import forms_cover, needs_its_ends
from crosscover.reference import Grid, Shape, Unique, Verdict, VerdictKind, count, verdict
from crosscover.reference.verdict import DECIDED
from tests.harness.fakes import FakeClock, ScriptedSubject, verdicts

SHAPE = Shape()

SHARE = 4.0
"""Seconds of a property in a run of a minute."""
ANY = Options(contract=contracts.ANY)
PROPERTY_NAMES = (*stored_lists(), "forms", "long_runs")


COVERS = {prop.name: prop.cover for prop in all_properties()}


def covering_list(name: str, options: Options) -> Sequence[CoverBatch]:
    """The covering list of a property."""
    return COVERS[name](options)


@cache
def verdict_on(puzzle: Grid) -> Verdict:
    """The verdict of the bitmask engine."""
    return verdict(BitmaskEngine(), puzzle)


def puzzles_of(name: str, options: Options = ANY) -> list[Grid]:
    """The puzzles of the covering list of a property."""
    return [puzzle for batch in covering_list(name, options) for puzzle in batch.puzzles]


@pytest.mark.release
@pytest.mark.parametrize("name", ["adversaries_of_backtracking", "minimal_puzzles"])
def test_the_first_puzzle_is_hard(name: str) -> None:
    """The first batch is a single puzzle that needs as many nodes of a cell-by-cell search as its facet states."""
    first = covering_list(name, Options())[0]
    [puzzle] = first.puzzles
    least = int(first.facets[0].split()[5].replace(",", ""))
    assert (first.unfiltered, first.runs_alone) == (True, True)
    assert search_nodes(puzzle, puzzle.empty_cells(), 1, least, in_order=True) > least


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape()], ids=str)
def test_a_run_has_many_refusals_between_proper_puzzles(shape: Shape) -> None:
    """A solver with room for 50 refused puzzles fails, or one that forgets to undo its last guess."""
    runs = covering_list("long_runs", Options(contract=contracts.ANY, shape=shape))
    [run] = [run for run in runs if "a run with 60 refusals" in run.facets]
    assert Counter(verdict_on(puzzle).kind for puzzle in run.puzzles) == {VerdictKind.NONE: 60, VerdictKind.UNIQUE: 6}
    assert run.facets[0] not in facets_of(covering_list("long_runs", Options(shape=shape)))


def test_each_house_each_digit_and_each_combination_of_kinds_clashes() -> None:
    """Counted by the rules, on full, nearly full, ordinary and sparse grids."""
    houses, digits, kinds = Counter[str](), Counter[int](), Counter[tuple[int, frozenset[str]]]()
    for puzzle in puzzles_of("clashing_clues"):
        found = list(clashes(puzzle))
        assert found
        houses.update(one.house for one in found)
        digits.update(one.digits[0] for one in found)
        empty = puzzle.values.count(0)
        level = sum(empty > most for most in (0, 3, 72))
        kinds[level, frozenset(one.house[0] for one in found)] += 1
    assert len(houses) == 27
    assert len(digits) == 9
    combined = [frozenset(chosen) for size in (1, 2, 3) for chosen in combinations("rcb", size)]
    assert set(kinds) == set(product(range(4), combined))


def test_the_last_row_of_the_columns_is_compared() -> None:
    """Some full grid clashes in columns alone, and only with their last cells."""
    full = [grid for grid in puzzles_of("clashing_clues") if grid.is_full and kinds_of_clashes(grid) == {"c"}]
    assert any(all(one.cells[-1] >= 72 and len(one.cells) == 2 for one in clashes(grid)) for grid in full)


def test_each_house_is_empty() -> None:
    """Each house is empty once, and five cells have all nine candidates, the last of which is correct."""
    empty: set[int] = set()
    open_cells: set[int] = set()
    nines: set[int] = set()
    for puzzle in puzzles_of("empty_houses"):
        here = {number for number, house in enumerate(SHAPE.houses) if not any(puzzle.values[cell] for cell in house)}
        empty |= here
        wide = {cell for cell in range(81) if sum(cell in SHAPE.houses[number] for number in here) == 3}
        open_cells |= wide
        nines |= {cell for cell in wide if next(BitmaskEngine()(puzzle, 1)).values[cell] == 9}
    assert len(empty) == 27
    assert {0, 8, 40, 72, 80} <= open_cells
    assert nines >= {0, 8, 40, 72, 80}


def test_numbers_of_clues_and_of_each_digit() -> None:
    """Each range of clues occurs, each digit is absent from the clues once, and single once."""
    clues = {puzzle.clue_count for puzzle in puzzles_of("any_number_of_clues")}
    assert all(any(low <= number <= high for number in clues) for low, high in CLUE_RANGES[1:])
    counts = {(digit, puzzle.values.count(digit)) for puzzle in puzzles_of("missing_digits") for digit in range(1, 10)}
    assert {(digit, number) for digit in range(1, 10) for number in (0, 1)} <= counts
    assert {17, *range(20, 28)} <= {puzzle.clue_count for puzzle in puzzles_of("minimal_puzzles")}


@pytest.mark.release
def test_numbers_of_solutions() -> None:
    """Small and round numbers occur, and those at which counters of one or two bytes overflow."""
    totals = {count(BitmaskEngine(), puzzle, 65_537) for puzzle in puzzles_of("several_solutions")}
    assert {2, 3, 4, 5, 6, 7, 8, 10, 16, 100, 251, 255, 256, 257, 1000, 65_536} <= totals
    assert Grid.empty() in puzzles_of("several_solutions")


def test_contradictions_of_each_kind() -> None:
    """Each reason occurs on nearly full, ordinary and sparse grids, and a digit has no place in each house."""
    facets = set(facets_of(covering_list("contradictions", ANY)))
    reasons = (
        "a cell without a candidate",
        *(f"a digit without a place in a {kind}" for kind in ("row", "column", "box")),
    )
    where = ("in a nearly full grid", "in an ordinary puzzle", "among few clues")
    assert {f"{reason} {fullness}" for reason, fullness in product(reasons, where)} <= facets
    assert {f"a digit without a place in {SHAPE.house_name(number)}" for number in range(27)} <= facets
    assert "a contradiction that only search finds in an ordinary puzzle" in facets


@pytest.mark.parametrize("name", ["ordinary_puzzles", "long_runs"])
def test_runs_whose_length_is_a_facet_are_not_joined(name: str) -> None:
    """Batches whose length is a facet are not joined for a solver that starts slowly."""
    assert all(batch.runs_alone for batch in covering_list(name, ANY))


def test_each_verdict_follows_each_other() -> None:
    """Puzzles with none, one and several solutions come in all nine pairs of succession."""
    kinds = [
        [verdict_on(puzzle).kind for puzzle in batch.puzzles] for batch in covering_list("none_one_and_several", ANY)
    ]
    assert {pair for run in kinds for pair in pairwise(run)} == set(product(DECIDED, repeat=2))


DOMAINS = {
    "contradictions": {VerdictKind.NONE},
    "clashing_clues": {VerdictKind.NONE},
    "several_solutions": {VerdictKind.SEVERAL},
    "deadly_patterns": {VerdictKind.SEVERAL},
    "none_one_and_several": set(DECIDED),
    "every_digit_of_a_cell": set(DECIDED) - {VerdictKind.SEVERAL},
    "minimal_puzzles_less_a_clue": set(DECIDED) - {VerdictKind.NONE},
}
"""The verdicts that the puzzles of each list have; the others have proper puzzles."""


@pytest.mark.parametrize("name", stored_lists())
def test_puzzles_suit_their_property(name: str) -> None:
    """The bitmask engine finds as many solutions as the property says, and contradictions do not clash."""
    kinds = {puzzle: verdict_on(puzzle).kind for puzzle in puzzles_of(name)}
    assert set(kinds.values()) == DOMAINS.get(name, {VerdictKind.UNIQUE})
    if name == "contradictions":
        assert not any(list(clashes(puzzle)) for puzzle in kinds)


@pytest.mark.slow
def test_the_panel_decides_every_puzzle() -> None:
    """No puzzle of the lists is undecided, or decided differently by one of the engines."""
    panel = panel_of()
    for puzzle in {puzzle for name in PROPERTY_NAMES for puzzle in puzzles_of(name)}:
        _, abstained = panel.judge(puzzle)
        assert not abstained


def test_a_proper_contract_has_proper_puzzles_only() -> None:
    """Under `proper` no list has a puzzle with no or several solutions."""
    proper = Options(contract=contracts.PROPER)
    for name in PROPERTY_NAMES:
        assert all(isinstance(verdict_on(puzzle), Unique) for puzzle in puzzles_of(name, proper))


@pytest.mark.parametrize(
    "contract",
    [pytest.param(contracts.PROPER, id="proper"), pytest.param(contracts.COUNT, id="count", marks=pytest.mark.slow)],
)
def test_lists_take_a_slow_solver_20_seconds(contract: Contract) -> None:
    """The model of a solver of 20 easy puzzles per second: 0.5 ms per node of a plain search, 1.5 ms per puzzle.

    A program that starts in 60 ms for each puzzle takes 24 s; it has no properties of several puzzles in a run. An
    unfiltered puzzle takes at most half of the time that its property has left.
    """
    options = Options(contract=contract)
    in_one_run = one_by_one = 0.0
    for name in PROPERTY_NAMES:
        left = SHARE
        for batch in covering_list(name, options):
            needed = options.contract.solutions_needed
            similar = len(batch.puzzles) < 10
            if batch.similar_puzzles and batch.similar_puzzles * (0.05 if similar else 0.0025) > SHARE:
                continue
            nodes = sum(baseline_nodes(puzzle, needed, 20_000) for puzzle in batch.puzzles)
            seconds = 0.0015 * len(batch.puzzles) + 0.0005 * nodes
            if batch.unfiltered:
                seconds = min(seconds, left / 2)
            left = max(0.0, left - seconds)
            in_one_run += seconds
            if name not in {"hard_puzzles_alone", "order_and_repetition", "none_one_and_several", "long_runs"}:
                one_by_one += seconds + 0.06 * len(batch.puzzles)
    assert in_one_run < 20
    assert one_by_one < 24


def test_full_grids_lack_each_digit() -> None:
    """The last empty cell holds each digit in turn, and each corner is one."""
    single = [puzzle for puzzle in puzzles_of("full_grids") if puzzle.values.count(0) == 1]
    assert {45 * 9 - sum(puzzle.values) for puzzle in single} == set(range(1, 10))
    assert {0, 8, 72, 80} <= {puzzle.empty_cells()[0] for puzzle in single}


def test_each_cell_is_the_last_empty_one_in_long_runs() -> None:
    """Each cell is the only empty one of a puzzle in the two short runs; slow subjects skip the run of 300."""
    batches = covering_list("long_runs", Options())
    puzzles = puzzles_of("long_runs", Options())
    assert [len(batch.puzzles) for batch in batches if batch.facets] == [30, 60, 300]
    assert [batch.similar_puzzles for batch in batches[:3]] == [0, 0, 300]
    assert {puzzle.empty_cells()[0] for puzzle in puzzles if puzzle.values.count(0) == 1} == set(range(81))
    assert max(puzzle.values.count(0) for puzzle in puzzles) <= 4


def test_each_form_has_a_batch() -> None:
    """Each batch differs from the usual form in one value; unless forms are strict, it names the usual value."""
    batches = covering_list("forms", Options(dialect="poj2676", contract=contracts.ANY))
    named = {batch.facets[0]: batch.usual_form for batch in batches}
    assert named == {
        "the usual form": "",
        "CRLF": "LF",
        "no newline at the end": "a newline at the end",
    }
    strict = covering_list("forms", Options(dialect="poj2676", strict_forms=True))
    assert {batch.facets[0]: batch.usual_form for batch in strict} == dict.fromkeys(named, "")
    spaced = facets_of(covering_list("forms", Options(dialect="grid")))
    assert spaced[3:] == (
        "two blanks between numbers",
        "a tab between numbers",
        "a blank before each line",
        "a blank after each line",
    )
    assert facets_of(covering_list("forms", Options(dialect="args"))) == ("the usual form",)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(4, 4)], ids=str)
def test_other_shapes_have_forms_and_long_runs(shape: Shape) -> None:
    """The lists of nearly free puzzles suit any shape."""
    options = Options(shape=shape)
    for name in ("forms", "long_runs"):
        assert {puzzle.shape for puzzle in puzzles_of(name, options)} == {shape}
    assert covering_list("clashing_clues", options) == ()


def test_large_grids_have_each_digit_last() -> None:
    """A mask that has no bit for the last digit is caught by the short run of a large shape."""
    shape = Shape(4, 4)
    [batch] = covering_list("long_runs", Options(shape=shape))
    full = sum(range(1, 17)) * 16
    assert {full - sum(one.values) for one in batch.puzzles if one.values.count(0) == 1} == set(range(1, 17))


def test_no_facet_is_named_twice() -> None:
    """Each facet belongs to one run, so a facet that is covered is never reported as not covered."""
    for name in PROPERTY_NAMES:
        named = list(chain.from_iterable(batch.facets for batch in covering_list(name, ANY)))
        assert len(named) == len(set(named))


@pytest.mark.parametrize("shape", [Shape(), Shape(2, 3)])
def test_a_run_of_puzzles_with_two_solutions(shape: Shape) -> None:
    """If the contract allows several solutions, one run has 100 puzzles with exactly two."""
    *_, run = (one for one in covering_list("long_runs", Options(contract=contracts.ANY, shape=shape)) if one.facets)
    assert run.facets == ("a run of 100 puzzles with two solutions",)
    assert {count(BitmaskEngine(), puzzle, 3) for puzzle in run.puzzles} == {2}
    assert run.facets[0] not in facets_of(covering_list("long_runs", Options(shape=shape)))


@pytest.mark.parametrize(
    ("seconds", "longest", "skipped"), [(0.0001, 5002, 0), (0.003, 1024, 0), (0.02, 300, 0), (0.08, 60, 300)]
)
def test_a_slow_solver_gets_no_runs_for_fast_ones(seconds: float, longest: int, skipped: int) -> None:
    """Only a fast solver gets runs for all likely limits; a slow solver covers every facet, or skips 300 puzzles."""
    clock, cover = FakeClock(), covering_list("long_runs", Options())
    subject = ScriptedSubject(clock, seconds=seconds)
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.begin(600)
    [prop] = [prop for prop in all_properties() if prop.name == "long_runs"]
    harness = SolverHarness(Round(session, session.result_of(prop), Budget(seconds=12, shrink_steps=0)))
    harness.judge_covering_list()
    result = harness.round.result
    assert not facets_of(cover[result.covered :])
    assert (max(map(len, subject.received)), result.skipped) == (longest, skipped)


@pytest.mark.parametrize(("seconds", "is_fast"), [(0.0001, True), (0.1, False)])
def test_only_a_fast_solver_gets_17_clues_alone(seconds: float, is_fast: bool) -> None:
    """Each puzzle has a run of its own; a slow solver gets puzzles of few nodes, and only in the first round."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, seconds=seconds)
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.runs.run_easy_puzzle()
    [prop] = [prop for prop in all_properties() if prop.name == "hard_puzzles_alone"]
    result = judge(prop, session, Budget(examples=1))
    drawn = subject.received[1 + len(covering_list(prop.name, Options())) :]
    assert {len(batch) for batch in drawn} == {1}
    assert any(puzzle.clue_count == 17 for [puzzle] in drawn) == is_fast
    assert (median(baseline_nodes(puzzle, 2, 1000) for [puzzle] in drawn) > 500) == is_fast
    judged = result.reported.judged
    assert (judge(prop, session, Budget(examples=1)).reported.judged > judged) == is_fast


def test_search_nodes_of_likely_limits() -> None:
    """A run without facets for each limit has a puzzle for which a search cell by cell needs a few more nodes."""
    runs = [batch for batch in covering_list("deep_search", Options()) if batch.similar_puzzles]
    assert not any(run.facets for run in runs)
    runs = [run for run in runs if len(run.puzzles) > 1]
    nodes = [search_nodes(run.puzzles[0], run.puzzles[0].empty_cells(), 1, 10_000, in_order=True) for run in runs]
    limits = (100, 1024, 5000)
    assert all(limit < needed < 1.1 * limit for limit, needed in zip(limits, nodes, strict=True))


def clues_in(houses: Sequence[Sequence[int]]) -> Callable[[str], object]:
    """Count the clues in each house."""
    return lambda text: [sum(text[cell] != "." for cell in house) for house in houses]


def exclusive_or(numbers: Iterable[int]) -> int:
    """Combine the bits."""
    return reduce(lambda one, other: one ^ other, numbers)


def power_hash(text: str, base: int) -> int:
    """Hash as Java does strings, which has the base 31."""
    return reduce(lambda number, character: (number * base + character) % (1 << 32), text.encode(), 0)


def crc(text: str, width: int, polynomial: int) -> int:
    """Divide by a polynomial over the field with two elements, bit by bit, the highest bit of a character first."""
    register = 0
    for character in text.encode():
        register ^= character << width - 8
        for _ in range(8):
            carry = register >> width - 1
            register = (register << 1 & (1 << width) - 1) ^ carry * polynomial
    return register


SUMMARIES: dict[str, Callable[[str], object]] = {
    "clue cells": lambda text: [character != "." for character in text],
    "number of clues in each row": clues_in(SHAPE.rows),
    "number of clues in each column": clues_in(SHAPE.columns),
    "number of clues in each box": clues_in(SHAPE.boxes),
    **{f"first {length} characters": itemgetter(slice(length)) for length in (9, 16, 27, 40)},
    **{f"last {length} characters": itemgetter(slice(-length, None)) for length in (9, 16, 27, 40)},
    "digits in order": lambda text: text.replace(".", ""),
    "count of each digit": Counter,
    "sum of digits": lambda text: sum(Grid.parse(text).values),
    "sum of digits modulo 256": lambda text: sum(Grid.parse(text).values) % 256,
    "exclusive or of the digits": lambda text: exclusive_or(Grid.parse(text).values),
    "sum of digits times places": lambda text: sum(map(mul, Grid.parse(text).values, range(81))),
    "Fletcher checksum": lambda text: (sum(text.encode()) % 255, sum(accumulate(text.encode())) % 255),
    "Adler checksum": lambda text: zlib.adler32(text.encode()),
    "CRC-8": lambda text: crc(text, 8, 0x07),
    "CRC-16": lambda text: crc(text, 16, 0x1021),
    "CRC-32": lambda text: zlib.crc32(text.encode()),
    "CRC-32 modulo 256": lambda text: zlib.crc32(text.encode()) % 256,
    "hash by powers of 31": lambda text: power_hash(text, 31),
    "hash by powers of 31 modulo 65,536": lambda text: power_hash(text, 31) % 65_536,
    "hash by powers of 33": lambda text: power_hash(text, 33),
}
"""Summaries of a puzzle that a cache could use as its key."""


def runs_by_facet(name: str) -> dict[str, list[Grid]]:
    """The puzzles of the run that covers each facet of a property."""
    return {facet: list(batch.puzzles) for batch in covering_list(name, ANY) for facet in batch.facets}


def summarized(name: str, prefix: str) -> list[tuple[Callable[[str], object], list[Grid]]]:
    """The summary and the run of each facet with a prefix."""
    runs = runs_by_facet(name)
    return [(SUMMARIES[facet.removeprefix(prefix)], runs[facet]) for facet in runs if facet.startswith(prefix)]


@pytest.mark.parametrize(("noun", "number"), [("puzzles", 25), ("ordinary puzzles", 3)])
def test_puzzles_with_equal_summaries_follow_each_other(noun: str, number: int) -> None:
    """For each key of a cache, two puzzles in a row agree in it, and differ in their solutions."""
    found = summarized("order_and_repetition", f"two {noun} with the same ")
    assert len(found) == number
    for summary, run in found:
        assert any(
            summary(str(one)) == summary(str(other)) and next(BitmaskEngine()(one)) != next(BitmaskEngine()(other))
            for one, other in pairwise(run)
        )


@pytest.mark.parametrize(("words", "other", "number"), [("no solution", 0, 1), ("several solutions", 2, 3)])
def test_puzzles_with_equal_summaries_and_other_verdicts(words: str, other: int, number: int) -> None:
    """A proper puzzle and another one agree in each key of a cache, such as a cache of counts has."""
    found = summarized("none_one_and_several", f"one and {words} with the same ")
    assert len(found) == number
    for summary, run in found:
        pairs = {(count(BitmaskEngine(), puzzle, 2), str(summary(str(puzzle)))) for puzzle in run}
        assert any((1, same) in pairs for solutions, same in pairs if solutions == other)


def test_solutions_with_equal_checksums() -> None:
    """Both solutions of a puzzle have the same checksum."""
    found = summarized("several_solutions", "two solutions with the same ")
    assert len(found) == 3
    for summary, run in found:
        pairs = [[summary(str(solution)) for solution in BitmaskEngine()(puzzle, 3)] for puzzle in run]
        assert any(len(pair) == 2 and pair[0] == pair[1] for pair in pairs)


def test_full_grids_follow_each_other() -> None:
    """A full grid comes twice, then a similar one, then one with the same first digits; and one after its puzzle."""
    run = runs_by_facet("order_and_repetition")["a full grid after a puzzle of it"]
    first, again, similar, other, puzzle, solution = run
    assert first == again
    assert len(first.differing_cells(similar)) == 4
    assert first.values[:16] == similar.values[:16] == other.values[:16]
    assert len(first.differing_cells(other)) > 45
    assert solution == next(BitmaskEngine()(puzzle))
    assert all(grid.is_full for grid in (first, similar, other, solution))


@pytest.mark.parametrize("number", [1, 5, 9])
def test_a_full_row_with_a_single_digit(number: int) -> None:
    """The last clue of a full row is the only one with its digit, and the puzzle needs the row."""
    row = SHAPE.rows[number - 1]
    run = runs_by_facet("any_number_of_clues")[f"a full row {number} whose last digit is no other clue"]
    [puzzle] = [one for one in run if all(one.values[cell] for cell in row)]
    assert puzzle.values.count(puzzle.values[row[-1]]) == 1
    assert count(BitmaskEngine(), puzzle.keeping(~sum(1 << cell for cell in row)), 2) == 2


AGGREGATES: dict[str, Callable[[Iterable[int]], int]] = {
    "sum": sum,
    "product": prod,
    "exclusive or": exclusive_or,
    "sum of squares": lambda digits: sum(digit * digit for digit in digits),
}


def kinds_of_clashes(puzzle: Grid) -> frozenset[str]:
    """The first letters of the kinds of house in which a digit is repeated."""
    return frozenset(clash.house[0] for clash in clashes(puzzle))


def test_broken_grids_keep_their_aggregates() -> None:
    """Full and nearly full grids break one or all kinds of house while each keeps its sum or another aggregate."""
    full = [grid for grid in puzzles_of("clashing_clues") if grid.is_full]
    asked_for = set[tuple[str, str, str]]()
    for facet, run in runs_by_facet("clashing_clues").items():
        broken, _, kept = facet.partition("every house with the ")
        names, _, fullness = kept.partition(" of 1 to 9 in a ")
        if not fullness:
            continue
        kind, aggregates = broken[:1], names.split(" and the ")
        asked_for |= {(kind, name, fullness) for name in aggregates}
        found = [
            grid
            for grid in full
            if kinds_of_clashes(grid) == frozenset(kind or "rcb")
            and all(
                AGGREGATES[name](grid.values[cell] for cell in house) == AGGREGATES[name](range(1, 10))
                for house, name in product(SHAPE.houses, aggregates)
            )
        ]
        cells = [sum(1 << cell for cell, _ in puzzle.clues()) for puzzle in run]
        assert any(puzzle == grid.keeping(kept) for grid in found for puzzle, kept in zip(run, cells, strict=True))
    assert asked_for >= {(kind, name, "full grid") for kind in ("r", "c", "b", "") for name in [*AGGREGATES][:3]}
    assert asked_for >= {
        (kind, name, "nearly full grid") for kind, name in zip("rcb", ("sum", "product", "exclusive or"), strict=True)
    }


def test_two_equal_digits_and_no_other_clue() -> None:
    """Two clues share each possible set of houses."""
    pairs = [sorted(kinds_of_clashes(one)) for one in puzzles_of("clashing_clues") if one.clue_count == 2]
    assert sorted(pairs) == [["b"], ["b", "c"], ["b", "r"], ["c"], ["r"]]


Candidates = dict[int, set[int]]
"""The candidates of each empty cell."""


def candidates_of(values: Sequence[int]) -> Candidates:
    """The digits that no clue of a house of the cell has."""
    houses = [[house for house in SHAPE.houses if cell in house] for cell in range(81)]
    return {
        cell: set(range(1, 10)) - {values[peer] for house in houses[cell] for peer in house}
        for cell in range(81)
        if not values[cell]
    }


def hidden_singles(candidates: Candidates) -> dict[int, int]:
    """The digits that have a single place in a house."""
    found: dict[int, int] = {}
    for house, digit in product(SHAPE.houses, range(1, 10)):
        places = [cell for cell in house if digit in candidates.get(cell, ())]
        if len(places) == 1:
            found[places[0]] = digit
    return found


def fewest(candidates: Candidates, cells: Iterable[int]) -> int:
    """The first of some cells with the fewest candidates."""
    return min(cells, key=lambda cell: len(candidates[cell]))


NAMED_FACETS = runs_by_facet("wrong_guesses")


@pytest.mark.parametrize("facet", [facet for facet in NAMED_FACETS if facet.startswith("three candidates")])
def test_one_of_three_candidates_is_correct(facet: str) -> None:
    """No cell has fewer candidates, and the place of the correct one is as named in the first and last such cells."""
    place = ("first", "second", "third").index(facet.split()[-4])
    found = [puzzle for puzzle in NAMED_FACETS[facet] if is_one_of_three(puzzle, place)]
    if "no single in a house" in facet:
        found = [puzzle for puzzle in found if not hidden_singles(candidates_of(puzzle.values))]
    assert found


def is_one_of_three(puzzle: Grid, place: int) -> bool:
    """Whether the cells in which a search starts have three candidates, of which the one at this place is correct."""
    candidates, solution = candidates_of(puzzle.values), next(BitmaskEngine()(puzzle, 1)).values
    by_columns = sorted(candidates, key=SHAPE.column)
    starts = {fewest(candidates, cells) for cells in (candidates, [*candidates][::-1], by_columns, by_columns[::-1])}
    return all(
        len(candidates[cell]) == 3 and sorted(candidates[cell]).index(solution[cell]) == place for cell in starts
    )


@pytest.mark.parametrize("cells", [10, 30, 50])
@pytest.mark.parametrize("step", [1, -1])
def test_a_wrong_first_choice_fails_late(cells: int, step: int) -> None:
    """A search that tries the lowest digit first fills so many further cells in vain, from either end of the grid."""
    assert any(
        cells_filled_in_vain(puzzle, step) >= cells
        for puzzle in NAMED_FACETS[f"a wrong first choice that fails after {cells} further cells"]
    )


def cells_filled_in_vain(puzzle: Grid, step: int) -> int:
    """The most cells that a search fills after its first choice, 0 if the choice is correct."""
    values = list(puzzle.values)
    solution = next(BitmaskEngine()(puzzle, 1)).values
    while True:
        candidates = candidates_of(values)
        cell = fewest(candidates, [*candidates][::step])
        if len(candidates[cell]) > 1:
            break
        values[cell] = solution[cell]

    def deepest(depth: int) -> int:
        candidates = candidates_of(values)
        found, cell = [depth], fewest(candidates, [*candidates][::step])
        for digit in candidates[cell]:
            values[cell] = digit
            found.append(deepest(depth + 1))
            values[cell] = 0
        return max(found)

    values[cell] = min(candidates[cell])
    return 0 if values[cell] == solution[cell] else deepest(0)


@pytest.mark.parametrize("cell", [0, 8, 72, 80])
def test_the_first_of_nine_candidates_is_correct(cell: int) -> None:
    """A solver that tries digits in descending order tries the correct one last."""
    run = NAMED_FACETS[f"all nine candidates in {SHAPE.cell_name(cell)}, the first of them correct"]
    assert any(
        len(candidates_of(puzzle.values).get(cell, ())) == 9 and next(BitmaskEngine()(puzzle, 1)).values[cell] == 1
        for puzzle in run
    )


@pytest.mark.release
@pytest.mark.parametrize("step", [1, -1])
def test_guesses_after_all_singles(step: int) -> None:
    """A search needs more than 100 guesses, from either end of the grid, lowest digit first."""
    [puzzle] = NAMED_FACETS["more than 100 guesses after all singles"]
    guesses, is_solved = search_after_singles(puzzle.values, step)
    assert is_solved
    assert guesses > 100


def search_after_singles(clues: Sequence[int], step: int) -> tuple[int, bool]:
    """The cells in which a search guesses after filling all singles, and whether it finds a solution."""
    values = list(clues)
    while True:
        candidates = candidates_of(values)
        if not all(candidates.values()):
            return 0, False
        singles = {cell: min(digits) for cell, digits in candidates.items() if len(digits) == 1}
        singles = singles or hidden_singles(candidates)
        if not singles:
            break
        cell, digit = next(iter(singles.items()))
        values[cell] = digit
    guesses, is_solved = int(bool(candidates)), not candidates
    if candidates:
        cell = fewest(candidates, [*candidates][::step])
        for digit in sorted(candidates[cell]):
            values[cell] = digit
            further, is_solved = search_after_singles(values, step)
            guesses += further
            if is_solved:
                break
    return guesses, is_solved


@pytest.mark.parametrize("shape", [Shape(), Shape(2, 2), Shape(2, 3), Shape(4, 4)], ids=str)
def test_puzzles_that_need_their_ends(shape: Shape) -> None:
    """Without its first or last line, or its first or last character, such a puzzle has several solutions."""
    for number in range(20):
        puzzle = needs_its_ends(number, shape)
        assert count(BitmaskEngine(), puzzle, 2) == 1
        for lost in ([0], range(shape.side), [shape.cells - 1], range(shape.cells - shape.side, shape.cells)):
            assert count(BitmaskEngine(), puzzle.with_cells_of(Grid.empty(shape), lost), 2) == 2


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_every_form_ends_with_clues_that_matter(dialect: str) -> None:
    """In each formatting, the first and the last puzzle need the ends of the input."""
    options = Options(dialect=dialect)
    ends = {needs_its_ends(number, options.text_form.shape or SHAPE) for number in range(100)}
    assert all(ends.issuperset((batch.puzzles[0], batch.puzzles[-1])) for batch in forms_cover(options))
