"""Mutated texts for the readers of all dialects."""

import bz2
import gzip
import lzma
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time

from crosscover.dialects import DIALECTS, PUZZLE_FILES, Claim, MalformedInputError
from crosscover.dialects.interface import Dialect
from crosscover.exit_code import UsageError
from crosscover.puzzle_files import read_rows
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

TEXTS = 200
"""Texts of an attempt."""

PIECES = ("\n", " ", "aa ", "a\t", ",", ";a", '"', "| ", "+-", ":x", "#", "[", '{"a":', "<a>", "<!--", "-->", "1", ".")
"""Pieces that are repeated."""


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


def attack_growth(random: Random, folder: Path) -> Iterator[str]:
    """Repeat a piece in a compressed file of a dialect, and find exceptions and more than linear growth of time."""
    piece = random.choice(PIECES) + random.choice(("", "\n", *PIECES))
    begin = random.choice(("", "puzzle,solution\n", "<a><!--", "<a b='", "<a>", '{"puzzle": ', str(EASY)))
    suffix, module = random.choice((("txt", None), ("gz", gzip), ("bz2", bz2), ("xz", lzma)))
    file = folder / f"a.{suffix}"

    def seconds(size: int) -> float:
        data = (begin + piece * size).encode()
        file.write_bytes(module.compress(data) if module else data)
        taken: list[float] = []
        for _ in range(3):
            start = process_time()
            with suppress(UsageError):
                for _row in read_rows([str(file)], skip_malformed=True):
                    pass
            taken.append(process_time() - start)
        return min(taken)

    if (large := seconds(1 << 16)) > 0.5 + 20 * (small := seconds(1 << 13)):
        yield f"{begin!r} and {piece!r} repeated: {small:.2f} s, eight times as much {large:.2f} s"
