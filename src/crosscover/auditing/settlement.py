"""Who is wrong where engines of ours disagree: told by the rules, and by certificates that two producers make.

A grid that obeys the rules and keeps the clues is a solution, whoever found it; so an engine that ended with fewer is
wrong. That there are no more than were found takes a certificate, since all engines may miss one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crosscover.oracles.certificate import FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import DisagreementError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape, Verdict
from crosscover.reference.verdict import same_verdict, verdict_of

PRODUCERS = (DEFAULT_PRODUCER, "dlx", "cpsat")
"""Who is asked for a proof, one after the other until two have made one."""


class Settlement(NamedTuple):
    """The proved verdict, None where there is no proof, and the engines that are wrong in any case."""

    verdict: Verdict | None
    wrong: tuple[str, ...]


def settle(disagreement: DisagreementError, limit: int) -> Settlement:
    """Tell who is wrong of engines that were asked for so many solutions."""
    puzzle = disagreement.puzzle
    found = {
        grid: None for grids in disagreement.grids.values() for grid in grids if first_violation(grid, puzzle) is None
    }
    proved = _prove(puzzle, list(found))
    least = len(found) if proved is None else max(len(found), len(proved.solutions))
    wrong = [
        name
        for name, grids in disagreement.grids.items()
        if name in disagreement.faults or (name not in disagreement.abstained and len(grids) < min(limit, least))
    ]
    return Settlement(proved, tuple(wrong))


def _prove(puzzle: Grid, found: Sequence[Grid]) -> Verdict | None:
    """The verdict on a puzzle of which these solutions were found; None where two producers do not prove the same."""
    if len(found) > 1:
        return verdict_of(sorted(found, key=lambda grid: grid.values))
    if puzzle.shape != Shape():
        return None
    proved: list[Verdict] = []
    for name in PRODUCERS:
        if len(proved) < 2:
            try:
                certificate = certify_puzzle(puzzle, producer(name))
            except (FalseCertificateError, ProofError, UnavailableEngineError):
                continue
            proved.append(verdict_of(list(certificate.solutions)))
    if len(proved) < 2 or not same_verdict(*proved):
        return None
    return verdict_of(sorted(proved[0].solutions, key=lambda grid: grid.values))
