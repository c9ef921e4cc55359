"""What a run does next, and for how long."""

import math
from itertools import islice

from crosscover.harness.schedule import (
    COVER_SHARE,
    MAX_SHARE,
    SHORTEST_SLICE,
    THIN_SHARE,
    Budget,
    PropertyTask,
    Schedule,
    growing,
)

NAMES = tuple("abcdefghij")
EQUAL = dict.fromkeys(NAMES, 1.0)
COVERS = {name: [10] for name in NAMES}


class Played:
    """A schedule on a simulated clock, whose tasks take all their time unless a test says otherwise."""

    def __init__(self, seconds: float = 100.0, covers: dict[str, list[int]] | None = None) -> None:
        self.schedule = Schedule(growing(Budget(seed=7)), seconds)
        self.schedule.begin(covers or COVERS)
        self.left = seconds
        self.used = dict.fromkeys(NAMES, 0.0)

    def next_task(self, weights: dict[str, float] = EQUAL) -> PropertyTask | None:
        """The next task."""
        return self.schedule.next_task(self.left, weights)

    def finish(
        self, task: PropertyTask, seconds: float | None = None, *, covered: int = 1, is_thin: bool = False
    ) -> None:
        """Finish a task after these seconds."""
        took = task.seconds if seconds is None else seconds
        self.left -= took
        self.used[task.name] += took
        self.schedule.finish(task, took, covered=covered, is_finished=False, is_thin=is_thin)

    def first_round(self) -> list[PropertyTask]:
        """Run each property once, and return the tasks."""
        tasks: list[PropertyTask] = []
        for _ in NAMES:
            task = self.next_task()
            assert task is not None
            tasks.append(task)
            self.finish(task)
        return tasks


def test_rounds_grow() -> None:
    """Each round has twice as many examples as the one before, and a different seed."""
    budgets = list(islice(growing(Budget(seed=7)), 4))
    assert [(budget.examples, budget.seed) for budget in budgets] == [(3, 7), (6, 8), (12, 9), (24, 10)]


def test_each_property_is_judged_first() -> None:
    """First comes each property, in order, with equal shares of a part of the time."""
    tasks = Played().first_round()
    assert [task.name for task in tasks] == list(NAMES)
    assert [round(task.seconds, 6) for task in tasks] == [100 * COVER_SHARE / len(NAMES)] * len(NAMES)


def test_unused_time_goes_to_later_properties() -> None:
    """The unused time of a property goes to the others."""
    played = Played()
    task = played.next_task()
    assert task is not None
    played.finish(task, 0.0)
    following = played.next_task()
    assert following is not None
    assert following.seconds == 100 * COVER_SHARE / (len(NAMES) - 1)


def test_first_shares_follow_the_covering_lists() -> None:
    """A property with a covering list of twice the size has twice the time, but at most a fifth of the run."""
    sizes = COVERS | {"a": [10, 10], "b": [500]}
    played = Played(covers=sizes)
    seconds = {task.name: task.seconds for task in played.first_round()}
    assert round(seconds["a"] / seconds["c"], 6) < 2  # what `b` does not use goes to those after it
    assert seconds["b"] == MAX_SHARE * 100
    assert len({round(seconds[name], 6) for name in NAMES[2:]}) == 1


def test_covering_lists_are_finished_first() -> None:
    """A covering list that is not finished in its first task goes on before others draw."""
    played = Played(covers=COVERS | {"a": [10] * 8})
    for _ in NAMES:
        task = played.next_task()
        assert task is not None
        played.finish(task, 1.0, covered=1)
    task = played.next_task()
    assert task is not None
    assert (task.name, task.covered, task.budget.examples) == ("a", 1, 6)


def test_shares_are_weighted() -> None:
    """In the long run the times of properties are proportional to their weights."""
    played = Played(1000.0)
    weights = EQUAL | {"a": 2.0}
    while (task := played.next_task(weights)) is not None:
        played.finish(task, min(task.seconds, 1.5))
    others = [played.used[name] for name in NAMES[1:]]
    assert max(others) - min(others) <= 1000 / 11 / 4
    assert 1.7 < played.used["a"] * len(others) / sum(others) < 2.3


def test_properties_with_too_few_puzzles_come_first() -> None:
    """A property with too few puzzles goes on before all others, until it has had half of the time."""
    played = Played(400.0)
    for _ in NAMES:
        task = played.next_task()
        assert task is not None
        played.finish(task, 1.0, is_thin=task.name in ("c", "d"))
    later: list[str] = []
    while (task := played.next_task()) is not None:
        later.append(task.name)
        played.finish(task, is_thin=task.name == "d")
    most = THIN_SHARE * 400
    assert later[:21] == ["c", *["d"] * 20]
    assert most <= played.used["d"] < most + 400 / len(NAMES) / 4
    assert set(later) == set(NAMES)


def test_slices() -> None:
    """A task takes a quarter of the share of its property, at least a second, and never more than the time left."""
    played = Played(400.0)
    played.first_round()
    task = played.next_task()
    assert task is not None
    assert task.seconds == 400 / len(NAMES) / 4
    played.finish(task, 0.0)
    played.left = 0.25
    last = played.next_task()
    assert last is not None
    assert last.seconds == 0.25
    short = Played(10.0)
    short.first_round()
    task = short.next_task()
    assert task is not None
    assert task.seconds == SHORTEST_SLICE


def test_rounds_of_a_property_are_its_own() -> None:
    """The k-th task of a property has the seed and the examples of its k-th round, whatever others do."""
    played = Played()
    budgets: dict[str, list[tuple[int, int]]] = {}
    while (task := played.next_task()) is not None:
        budgets.setdefault(task.name, []).append((task.budget.seed, task.budget.examples))
        played.finish(task)
    for found in budgets.values():
        assert found == [(7 + place, 3 << place) for place in range(len(found))]


def test_without_a_limit_every_property_has_all_the_time() -> None:
    """Without a limit, all properties have one round after the other, each with unlimited time."""
    schedule = Schedule([Budget(seed=1), Budget(seed=2)])
    schedule.begin({"a": [], "b": []})
    found: list[tuple[str, int]] = []
    while (task := schedule.next_task(math.inf, {})) is not None:
        assert task.seconds == math.inf
        found.append((task.name, task.budget.seed))
        schedule.finish(task, 1e9, covered=0, is_finished=False)
    assert found == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_a_finished_property_has_no_further_task() -> None:
    """A property that would judge nothing new has no further task."""
    schedule = Schedule(growing(Budget()), 100)
    schedule.begin({"a": []})
    task = schedule.next_task(100, {"a": 1.0})
    assert task is not None
    schedule.finish(task, 1.0, covered=0, is_finished=True)
    assert schedule.next_task(99, {"a": 1.0}) is None


def test_a_running_property_is_not_judged_by_another_lane() -> None:
    """Two lanes judge the same property only if it is shared and covered, and then different rounds of it."""
    schedule = Schedule(growing(Budget(seed=3)), 100)
    schedule.begin({"a": [], "shared": [5]}, shared="shared")
    weights = {"a": 1.0, "shared": 1.0}
    first = [schedule.next_task(100, weights, 2) for _ in range(3)]
    assert [task and task.name for task in first] == ["a", "shared", None]
    for task in filter(None, first):
        schedule.finish(task, 1.0, covered=1, is_finished=False)
    again = [schedule.next_task(99, weights, 2) for _ in range(3)]
    assert [task and (task.name, task.budget.seed) for task in again] == [("a", 4), ("shared", 4), ("shared", 5)]
