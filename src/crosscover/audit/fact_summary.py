"""What the facts of an audit come to, in sentences for people."""

from collections.abc import Iterator

from crosscover.puzzle_files import display_name
from crosscover.report.plural import pluralize

from .judging import Questions
from .ledger import Ledger

SHOWN = 3
"""So many isomorphs are told one by one."""

_FIRST_ISOMORPHS = """
SELECT here.name, puzzle.line, there.name, first.line, isomorph.symmetry
FROM isomorph
JOIN puzzle ON puzzle.number = isomorph.number JOIN input AS here ON here.file = puzzle.file
JOIN puzzle AS first ON first.number = isomorph.first JOIN input AS there ON there.file = first.file
ORDER BY isomorph.number LIMIT ?
"""


def fact_sentences(ledger: Ledger, asked: Questions) -> Iterator[str]:
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
    if asked.isomorphs and ledger.is_complete:
        yield from _isomorph_sentences(ledger)


def _isomorph_sentences(ledger: Ledger) -> Iterator[str]:
    puzzles, others = ledger.execute("SELECT count(canonical), (SELECT count(*) FROM isomorph) FROM puzzle").fetchone()
    yield f"{puzzles - others:,} essentially different among {pluralize(puzzles, 'puzzles')}"
    for name, line, first_name, first_line, symmetry in ledger.execute(_FIRST_ISOMORPHS, (SHOWN,)):
        yield f"  {symmetry} makes {display_name(name)}:{line} into {display_name(first_name)}:{first_line}"
