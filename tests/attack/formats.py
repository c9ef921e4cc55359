"""Mutated texts for the readers of all dialects."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from crosscover.dialects import DIALECTS, PUZZLE_FILES, Claim, MalformedInputError
from crosscover.dialects.interface import Dialect
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

TEXTS = 200
"""Texts of an attempt."""


def attack_texts(random: Random, _folder: Path) -> Iterator[str]:
    """Give a dialect's readers mutated texts, and find exceptions other than MalformedInputError."""
    dialect = random.choice((*DIALECTS.values(), *PUZZLE_FILES.values()))
    puzzles = [EASY] * (dialect.batch_limit or 2)
    answers = [dialect.write_answer(EASY_SOLUTION if dialect.gives_grids else Claim.ONE, EASY, n) for n in (1, 2)]
    samples = [dialect.write(puzzles), dialect.answer_header + "".join(answers)]
    for _ in range(TEXTS):
        text = mutated(random.choice(samples), random)
        if fault := reading_fault(dialect, text):
            yield f"{dialect.name}: {fault}, reading {text!r}"


def mutated(text: str, random: Random) -> str:
    """A text with some of its characters or parts removed, doubled, moved or replaced."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start, end = sorted(random.randrange(len(text) + 1) for _ in "ab")
        end = min(end, start + random.choice((1, 1, 10, 200)))
        put = random.choice((*" \t\r\n\0\"',;|+-0.9#\ufeff٣é─│", "end", "puzzle", text[start:end] * 2, str(10**20)))
        text = text[:start] + put + text[end:]
    return text


def reading_fault(dialect: Dialect, text: str) -> str | None:
    """The unexpected exception that a dialect raises for a text, if any."""
    try:
        dialect.read_answers(text)
        list(dialect.read(text.split("\n")))
    except MalformedInputError:
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None
