"""What the facts of an audit come to, in numbers and in sentences."""

from collections.abc import Iterator, Mapping

from crosscover.puzzle_files import display_name
from crosscover.report.plural import pluralize

from .judging import Questions
from .ledger import Ledger

SHOWN = 3
"""So many isomorphs are told one by one, leaving out what is the same puzzle."""

_MOST = "SELECT coalesce(max(solutions), 0), count(*) FILTER (WHERE solutions = {}) FROM puzzle"
_MINIMAL = """
SELECT count(*), count(*) FILTER (WHERE minimal), count(*) FILTER (WHERE NOT minimal)
FROM puzzle WHERE verdict = 'unique'
"""
_CERTIFIED = "SELECT count(*), (SELECT count(*) FROM certificate) FROM puzzle WHERE solutions IS NOT NULL"
_CLASSES = "SELECT count(canonical), count(canonical) - (SELECT count(*) FROM isomorph) FROM puzzle"
_FIRST_ISOMORPHS = """
SELECT here.name, puzzle.line, there.name, first.line, isomorph.symmetry
FROM isomorph
JOIN puzzle ON puzzle.number = isomorph.number JOIN input AS here ON here.file = puzzle.file
JOIN puzzle AS first ON first.number = isomorph.first JOIN input AS there ON there.file = first.file
WHERE isomorph.number NOT IN (SELECT number FROM duplicate)
ORDER BY isomorph.number LIMIT ?
"""


def fact_counts(ledger: Ledger, asked: Questions) -> dict[str, int]:
    """What the facts that were asked for come to; isomorphs are known only when all puzzles are done."""
    counts: dict[str, int] = {}
    for is_asked, names, query in (
        (asked.count > 2, ("most_solutions", "at_limit"), _MOST.format(asked.count)),
        (asked.minimal, ("proper", "minimal", "not_minimal"), _MINIMAL),
        (asked.certify, ("decided", "certified"), _CERTIFIED),
        (asked.isomorphs and ledger.is_complete, ("with_form", "classes"), _CLASSES),
    ):
        if is_asked:
            counts |= zip(names, ledger.execute(query).fetchone(), strict=True)
    return counts


def fact_sentences(ledger: Ledger, asked: Questions, counts: Mapping[str, int]) -> Iterator[str]:
    """These counts for people, one sentence or more for each fact."""
    if capped := counts.get("at_limit"):
        yield f"{pluralize(capped, 'puzzles')} with {asked.count:,} solutions or more"
    elif "at_limit" in counts:
        yield f"at most {pluralize(counts['most_solutions'], 'solutions')}"
    if asked.minimal:
        proper, minimal, other = (counts[name] for name in ("proper", "minimal", "not_minimal"))
        unknown = f", {proper - minimal - other:,} not known" if minimal + other < proper else ""
        yield f"{minimal:,} of {pluralize(proper, 'proper puzzles')} minimal, {other:,} not{unknown}"
    if asked.certify:
        yield f"{counts['certified']:,} of {pluralize(counts['decided'], 'verdicts')} certified"
    if "classes" in counts:
        yield f"{counts['classes']:,} essentially different among {pluralize(counts['with_form'], 'puzzles')}"
        yield from _first_isomorphs(ledger)


def _first_isomorphs(ledger: Ledger) -> Iterator[str]:
    for name, line, first_name, first_line, symmetry in ledger.execute(_FIRST_ISOMORPHS, (SHOWN,)):
        yield f"  {symmetry} makes {display_name(name)}:{line} into {display_name(first_name)}:{first_line}"
