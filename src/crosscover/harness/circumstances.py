"""States in sentences what the failures of a subject have in common, and how passed puzzles differ.

A condition is a fact about a puzzle, its run or its input. It is stated if it holds for every failure and if chance
explains the difference from the passed puzzles with a probability below `CHANCE`: the hypergeometric probability, times
the number of conditions tried (Bonferroni). A further condition must separate the puzzles that meet the conditions
before it, so no two sentences say the same. See Liblit et al., "Scalable statistical bug isolation", PLDI 2005, and
Kampmann et al., "When does my program do this?", FSE 2020.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import exp, lgamma, log
from typing import NamedTuple, TypeVar

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS

from .features import CUMULATIVE, FACTS, HOUSES, NUMBERS, RUN_FACTS, RUN_NUMBERS, clashing, origin
from .observations import Observation

Observed = TypeVar("Observed")

MAX_SENTENCES = 3
"""Maximum number of sentences."""

CHANCE = 1e-3
"""Maximum probability with which chance alone explains a stated condition."""

MIN_OTHERS = 30
"""Minimum number of passed puzzles that do not meet a stated condition."""

MIN_PRECISION = 0.1
"""Minimum share of failures among the puzzles that meet all stated conditions: less explains little."""

MIN_ALIKE = 5
"""Minimum number of failures for a sentence about their answers."""

MIN_REPEATED = 2
"""Minimum number of failures for a sentence about their runs, each of which was repeated."""

MOSTLY = 0.75
"""Minimum share of failures that need earlier puzzles for this sentence: others may fail now and then."""


class Condition(NamedTuple):
    """A condition in words that follow "puzzles"; conditions with a lower rank are simpler.

    All failed observations meet it, and the passed observations with the indices in `passed`. It is one of `tried`
    conditions: all conditions of its feature, times the number of features.
    """

    words: str
    rank: float
    tried: int
    passed: frozenset[int]
    is_place: bool = False
    """Whether the puzzles of a run are independent of each other in this respect."""


def circumstances(failed: Sequence[Observation], passed: Sequence[Observation]) -> tuple[str, ...]:
    """Return at most three sentences that are true of all failed and passed observations; none if nothing separates.

    If some failures need earlier puzzles of their run and others do not, the sentences are about the larger group; if
    nothing separates it, about its most frequent kind of failure.
    """
    needs_run = 2 * sum(one.right_alone for one in failed) > len(failed)
    group = [one for one in failed if one.right_alone == needs_run]
    others = [one for one in passed if one.place > 0 or not needs_run]
    if not group:
        return ()
    [(kind, number), *_] = Counter(one.kind for one in group).most_common()
    verb = "Timed out" if all(one.is_timeout for one in group) else "Fails"
    where = "" if len(group) == len(failed) else " after other puzzles" if needs_run else " alone"
    table = (RUN_FACTS, RUN_NUMBERS) if needs_run else (FACTS, NUMBERS)

    def key(one: Observation) -> object:
        return one.run if needs_run else origin(one.puzzle)

    found = separating(group, others, verb + where, *table, key=key)
    if not found and number < len(group):
        alike = [one for one in group if one.kind == kind]
        others += [one for one in group if one.kind != kind]
        found = separating(alike, others, kind.capitalize() + where, *table, key=key)
    return tuple([*_of_runs(group, len(failed)), *_of_answers(group), *found][:MAX_SENTENCES])


def _of_runs(group: Sequence[Observation], failures: int) -> Iterator[str]:
    if group[0].right_alone and len(group) >= max(MIN_REPEATED, MOSTLY * failures):
        number = f"({len(group):,} of {failures:,})"
        only = f"Fails only after other puzzles in the same run {number}"
        mostly = f"Most failures occur only after other puzzles in the same run {number}"
        yield f"{only if len(group) == failures else mostly}; alone, these puzzles are answered correctly."
    if len(group) >= MIN_REPEATED and all(one.is_repeated for one in group):
        yield f"Each of the {len(group):,} wrong answers is the answer to an earlier puzzle of its run."


def _of_answers(group: Sequence[Observation]) -> Iterator[str]:
    """Yield what all wrong grids have in common: the houses that repeat a digit, the open cells, the changed clues."""
    answers = [(one.puzzle, one.answer) for one in group if one.answer is not None]
    if 2 * len(answers) < max(2 * MIN_ALIKE, len(group)):
        return
    start, shape = f"All {len(answers):,} wrong grids", answers[0][0].shape
    repeated = [clashing(answer) for _, answer in answers]
    kinds = {violation.split()[0] for violations in repeated for violation in violations}
    names = [shape.house_name(first).split()[0] for first in range(0, len(shape.houses), shape.side)]
    never = " or ".join(name for name in names if name not in kinds)
    if all(repeated) and never:
        wrong = [name for name in names if name in kinds]
        where, checks = " or ".join(wrong), " and ".join(HOUSES[name] for name in wrong)
        yield f"{start} have a digit twice in a {where}, never in a {never}: inspect the check of {checks}."
    digits = {clash.digits[0] for _, answer in answers for clash in clashes(answer)}
    if all(repeated) and len(digits) == 1:
        yield f"{start} repeat the digit {DIGITS[digits.pop() - 1]}, never another digit."
    for verb, end, cells in (("leave", " empty", _open), ("change the clue in", "", _changed)):
        found = [cells(puzzle, answer) for puzzle, answer in answers]
        if len(union := set[int]().union(*found)) <= 2 and all(found):
            yield f"{start} {verb} {' or '.join(map(shape.cell_name, sorted(union)))}{end}, never another cell."
    lost = [{puzzle.values[cell] for cell in _changed(puzzle, answer)} for puzzle, answer in answers]
    if all(lost) and len(union := set[int]().union(*lost)) == 1:
        yield f"{start} change a clue {DIGITS[union.pop() - 1]}, never another clue."
    absent = set(range(1, shape.side + 1)).difference(*(answer.values for _, answer in answers))
    if len(absent) == 1:
        yield f"{start} lack the digit {DIGITS[absent.pop() - 1]}."


def _open(_puzzle: Grid, answer: Grid) -> set[int]:
    return set(answer.empty_cells())


def _changed(puzzle: Grid, answer: Grid) -> set[int]:
    return {cell for cell, digit in puzzle.clues() if answer.values[cell] != digit}


def separating(
    failed: Sequence[Observed],
    passed: Sequence[Observed],
    verb: str,
    facts: Sequence[Callable[[Observed], Iterator[str]]],
    numbers: Sequence[tuple[str, str, Callable[[Observed], int]]],
    *,
    key: Callable[[Observed], object],
    noun: str = "puzzles",
) -> list[str]:
    """Return a sentence for each condition that separates the failed observations from the passed ones.

    `facts` yield conditions in words, and `numbers` have nouns in the singular and in the plural. Observations with the
    same `key` are not independent; `noun` is what they are, in the plural.
    """
    candidates = _conditions(failed, passed, facts, numbers)
    origins = list(map(key, passed))
    failures = len(set(map(key, failed)))
    everywhere = list(range(len(passed)))
    left, sentences = frozenset(range(len(passed))), list[str]()
    while len(sentences) < MAX_SENTENCES:
        found: list[tuple[float, str, frozenset[int]]] = []
        for words, rank, tried, meeting, is_place in candidates:
            met, keys = meeting & left, everywhere if is_place else origins
            if len(left) - len(met) >= MIN_OTHERS:
                meet, all_left = (len({keys[place] for place in places}) for places in (met, left))
                if _chance(failures, meet, all_left) * tried * MAX_SENTENCES < CHANCE:
                    found.append((log(1 + len(met)) + rank / 30, words, met))
        if not found:
            return sentences if len(failed) >= MIN_PRECISION * (len(failed) + len(left)) else []
        *_, words, met = min(found, key=lambda each: each[:2])
        start = f"Of these, {verb[0].lower()}{verb[1:]} on" if sentences else f"{verb} on"
        shares = f"{len(failed):,} of {len(failed) + len(met):,} {noun}"
        sentences.append(f"{start} {shares} {words}, on 0 of {len(left) - len(met):,} others.")
        left = met
    return sentences


def _chance(failed: int, meeting: int, passed: int) -> float:
    """Return the probability that all failures meet a condition, if any of the puzzles may fail."""

    def choices(number: int) -> float:
        return lgamma(number + 1) - lgamma(number - failed + 1)

    return exp(choices(failed + meeting) - choices(failed + passed))


def _conditions(
    failed: Sequence[Observed],
    passed: Sequence[Observed],
    facts: Sequence[Callable[[Observed], Iterator[str]]],
    numbers: Sequence[tuple[str, str, Callable[[Observed], int]]],
) -> list[Condition]:
    """Return the conditions that all failed observations meet."""
    everything, failures = [*failed, *passed], len(failed)
    features, conditions = len(facts) + 2 * len(numbers), list[Condition]()
    for rank, fact in enumerate(facts):
        known = [dict.fromkeys(fact(one)) for one in everything]
        tried = features * len(set(chain.from_iterable(known)))
        for place, words in enumerate(known[0]):
            if all(words in each for each in known[:failures]):
                met = frozenset(other for other, each in enumerate(known[failures:]) if words in each)
                conditions.append(Condition(words, 5 * rank + place / 1000, tried, met))
    for rank, (singular, plural, count) in enumerate(numbers):
        values = [count(one) for one in everything]
        lowest, highest, low, high = min(values), max(values), min(values[:failures]), max(values[:failures])
        distinct = len(set(values))
        limits, ranges = features * 2 * distinct, features * distinct * distinct
        limited = ((False, low, highest), (False, lowest, high), (True, low, high))
        for is_range, least, most in limited[:1] if singular in CUMULATIVE else limited:
            met = frozenset(place for place, value in enumerate(values[failures:]) if least <= value <= most)
            tried, simplicity = (ranges, 25 + 2 * rank) if is_range else (limits, 5 + 2 * rank)
            words = _range(least, most, is_lowest=least == lowest, is_highest=most == highest)
            noun = singular if words.endswith(" 1") else plural
            conditions.append(Condition(f"with {words} {noun}", simplicity, tried, met, singular == CUMULATIVE[0]))
    return conditions


def _range(least: int, most: int, *, is_lowest: bool, is_highest: bool) -> str:
    if most == 0:
        return "no"
    if is_highest:
        return f"at least {least:,}"
    if least == most:
        return f"exactly {least:,}"
    return f"at most {most:,}" if is_lowest else f"{least:,} to {most:,}"
