"""The shares of properties, on a simulated clock."""

import pytest

from crosscover.harness.schedule import MAX_SHARE, Budget, Schedule, growing
from crosscover.runner.order import LAST, VOLUME, weights

NAMES = (
    *("full_grids", "any_number_of_clues", "images_of_known_puzzles", "patterns", "ordinary_puzzles", "missing_digits"),
    *("empty_houses", "deep_search", "adversaries_of_backtracking", "order_and_repetition", "minimal_puzzles", "forms"),
    *("clashing_clues", "contradictions", "several_solutions", "deadly_patterns", "none_one_and_several"),
    *LAST,
)

SECONDS = 52.0

BATCH, BLOCK = 5, 1000
"""Puzzles of an ordinary batch, and of one of `long_runs` or `volume`."""


def spent(pace: float) -> dict[str, float]:
    """The seconds of each property in a run with a subject of this pace, by batches of its covering list and drawn."""
    schedule, left, used = Schedule(growing(Budget()), SECONDS), SECONDS, dict.fromkeys(NAMES, 0.0)
    covers = {name: [BATCH] * (3 * place % 20 if name not in LAST else 0) for place, name in enumerate(NAMES)}
    schedule.begin(covers)
    while (task := schedule.next_task(left, weights(NAMES, pace))) is not None:
        took, covered, drawn = 0.0, 0, 0
        while not took or (took < task.seconds and drawn < task.budget.examples):
            is_covered = task.covered + covered >= len(covers[task.name])
            covered, drawn = (covered, drawn + 1) if is_covered else (covered + 1, drawn)
            allowed = max(1, int(pace * (task.seconds - took)))
            size = BLOCK if is_covered and task.name in LAST else BATCH
            took += 0.005 + min(size, allowed) / pace
        schedule.finish(task, took, covered=covered, is_finished=False)
        used[task.name] += took
        left -= took
    return used


@pytest.mark.parametrize("pace", [10, 50, 300, 5000])
def test_no_property_takes_the_time_of_others(pace: float) -> None:
    """No property takes more than a fifth of the time while another has had less than a tenth of its share.

    For a fast subject, `volume` has half of what is not needed for covering lists.
    """
    used, shares = spent(pace), weights(NAMES, pace)
    others = {name: shares[name] / sum(shares.values()) * SECONDS for name in NAMES}
    assert all(used[name] >= others[name] / 10 for name in NAMES)
    most = max(used, key=used.__getitem__)
    if pace < 1000:
        assert used[most] <= MAX_SHARE * SECONDS
    else:
        assert most == VOLUME
        assert used[most] >= 0.4 * SECONDS


def test_weights() -> None:
    """No weight of a slow subject is more than four times another; a property that was never measured is typical."""
    found = weights([*NAMES, "new"], 10)
    assert max(found.values()) <= 4 * min(found.values())
    assert found["new"] == 1.0
