"""Mutated and growing texts and files for the readers of all formats."""

import bz2
import gzip
import json
import lzma
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any

from crosscover import contracts
from crosscover.cli.verify import check_line
from crosscover.dialects import DIALECTS, PUZZLE_FILES, Claim, LineStream, MalformedInputError
from crosscover.dialects.interface import Dialect
from crosscover.exit_code import UsageError
from crosscover.parquet import import_pyarrow
from crosscover.puzzle_files import open_input, read_rows
from crosscover.report.run_record import read_run
from crosscover.runner.saved import load
from crosscover.subjects.replies import Reader
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION
from tests.report.comparisons import BAD, report

TEXTS = 200
"""Texts of an attempt."""

PIECES = ("\n", " ", "aa ", "a\t", ",", ";a", '"', "| ", "+-", ":x", "#", "[", '{"a":', "<a>", "<!--", "-->", "1", ".")
"""Pieces that are repeated."""

BEGINNINGS = ("", "puzzle,solution\n", "<a><!--", "<a b='", "<a>", '{"puzzle": ', "[Puzzle]\n", ":0:x:", str(EASY))
"""What precedes the pieces."""

FILES = 50
"""Parquet files of an attempt."""

FEWEST = 1 << 13
"""The number of pieces from which an input grows."""

SHORT_SECONDS = 1.0
"""CPU time that is never too long, as it may be noise."""

LONGEST_SECONDS = 2.0
"""CPU time for a small file."""

MOST_MEMORY = 1 << 28
"""Memory in bytes for any file."""


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
    """Let input of one kind grow in three doublings, and find exceptions and more than linear time or memory."""
    name = random.choice(list(INPUTS))
    seed, make = random.random(), MAKERS.get(name, write_pieces)
    file, before = folder / FILE_NAMES.get(name, "a"), memory()
    seconds = [least_seconds(INPUTS[name], partial(make, Random(seed)), file, FEWEST)]
    for doubling in (2, 4, 8):
        limit = SHORT_SECONDS + 3 * doubling * seconds[0]
        seconds.append(least_seconds(INPUTS[name], partial(make, Random(seed)), file, doubling * FEWEST, limit))
        if seconds[-1] > limit:
            sample = file.read_bytes()
            yield f"{name}: CPU time {seconds} in doublings up to {len(sample)} bytes, {sample[:200]!r}"
            return
    if memory() - before > MOST_MEMORY:
        yield f"{name}: {memory() - before >> 20} MiB for {file.stat().st_size} bytes, {file.read_bytes()[:200]!r}"


def least_seconds(
    read: Callable[[Path], object], write: Callable[[Path, int], object], file: Path, size: int, limit: float = 0
) -> float:
    """The least CPU time of up to three readings of a new file, down to a limit."""
    write(file, size)
    least = float("inf")
    for _ in range(3):
        start = process_time()
        with suppress(UsageError, MalformedInputError):
            read(file)
        least = min(least, process_time() - start)
        if least <= limit:
            break
    return least


def memory() -> int:
    """The most memory that this process has had, in bytes."""
    return getrusage(RUSAGE_SELF).ru_maxrss << 10


def write_pieces(random: Random, file: Path, size: int) -> None:
    """Write a file in which a piece is repeated, perhaps compressed."""
    piece = random.choice(PIECES) + random.choice(("", "\n", *PIECES))
    begin = random.choice(BEGINNINGS)
    compress = random.choice((bytes, gzip.compress, bz2.compress, partial(lzma.compress, preset=0)))
    file.write_bytes(compress((begin + piece * size).encode()))


