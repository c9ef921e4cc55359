"""Properties of a whole run, after all others: the performance of the solver."""

from crosscover.harness.applies import Requires, applies_to, certified
from crosscover.harness.harness import Harness
from crosscover.harness.judging import PropertyViolatedError

from .workload import workload


@applies_to(requires=Requires.PERFORMANCE_LIMITS, shapes=certified)
def test_performance(harness: Harness) -> None:
    """No time exceeds its limit."""
    performance, budget = harness.measure_performance(workload(harness.shape)), harness.budget.performance
    if not list(performance.undecided(budget)):
        harness.count(1, unit="limits")
    if reasons := list(performance.violations(budget)):
        raise PropertyViolatedError("; ".join(reasons))
