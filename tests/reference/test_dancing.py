"""Dancing links as a general solver for exact cover, and restoration of the links."""

from collections.abc import Callable
from itertools import islice

import pytest

from crosscover.reference import CoverTable, DancingLinks, Grid, Shape

from .watchers import BoredError, Diary

# The example of The Art of Computer Programming 7.2.2.1 (6): the items a to g as 0 to 6, six options.
KNUTH = [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]]
Links = type[DancingLinks]
Stop = Callable[[DancingLinks, int], None]


def test_the_one_cover_of_knuths_example(links: Links) -> None:
    """The only cover is `c e`, `a d f` and `b g`."""
    assert [sorted(cover) for cover in links(KNUTH, primary=7).covers()] == [[0, 3, 4]]


def test_the_search_of_knuths_example_step_by_step(links: Links) -> None:
    """Item a has two options: the first leaves e without options, the second leaves b and c with one each."""
    diary = Diary()
    assert list(links(KNUTH, primary=7).covers(watcher=diary)) == [(3, 4, 0)]
    assert diary.steps == [
        ("chose", 0, 0, 2),
        ("tried", 0, 1, 0),
        ("chose", 1, 1, 1),
        ("tried", 1, 2, 0),
        ("chose", 2, 4, 0),
        ("undone", 1, 2, 0),
        ("undone", 0, 1, 0),
        ("tried", 0, 3, 0),
        ("chose", 1, 1, 1),
        ("tried", 1, 4, 0),
        ("chose", 2, 2, 1),
        ("tried", 2, 0, 0),
        ("undone", 2, 0, 0),
        ("undone", 1, 4, 0),
        ("undone", 0, 3, 0),
    ]


def test_no_items_have_one_empty_cover(links: Links) -> None:
    """Without items the only cover is empty."""
    assert list(links([], primary=0).covers()) == [()]


def test_an_item_without_options_has_no_cover(links: Links) -> None:
    """An item without options cannot be covered."""
    assert list(links([[0]], primary=2).covers()) == []


def test_a_secondary_item_may_stay_uncovered_but_not_be_covered_twice(links: Links) -> None:
    """Options that share a secondary item exclude each other, but the item may stay uncovered."""
    problem = links([[0], [0, 2], [1, 2], [1]], primary=2, secondary=1)
    assert sorted(tuple(sorted(cover)) for cover in problem.covers()) == [(0, 2), (0, 3), (1, 3)]


@pytest.mark.parametrize("option", [[], [0, 0], [-1], [3], [0, 1, 3]])
def test_an_option_must_hold_different_items_that_exist(links: Links, option: list[int]) -> None:
    """An option that is empty, repeats an item or has an unknown one is refused with its number."""
    with pytest.raises(ValueError, match="option 1 must hold different items from 0 to 2"):
        links([[0], option], primary=3)


def test_given_options_are_part_of_every_cover(links: Links) -> None:
    """Given options come first in the cover."""
    assert list(links(KNUTH, primary=7).covers(given=[4, 0])) == [(4, 0, 3)]


@pytest.mark.parametrize("given", [[0, 2], [1, 3], [0, 0], [4, 0, 5]])
def test_given_options_that_share_an_item_have_no_cover(links: Links, given: list[int]) -> None:
    """Given options that share an item have no cover, and the links are restored."""
    problem = links(KNUTH, primary=7)
    before = problem.state()
    assert list(problem.covers(given)) == []
    assert (problem.state(), list(problem.covers())) == (before, [(3, 4, 0)])


@pytest.mark.parametrize("given", [[6], [-1], [0, 6]])
def test_a_given_option_must_exist(links: Links, given: list[int]) -> None:
    """An unknown option raises an error, and the links are restored."""
    problem = links(KNUTH, primary=7)
    before = problem.state()
    with pytest.raises(IndexError, match="there is no option"):
        next(problem.covers(given))
    assert (problem.state(), problem.busy) == (before, False)