def write_certificates(random: Random, file: Path, size: int) -> None:
    """Write a line like a certificate, with a long field."""
    count = size // 4
    kinds: tuple[list[object], ...] = ([[]] * count, [[1, -2]] * count, [list(range(count))], [[[]]] * count)
    lemmas = random.choice(kinds)
    long = {"lemmas": lemmas, "producer": "x" * size, "solutions": [str(EASY_SOLUTION)] * (size // 80)}
    plain: dict[str, object] = {"version": 1, "puzzle": str(EASY), "verdict": "unique", "digest": ""}
    plain |= {"solutions": [str(EASY_SOLUTION)], "lemmas": [], "producer": ""}
    key = random.choice(list(long))
    file.write_text(json.dumps(plain | {key: long[key]}) + "\n")


def write_report(random: Random, file: Path, size: int) -> None:
    """Write a report in which a value is repeated, or repeated within itself."""
    plain: Any = json.loads(report(file, BAD).read_text())
    failure = next(one["failure"] for one in plain["properties"] if one["failure"])
    match random.randrange(5):
        case 0:
            plain["properties"] *= size // 256
        case 1:
            failure["others"] = [dict(failure)] * (size // 256)
        case 2:
            plain["footer"]["notes"] = ["x"] * size
        case 3:
            plain |= {f"x{number}": 0 for number in range(size)}
        case _:
            for _ in range(min(size // 256, 300)):
                failure["others"] = [dict(failure)]
    file.write_text(json.dumps(plain))


def write_saved(random: Random, file: Path, size: int) -> None:
    """Write a saved failure with a damaged or a long record, or many puzzles."""
    folder = file.with_name("store") / "0123456789"
    folder.mkdir(parents=True, exist_ok=True)
    record, puzzles = random.choice(PIECES) * size, f"{EASY}\n" * (size // 16)
    file.write_text(json.dumps({"format": "crosscover-saved", "version": 1, "x": ["x"] * size}))
    (folder / "failure.json").write_text(random.choice((record, file.read_text())))
    (folder / "puzzles.txt").write_text(puzzles)


def write_parquet(random: Random, file: Path, size: int) -> None:
    """Write a Parquet file of many rows, long cells, nulls or columns."""
    arrow, parquet = import_pyarrow()
    cells = random.choice(([str(EASY)] * size, ["x" * size] * 64, [None] * size + [""], ["x", None] * size))
    others: dict[str, Any] = {f"x{number}": [0] * len(cells) for number in range(random.choice((0, 3)))}
    options = {
        "compression": random.choice(("none", "snappy", "zstd", "gzip")),
        "use_dictionary": random.random() < 0.5,
    }
    parquet.write_table(arrow.table({"puzzle": cells, **others}), file, **options)


def attack_parquet(random: Random, folder: Path) -> Iterator[str]:
    """Change bytes of Parquet files, and find exceptions and long times; pyarrow may also end the process."""
    file = folder / "a.parquet"
    for _ in range(FILES):
        write_parquet(random, file, random.choice((1, 3, 100)))
        data = bytearray(file.read_bytes())
        for _ in range(random.choice((1, 1, 2, 5))):
            data[random.randrange(len(data))] = random.choice((0, 127, 128, 255, random.randrange(256)))
        file.write_bytes(data)
        before, start = memory(), process_time()
        try:
            deque(islice(read_rows([str(file)], skip_malformed=True), 100_000), 0)
        except UsageError:
            pass
        except Exception as error:
            yield f"{type(error).__name__}: {error}, reading {data.hex()}"
        if process_time() - start > LONGEST_SECONDS or memory() - before > MOST_MEMORY:
            yield f"{process_time() - start:.1f} s, {memory() - before >> 20} MiB, reading {data.hex()}"


def read_dialect(file: Path, name: str | None = None) -> None:
    """Read the rows of a file in a dialect, or the detected one."""
    deque(read_rows([str(file)], name, skip_malformed=True), 0)


def read_output(file: Path, dialect: Dialect) -> None:
    """Read a file as the output of a program."""
    text = file.read_bytes().decode(errors="replace")
    dialect.read_answers(text)
    Reader(dialect, contracts.CONTRACTS[dialect.contract or "proper"]).read(text, [EASY] * 20, truncated=False)


def read_certificates(file: Path) -> None:
    """Check the certificates of a file, as `verify` does."""
    with open_input(str(file)) as opened:
        for task in enumerate(LineStream(opened), 1):
            if isinstance(found := check_line(task), MalformedInputError):
                raise found


def read_store(file: Path) -> None:
    """Read saved failures."""
    load(file.with_name("store"))


MAKERS: dict[str, Callable[[Random, Path, int], object]] = {
    "certificate": write_certificates,
    "report": write_report,
    "saved failures": write_saved,
    "parquet": write_parquet,
}
"""Writers of files of a size for inputs with a format of their own."""

FILE_NAMES = {"parquet": "a.parquet", "report": "a.json"}

INPUTS: dict[str, Callable[[Path], object]] = {
    "puzzles": read_dialect,
    **{f"puzzles, {name}": partial(read_dialect, name=name) for name in (*DIALECTS, *PUZZLE_FILES)},
    **{f"output, {name}": partial(read_output, dialect=dialect) for name, dialect in DIALECTS.items()},
    "certificates": read_certificates,
    "certificate": read_certificates,
    "report": read_run,
    "report of anything": read_run,
    "saved failures": read_store,
    "parquet": read_dialect,
}
"""Readers of all inputs except for ledgers, which have attacks of their own."""
