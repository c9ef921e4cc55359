"""The outcomes of a run: those of its tasks, added up for each property."""

from collections.abc import Iterable

from crosscover.harness.applies import Property, Requires
from crosscover.harness.outcome import CHOSEN, Outcome, Status
from crosscover.visible_kinds import VisibleKind


class OutcomeTable:
    """The outcomes of the properties of a run, over all tasks so far."""

    def __init__(self, properties: Iterable[Property] = ()) -> None:
        self._properties = {judged.name: judged for judged in properties}
        self._outcomes: dict[str, Outcome] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all properties, in their order."""
        return tuple(self._properties)

    @property
    def statuses(self) -> dict[str, Status]:
        """The status of each property that was run."""
        return {name: outcome.status for name, outcome in self._outcomes.items()}

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the properties that were run."""
        return tuple(self._outcomes.values())

    def names_of(self, requires: Requires) -> list[str]:
        """The names of the properties with a requirement."""
        return [name for name, judged in self._properties.items() if judged.requires is requires]

    def left_out(self, name: str, kinds: frozenset[VisibleKind]) -> frozenset[VisibleKind]:
        """Which of these kinds of puzzle a property leaves out: not the one that it is about, until it has failed."""
        if name in CHOSEN:
            return frozenset()
        outcome = self._outcomes.get(name)
        has_failed = outcome is not None and outcome.has_failed
        return kinds if has_failed else frozenset(kind for kind in kinds if kind is not self._properties[name].about)

    def can_go_on(self, name: str, kinds: frozenset[VisibleKind]) -> bool:
        """Whether a property that has failed for all puzzles of these kinds has others."""
        return bool(kinds) and name not in CHOSEN and not self._properties[name].is_empty_without(kinds)

    def add(self, outcome: Outcome) -> Outcome:
        """Add the outcome of one task, and return that of all tasks so far."""
        earlier = self._outcomes.get(outcome.name)
        self._outcomes[outcome.name] = outcome if earlier is None else outcome.after(earlier)
        return self._outcomes[outcome.name]

    def final(self) -> tuple[Outcome, ...]:
        """The outcomes of all properties."""
        not_run = {name: Outcome(name, one.statement, Status.NOT_RUN) for name, one in self._properties.items()}
        return tuple((not_run | self._outcomes).values())