def test_one_search_at_a_time(links: Links) -> None:
    """Links refuse a second search until the first is closed."""
    problem = links(KNUTH, primary=7)
    first = problem.covers()
    next(first)
    with pytest.raises(RuntimeError, match="still open"):
        next(problem.covers())
    first.close()
    assert list(problem.covers()) == [(3, 4, 0)]


def test_ties_go_to_the_lowest_item(links: Links) -> None:
    """Of several items with the fewest options the first is chosen."""
    diary = Diary()
    next(links([[0], [0], [1], [1], [2], [2]], primary=3).covers(watcher=diary))
    assert [item for kind, _, item, _ in diary.steps if kind == "chose"] == [0, 1, 2]


def test_an_item_that_loses_its_last_option_comes_next(links: Links) -> None:
    """If option 0 leaves item 3 without options, the search backtracks at once, though item 1 comes first."""
    diary = Diary()
    problem = links([[0, 2], [0], [1], [1, 2], [2, 3], [2, 3]], primary=4)
    assert list(problem.covers(watcher=diary)) == [(1, 2, 4), (1, 2, 5)]
    chosen = [(item, size) for kind, _, item, size in diary.steps if kind == "chose"]
    assert chosen == [(0, 2), (3, 0), (1, 2), (2, 2), (3, 0)]


def test_a_covered_item_is_not_chosen_for_its_lack_of_options(links: Links) -> None:
    """When item 1 is covered by its last option, the next item is 2."""
    diary = Diary()
    assert list(links([[0, 1], [2], [2]], primary=3).covers(watcher=diary)) == [(0, 1), (0, 2)]
    assert [item for kind, _, item, _ in diary.steps if kind == "chose"] == [0, 2]


def test_a_secondary_item_without_options_is_not_chosen(links: Links) -> None:
    """A secondary item without options does not end a branch."""
    assert list(links([[0], [0, 2], [1], [1]], primary=2, secondary=1).covers([0])) == [(0, 2), (0, 3)]


def test_covering_and_uncovering_are_inverse(links: Links) -> None:
    """Covering items in any order and uncovering them in reverse restores all links and sizes."""
    problem = links(CoverTable(Shape(2, 2)).options, primary=64)
    before = problem.state()
    for header in (5, 40, 1, 64):
        problem.cover(header)
    for header in (64, 1, 40, 5):
        problem.uncover(header)
    assert problem.state() == before


def by_closing(links: DancingLinks, steps: int, /) -> None:
    """Take some covers, then close the iterator."""
    covers = links.covers([0, 9])
    list(islice(covers, steps))
    covers.close()


def by_raising(links: DancingLinks, steps: int, /) -> None:
    """Let the watcher raise during a step."""
    with pytest.raises(BoredError):
        list(links.covers([0, 9], Diary(steps)))


def by_forgetting(links: DancingLinks, steps: int, /) -> None:
    """Drop the iterator."""
    list(islice(links.covers([0, 9]), steps))


@pytest.mark.parametrize("stop", [by_closing, by_raising, by_forgetting])
def test_every_link_is_restored_wherever_the_search_stops(
    links: Links, stop: Callable[[DancingLinks, int], None]
) -> None:
    """However a search ends, links and sizes are restored, and the next search is right."""
    problem = links(CoverTable(Shape(2, 2)).options, primary=64)
    before = problem.state()
    for steps in range(18):
        stop(problem, steps)
        assert (problem.state(), problem.busy) == (before, False)
    assert sum(1 for _ in problem.covers()) == 288


def test_visited_counts_the_search_nodes(links: Links) -> None:
    """`visited` is the number of choices of an item in the last search."""
    diary = Diary()
    table = CoverTable()
    problem = links(table.options, table.items)
    puzzle = Grid.parse("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    list(problem.covers(table.given(puzzle), diary))
    assert problem.visited == sum(1 for kind, *_ in diary.steps if kind == "chose")
