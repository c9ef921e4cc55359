"""The proof of the verdicts, after all other properties."""

from crosscover.harness.applies import Requires, applies_to, nine_by_nine
from crosscover.harness.harness import Harness


@applies_to(requires=Requires.CERTIFICATES, shapes=nine_by_nine)
def test_verdicts_are_certified(harness: Harness) -> None:
    """Every verdict of the run is certified."""
    for _ in harness.verdicts.certify_all(harness.budget.certify_timeout):
        harness.count(unit="verdicts")
