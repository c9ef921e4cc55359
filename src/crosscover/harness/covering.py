"""Covering lists: batches that a property asks before it draws any, so that each facet is asked at least once."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosscover.dialects import Formatting
from crosscover.reference import Verdict

from .judging import Batch


@dataclass(frozen=True, slots=True)
class CoverBatch:
    """A batch of a covering list, and the names of the facets that it covers, such as "a clash in row 9".

    If its `length_matters`, it is a run of its own. A batch `in_full` is asked as it is, with the full time limit, of
    every subject, however slow. `verdicts` are those of the puzzles if they are known, each with its exact number.
    """

    puzzles: Batch
    facets: tuple[str, ...]
    formatting: Formatting = Formatting()
    length_matters: bool = False
    in_full: bool = False
    verdicts: tuple[Verdict, ...] = ()


def facets_of(batches: Sequence[CoverBatch]) -> tuple[str, ...]:
    """The facets of a covering list, each once, in the order in which they are asked."""
    return tuple(dict.fromkeys(facet for batch in batches for facet in batch.facets))
