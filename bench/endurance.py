"""`python -m bench.endurance`: a long audit of derived puzzles with wrong rows among them, killed and resumed.

Every row is the image of a certified puzzle with its solution; half of the puzzles get further clues. Some rows are
spoilt in one of the ways in `SPOILERS`. The audit is killed with SIGKILL at random moments and restarted, until time is
up. Then its ledger must report exactly the spoilt rows that it reached.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import psutil

from crosscover.properties.corpus.certified import corpus
from crosscover.properties.corpus.derivation import images, with_further_clues
from crosscover.report.files import atomic_write
from crosscover.subjects.block import Block
from crosscover.subjects.subject import Cells

BLOCK = 100_000
SAMPLE_SECONDS = 30.0
HEADER = "puzzle,solution\n"
CHARACTERS = np.frombuffer(b".123456789", np.uint8)


def _other_solution(pair: Cells, random: np.random.Generator) -> bytes:
    """Exchange two digits of the solution, if possible in empty cells of the puzzle."""
    puzzle, solution = pair
    free = np.flatnonzero(puzzle == 0) if (puzzle == 0).any() else np.arange(81)
    one = random.choice(free)
    other = random.choice(np.flatnonzero(solution != solution[one]))
    changed = solution.copy()
    changed[one], changed[other] = solution[other], solution[one]
    return _line(puzzle, changed)


def _several(_pair: Cells, random: np.random.Generator) -> bytes:
    """Return a puzzle with several solutions, and one of the solutions."""
    known = _image(2, random)
    return _line(known.puzzles[0], known.solutions[0, int(random.integers(2))])


def _none(pair: Cells, random: np.random.Generator) -> bytes:
    """Return a puzzle without a solution, and a grid."""
    return _line(_image(0, random).puzzles[0], pair[1])


def _malformed(pair: Cells, random: np.random.Generator) -> bytes:
    """Insert a character that is neither a digit nor an empty cell."""
    line = bytearray(_line(*pair))
    line[random.integers(81)] = ord("?")
    return bytes(line)


SPOILERS: dict[str, Callable[[Cells, np.random.Generator], bytes]] = {
    "wrong solution": _other_solution,
    "several": _several,
    "none": _none,
    "malformed": _malformed,
}
EXPECTED = {"wrong solution": "unique", "several": "several", "none": "none", "malformed": "invalid"}
"""The verdict that the ledger must contain for a spoilt row."""


def _image(count: int, random: np.random.Generator) -> Block:
    known = corpus()
    return images(known.rows(random.choice(np.flatnonzero(known.counts == count), 1)), random)


def _line(puzzle: Cells, solution: Cells) -> bytes:
    return CHARACTERS[puzzle].tobytes() + b"," + CHARACTERS[solution].tobytes() + b"\n"


def make(path: Path, rows: int, share: float, seed: int) -> dict[int, str]:
    """Write a collection of `rows` rows, in about 15 us each; return the kinds of spoilt rows by row number."""
    random = np.random.default_rng(seed)
    known = corpus()
    proper = np.flatnonzero(known.counts == 1)
    spoilt: dict[int, str] = {}
    with path.open("wb") as file:
        file.write(HEADER.encode())
        for start in range(0, rows, BLOCK):
            size = min(BLOCK, rows - start)
            derived = images(known.rows(random.choice(proper, size)), random)
            more = with_further_clues(derived, random, random.random(size)).puzzles
            puzzles = np.where(random.random((size, 1)) < 0.5, more, derived.puzzles)
            lines = np.empty((size, 164), np.uint8)
            lines[:, :81] = CHARACTERS[puzzles]
            lines[:, 81] = ord(",")
            lines[:, 82:163] = CHARACTERS[derived.solutions[:, 0]]
            lines[:, 163] = ord("\n")
            for place in np.flatnonzero(random.random(size) < share):
                kind = list(SPOILERS)[int(random.integers(len(SPOILERS)))]
                pair = np.stack([puzzles[place], derived.solutions[place, 0]])
                lines[place] = np.frombuffer(SPOILERS[kind](pair, random), np.uint8)
                spoilt[start + int(place) + 1] = kind
            file.write(lines.tobytes())
    return spoilt


def descendants(process: int) -> list[int]:
    """Return the process IDs of all descendants; empty if the process has ended."""
    if not psutil.pid_exists(process):
        return []
    return [child.pid for child in psutil.Process(process).children(recursive=True)]


class Endurance:
    """One long audit: its command, its ledger, and its measurements over time."""

    def __init__(self, command: list[str], ledger: Path) -> None:
        self.command = command
        self.ledger = ledger
        self.started = time.monotonic()
        self.samples: list[dict[str, float]] = []

    def run(self, seconds: float, sent: signal.Signals, log: Path) -> int | None:
        """Run the audit for `seconds`, then send it a signal; return its exit code, or None if it was killed."""
        with log.open("ab") as output:
            process = subprocess.Popen(self.command, stdout=output, stderr=output)  # noqa: S603 - our own command
            end = time.monotonic() + seconds
            sample = time.monotonic() + SAMPLE_SECONDS
            while process.poll() is None and time.monotonic() < end:
                time.sleep(min(1.0, max(0.0, end - time.monotonic())))
                if time.monotonic() > sample:
                    self.sample(process.pid)
                    sample += SAMPLE_SECONDS
            self.sample(process.pid)
            children = descendants(process.pid)
            if process.poll() is None:
                process.send_signal(sent)
            code = process.wait()
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{child}").exists() for child in children):
            if time.monotonic() > deadline:
                raise RuntimeError(f"processes stayed behind: {children}")
            time.sleep(0.1)
        return None if code == -signal.SIGKILL else code

    def sample(self, process: int) -> None:
        """Record and print the size of the ledger, and the memory of the audit and of its workers."""
        own, *others = (_resident(each) for each in [process, *descendants(process)])
        seen = {
            "minutes": (time.monotonic() - self.started) / 60,
            "audit MiB": own,
            "workers MiB": max(others, default=0.0),
            "ledger MiB": self.ledger.stat().st_size / 2**20 if self.ledger.exists() else 0.0,
        }
        self.samples.append(seen)
        print("  ".join(f"{name} {value:,.1f}" for name, value in seen.items()), flush=True)

    def reached(self) -> int:
        """Return the number of the last judged row."""
        for row in self.ask("SELECT max(number) FROM puzzle"):
            return int(str(row[0] or 0))
        return 0

    def ask(self, query: str) -> Iterator[tuple[object, ...]]:
        """Query the ledger; yield nothing if it does not exist yet."""
        if self.ledger.exists():
            with closing(sqlite3.connect(self.ledger)) as connection:
                yield from connection.execute(query)


def _resident(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def compare(endurance: Endurance, spoilt: dict[int, str]) -> Counter[str]:
    """Count the spoilt rows that were reached and found, and other errors; print each wrong row."""
    result: Counter[str] = Counter()
    complained = {
        int(str(number)): str(verdict)
        for number, verdict in endurance.ask("SELECT number, verdict FROM puzzle WHERE code OR verdict <> 'unique'")
    }
    for number, kind in spoilt.items():
        if complained.pop(number, None) == EXPECTED[kind]:
            result[f"found: {kind}"] += 1
        elif any(endurance.ask(f"SELECT 1 FROM puzzle WHERE number = {number}")):  # noqa: S608 - a number of ours
            result["MISSED"] += 1
            print(f"missed: row {number}, {kind}")
    for number, verdict in complained.items():
        result["FALSE"] += 1
        print(f"false: row {number}, {verdict}")
    result["rows"] = sum(int(str(row[0])) for row in endurance.ask("SELECT count(*) FROM puzzle"))
    return result


def main() -> int:
    """Make the collection, audit it, and compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.endurance", description="A long audit, killed and resumed.")
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the collection and the ledger")
    parser.add_argument("--rows", type=int, default=10_000_000, help="rows of the collection (default %(default)s)")
    parser.add_argument("--share", type=float, default=5e-5, help="share of spoilt rows (default %(default)s)")
    parser.add_argument("--minutes", type=float, default=30, help="duration (default %(default)s)")
    parser.add_argument("--kills", type=int, default=6, help="number of kills (default %(default)s)")
    parser.add_argument("--engines", default="dlx,sat:cadical195", help="engines (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the measurements")
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True, parents=True)
    collection, ledger = arguments.folder / "collection.csv", arguments.folder / "audit.db"
    started = time.monotonic()
    spoilt = make(collection, arguments.rows, arguments.share, arguments.seed)
    print(f"{arguments.rows:,} rows, {len(spoilt):,} of them spoilt, made in {time.monotonic() - started:.0f} s")
    audit = [sys.executable, "-m", "crosscover", "audit", str(collection), "--ledger", str(ledger)]
    endurance = Endurance([*audit, "--engines", arguments.engines, "--on-error", "skip"], ledger)
    random = Random(arguments.seed)
    mean = arguments.minutes * 60 / (arguments.kills + 1)
    left = arguments.minutes * 60.0
    log = arguments.folder / "audit.log"
    code: int | None = None
    for number in range(arguments.kills + 1):
        seconds = random.uniform(0.5, 1.5) * mean if number < arguments.kills else left
        sent = signal.SIGKILL if number < arguments.kills else signal.SIGTERM
        code = endurance.run(min(seconds, left), sent, log)
        left = max(0.0, left - seconds)
        if code is not None:
            break
        print(f"killed after {seconds:.0f} s, at row {endurance.reached():,}", flush=True)
    result = compare(endurance, spoilt)
    print(f"exit code {code}; " + ", ".join(f"{name} {count:,}" for name, count in result.items()))
    if arguments.json:
        report = {"result": result, "samples": endurance.samples, "kills": arguments.kills, "exit": code}
        atomic_write(arguments.json, json.dumps(report, indent=1) + "\n")
    return int(bool(result["MISSED"] or result["FALSE"]))


if __name__ == "__main__":
    sys.exit(main())
