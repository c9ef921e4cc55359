"""What the problems that a solver fails have in common; see `harness.circumstances`."""

from collections.abc import Callable, Iterator, Sequence

from crosscover.harness.circumstances import separating

from .searches import Seen


def circumstances_of(failed: Sequence[Seen], passed: Sequence[Seen]) -> Sequence[str]:
    """Return sentences that are true of all failed problems; none if nothing separates them from the passed ones."""
    if not failed:
        return ()
    problems = {seen.problem for seen in failed}
    others = [seen for seen in passed if seen.problem not in problems]
    return separating(failed, others, "Fails", (_kinds,), NUMBERS, key=lambda seen: seen.problem, noun="problems")


def _kinds(seen: Seen) -> Iterator[str]:
    problem = seen.problem
    if len(set(problem.options)) < len(problem.options):
        yield "with an option that occurs twice"
    if problem.secondary:
        yield "with secondary items"
    if problem.colors:
        yield "with colors"
    if seen.place:
        yield "after another problem in the same process"
    if seen.is_again:
        yield "in a second search"


NUMBERS: Sequence[tuple[str, str, Callable[[Seen], int]]] = (
    ("item", "items", lambda seen: len(seen.problem.items)),
    ("option", "options", lambda seen: len(seen.problem.options)),
    ("cover", "covers", lambda seen: seen.covers),
    ("node", "nodes", lambda seen: seen.problem.nodes),
    ("secondary item", "secondary items", lambda seen: len(seen.problem.secondary)),
)
"""Numbers by which the circumstances separate failures: singular, plural, value."""
