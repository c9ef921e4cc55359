"""What the facts of an audit come to, in sentences for people."""

from collections.abc import Iterator

from crosscover.report.plural import pluralize

from .isomorphs import isomorph_sentences
from .judging import Questions
from .ledger import Ledger


def fact_sentences(ledger: Ledger, asked: Questions, *, complete: bool) -> Iterator[str]:
    """One sentence or more for each fact that was asked for; isomorphs are known only when all puzzles are done."""
    if asked.count > 2:
        most, capped = ledger.execute(
            "SELECT max(solutions), count(*) FILTER (WHERE solutions = ?) FROM puzzle", (asked.count,)
        ).fetchone()
        many = f"{pluralize(capped, 'puzzles')} with {asked.count:,} solutions or more"
        yield many if capped else f"at most {pluralize(most or 0, 'solutions')}"
    if asked.minimal:
        proper, minimal, other = ledger.execute(
            "SELECT count(*), count(*) FILTER (WHERE minimal), count(*) FILTER (WHERE NOT minimal) "
            "FROM puzzle WHERE verdict = 'unique'"
        ).fetchone()
        unknown = f", {proper - minimal - other:,} not known" if minimal + other < proper else ""
        yield f"{minimal:,} of {pluralize(proper, 'proper puzzles')} minimal, {other:,} not{unknown}"
    if asked.certify:
        (made,) = ledger.execute("SELECT count(*) FROM certificate").fetchone()
        (decided,) = ledger.execute("SELECT count(*) FROM puzzle WHERE solutions IS NOT NULL").fetchone()
        yield f"{made:,} of {pluralize(decided, 'verdicts')} certified"
    if asked.isomorphs and complete:
        yield from isomorph_sentences(ledger)
