"""The engines that find all covers, against brute force and against each other."""

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosscover.covers import Problem, all_covers, problems
from crosscover.covers.engines import ENGINES, MAX_BRUTE_FORCE, CoverEngine, brute_force
from crosscover.covers.known import LARGE
from crosscover.covers.properties import add_unused_item, double_option, relax_item, reorder_options
from crosscover.reference import DancingLinks

engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
SMALL = problems(max_items=6, max_options=MAX_BRUTE_FORCE - 3, colors=True, strict_forms=True)
PLAIN = problems(max_items=8, max_options=16, colors=True)
RED_AND_BLUE = [[0, 2], [1, 2], [1, 2], [0, 1, 2], [2]], 2, 1, [[0, 1], [0, 1], [0, 2], [0, 0, 0], [1]]
"""Options of two primary items and a secondary one, with colors."""


@engines
@given(problem=SMALL)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_covers_of_brute_force(engine: CoverEngine, problem: Problem) -> None:
    """An engine finds each cover once, and nothing else."""
    assert sorted(engine(problem, 1000)) == sorted(brute_force(problem, 1000))


@engines
@pytest.mark.parametrize(
    ("problem", "covers"),
    [
        (Problem("", []), [()]),
        (Problem("", [""]), [()]),
        (Problem("", ["s"], "s"), [()]),
        (Problem("a", []), []),
        (Problem("a", [""]), []),
        (Problem("a", ["a", "", "s", "a"], "s"), [(0,), (3,)]),
        (Problem("ab", ["a"]), []),
        (Problem("a", ["as", "a"], "st"), [(0,), (1,)]),
        (Problem("ab", [["a", "s:x"], ["b", "s:x"], ["s:y"]], "s", colors=True), [(0, 1)]),
        (Problem("ab", [["a", "s"], ["b", "s"]], "s", colors=True), []),
        (Problem("ab", [["a", "s:x", "t:x"], ["b", "t:x", "s:y"]], "st", colors=True), []),
        (Problem("abc", [["a", "s:x"], ["b", "s:x"], ["c", "s:x"], "abc"], "s", colors=True), [(0, 1, 2), (3,)]),
    ],
)
def test_edge_cases(engine: CoverEngine, problem: Problem, covers: list[tuple[int, ...]]) -> None:
    """An option without a primary item belongs to no cover, and a color is shared with the same color only."""
    assert sorted(engine(problem, 9)) == covers


@engines
def test_limit(engine: CoverEngine) -> None:
    """An engine stops at the limit, with different covers."""
    problem = Problem("abcdefgh", [*"abcdefgh", *"abcdefgh"])
    assert len(set(engine(problem, 100))) == 100
    assert len(engine(problem, 100)) == 100
    assert len(set(engine(problem, 999))) == 256


@engines
@pytest.mark.parametrize("number", [39, 40, 41, 100])
def test_an_item_in_many_options(engine: CoverEngine, number: int) -> None:
    """Each of many options of an item is a cover, also if the constraint needs further variables."""
    assert sorted(engine(Problem("a", ["a"] * number), 999)) == [(option,) for option in range(number)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dlx", "bitset"])
def test_sixty_five_thousand_options(name: str) -> None:
    """The quick engines find the covers of a problem that overflows numbers of 16 bits."""
    known = LARGE[-1]
    problem = known.build()
    assert len(problem.options) == 65_536
    assert len(set(ENGINES[name](problem, 99))) == known.covers


@given(PLAIN, st.integers(0, 2**16))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_changed_problems(problem: Problem, number: int) -> None:
    """Unused items and other orders keep the number of covers; a second copy and a relaxed item lose no cover."""
    covers = all_covers(problem)
    assert all_covers(add_unused_item(problem, number)) == covers
    assert len(all_covers(reorder_options(problem, number))) == len(covers)
    containing = [cover for cover in covers if number % len(problem.options) in cover]
    assert len(all_covers(double_option(problem, number))) == len(covers) + len(containing)
    assert set(covers) <= set(all_covers(relax_item(problem, number)))


@given(SMALL, st.integers(0, 4))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_links_are_restored(problem: Problem, taken: int) -> None:
    """After an abandoned search, and after a complete one, the links and colors are as before."""
    kept = [number for number, row in enumerate(problem.rows) if row]
    rows, colors = ([table[number] for number in kept] for table in (problem.rows, problem.row_colors))
    links = DancingLinks(rows, len(problem.primary), len(problem.secondary), colors)
    before = links.state()
    search = links.covers()
    list(islice(search, taken))
    search.close()
    assert links.state() == before
    assert sorted(tuple(sorted(kept[option] for option in cover)) for cover in links.covers()) == sorted(
        brute_force(problem, 9999)
    )
    assert links.state() == before


def covers_of(**colors: object) -> Callable[[], object]:
    """Return a search of colored links."""
    return lambda: list(DancingLinks(*RED_AND_BLUE).covers(**colors))  # type: ignore[arg-type]  # `given` alone


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: DancingLinks([[0]], 1, 0, [[1]]), "option 0 gives color 1 to what is no secondary item"),
        (lambda: DancingLinks([[0], [0, 1]], 1, 1, [[0], [3, 0]]), "option 1 gives color 3 to what is no secondary"),
        (lambda: DancingLinks([[0, 1]], 1, 1, [[0, -1]]), "option 0 gives color -1 to what is no secondary item"),
        (lambda: DancingLinks([[0, 1], [0]], 1, 1, [[0, 0, 1]]), "option 0 gives color 1 to what is no secondary"),
        (covers_of(given=[0]), "options can only be given for a problem without colors"),
    ],
)
def test_links_refuse_wrong_colors(call: Callable[[], object], message: str) -> None:
    """Only secondary items have colors, from 1; options cannot be given for problems with colors."""
    with pytest.raises(ValueError, match=message):
        call()


def test_colors_of_links() -> None:
    """Options share a secondary item in one color; an option without a primary item is never chosen."""
    assert sorted(tuple(sorted(cover)) for cover in DancingLinks(*RED_AND_BLUE).covers()) == [(0, 1), (3,)]


def test_given_options_of_links_without_colors() -> None:
    """Zeros are no colors: options may be given."""
    links = DancingLinks([[0, 2], [1], [1, 2]], 2, 1, [[0, 0], [0], [0, 0]])
    assert list(links.covers([0])) == [(0, 1)]
