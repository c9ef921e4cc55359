"""Collisions among inputs, outputs, ledgers and side files, and ledgers that disappear while they are written."""

import os
import resource
import shlex
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen
from time import sleep

from crosscover.exit_code import ExitCode

from .commands import OLDER, PANEL, RUN, samples, settled, traceback_in

INPUTS = {"puzzles": "few.txt", "certificates": "kept.jsonl", "kept": "kept.db", "solver": "mine.py"}
"""The fitting file for each kind of input."""
OUTPUTS = ("report", "page", "rows")
LEDGER = "new.db"
LINES = (
    f"audit {{puzzles}} {PANEL} --jobs 1 --ledger {{ledger}}",
    f"audit {{puzzles}} {PANEL} --jobs 1 --ledger {{ledger}} -o {{rows}} --json {{report}} --html {{page}}",
    f"audit {{puzzles}} {PANEL} --jobs 1 -o {{rows}}",
    "certify {puzzles} --producer dlx --jobs 1 -o {rows}",
    "certify {puzzles} --producer dlx --jobs 1 -o {rows} --export proofs",
    "verify {certificates} --puzzles {puzzles} --jobs 1 --export proofs",
    "verify {kept} --jobs 1",
    "ledger info {kept}",
    "ledger export {kept} -o {rows}",
    "ledger export {kept} --format jsonl",
    "ledger diff {kept} two.db -o {rows}",
    "ledger merge {ledger} one.db two.db",
    "solve {puzzles}",
    "compare before.json before.json --json {report} --html {page}",
    "check python:{solver}:solve --examples=1 --performance=0 -k sizes --json {report} --html {page} --junit {rows}",
)
"""Commands with a name in braces for each file."""
NAMES = (*INPUTS.values(), *OUTPUTS, LEDGER, "one.db", "proofs/000001.cnf", "proofs/000002.drat")
SIDES = ("-wal", "-shm", "-journal", "-lock")
Contents = Mapping[str, tuple[str, bytes]]
"""The kind and content of each file of a folder."""


def attack_files(random: Random, folder: Path) -> Iterator[str]:
    """Run a command whose files have each other's names or are links to each other, or remove its ledger."""
    work = folder / "disk"
    shutil.copytree(samples().name, work)
    yield from (lose_ledger if random.random() < 0.2 else collide)(random, work)


def collide(random: Random, folder: Path) -> Iterator[str]:
    """Run a command among files that have the names of its outputs and side files."""
    (folder / "proofs").mkdir()
    (folder / "here").symlink_to(".")
    made = [make(random, folder) for _ in range(random.randrange(4))]
    pattern = random.choice(LINES[: random.choice((2, len(LINES)))])  # often a ledger is written
    names = {
        kind: usual if random.random() < 0.6 else name(random)
        for kind, usual in (INPUTS | {"ledger": LEDGER} | {kind: kind for kind in OUTPUTS}).items()
        if f"{{{kind}}}" in pattern
    }
    line = pattern.format_map({kind: spell(random, folder, each) for kind, each in names.items()})
    written = [folder / each for kind, each in names.items() if kind not in INPUTS]
    redirected = folder / name(random) if random.random() < 0.2 else None
    limit = random.randrange(100_000) if random.random() < 0.2 else resource.RLIM_INFINITY
    if redirected is not None and redirected.is_dir():
        return
    with redirected.open("a") if redirected else Path(os.devnull).open("w") as output:
        before, stamps = contents(folder), [stamp(path) for path in written]
        allowed = {*map(os.path.realpath, written)}
        appended = inode(redirected) if redirected else None
        ledger = inode(folder / names["ledger"]) if "ledger" in names else None
        linked = {path for path in before if ledger is not None and inode(folder / path) == ledger}
        process = Popen(
            [*RUN, *shlex.split(line)],
            cwd=folder,
            stdin=DEVNULL,
            stdout=output,
            stderr=PIPE,
            text=True,
            errors="replace",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),  # noqa: PLW1509 - no threads
        )
        _, errors = process.communicate()
    code, after = process.returncode, contents(folder)
    found = list(traceback_in(errors))
    if code < 0 or code == ExitCode.FAULT:
        found.append(f"exit code {code}: {errors[-500:]!r}")
    for path, (kind, content) in before.items():
        if os.path.realpath(folder / path) in allowed or path in linked or is_empty_side_file(path, content):
            continue
        if appended is not None and inode(folder / path) == appended:
            if not after.get(path, ("", b""))[1].startswith(content):
                found.append(f"{path}, to which stdout was appended, was changed")
        elif after.get(path) != (kind, content):
            found.append(f"{path} was {'changed' if path in after else 'removed'}")
    if code == ExitCode.GOOD:
        pairs = zip(written, stamps, strict=True)
        found += (f"{path.name} was not written" for path, old in pairs if stamp(path) == old)
        found += unreadable(folder / names["ledger"]) if "ledger" in names else []
    for finding in found:
        yield f"{line} >> {redirected and redirected.name}, limit {limit}, files {made}: exit code {code}: {finding}"


def lose_ledger(random: Random, folder: Path) -> Iterator[str]:
    """Remove or replace the ledger of an audit that has not read all of its input."""
    ledger, moved, other = (folder / each for each in (LEDGER, "moved.db", "other.db"))
    lines = (folder / "many.txt").read_text().splitlines(keepends=True)[:400]
    command = [*RUN, *shlex.split(f"audit - {PANEL} --ledger {LEDGER} -o rows --jobs {random.choice('12')}")]
    change = random.choice(("remove", "move", "replace", "replace by an older one", "move and replace"))
    with Popen(command, cwd=folder, stdin=PIPE, stdout=DEVNULL, stderr=PIPE, text=True) as process:
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.writelines(lines[: random.randrange(1, len(lines))])
            process.stdin.flush()
        while not (folder / f"{LEDGER}-wal").exists() and process.poll() is None:
            sleep(0.01)
        sleep(random.choice((0, random.uniform(0, 1))))
        if change.startswith("move"):
            ledger.rename(moved)
        if change == "replace by an older one":
            shutil.copy(folder / "kept.db", other)
            other.replace(ledger)
        elif change != "move":
            other.write_text(OLDER)
            other.replace(ledger) if "replace" in change else ledger.unlink(missing_ok=True)
        before = ledger.read_bytes() if ledger.exists() else None
        _, errors = process.communicate("".join(lines[-1:]))
    found = list(traceback_in(errors))
    if process.returncode != ExitCode.USAGE or LEDGER not in errors or "while it was written" not in errors:
        found.append(f"exit code {process.returncode}: {errors[-500:]!r}")
    if before != (ledger.read_bytes() if ledger.exists() else None):
        found.append("the new file of that name was changed")
    if moved.exists():
        found += unreadable(moved)
    if (folder / "rows").exists():
        found.append("the rows were written")
    for finding in found:
        yield f"{change} the ledger: {finding}"


def name(random: Random) -> str:
    """A name of a file, often that of a side file of a ledger."""
    if random.random() < 0.6:
        return random.choice((LEDGER, LEDGER, "kept.db")) + random.choice(SIDES)
    return random.choice(NAMES) + random.choice(("", "", *SIDES))


def spell(random: Random, folder: Path, path: str) -> str:
    """Another way to write a path."""
    return random.choice((path, path, f"./{path}", f"proofs/../{path}", f"here/{path}", str(folder / path)))


def make(random: Random, folder: Path) -> str:
    """Make a file or a link of a random name; returns a description."""
    path, target = folder / name(random), name(random)
    if path.is_symlink() or path.exists():
        return f"{path.name} as before"
    kind = random.choice(("text", "puzzles", "empty", "symbolic link", "hard link", "folder"))
    match kind:
        case "text":
            path.write_text(OLDER)
        case "puzzles":
            shutil.copy(folder / "few.txt", path)
        case "empty":
            path.touch()
        case "symbolic link":
            path.symlink_to(folder / target)
        case "hard link":
            with suppress(OSError):
                path.hardlink_to(folder / target)
        case _:
            path.mkdir()
    return f"{path.name}: {kind} {target if 'link' in kind else ''}"


def contents(folder: Path) -> Contents:
    """The contents of all files and links."""
    found: dict[str, tuple[str, bytes]] = {}
    for path in folder.rglob("*"):
        relative = str(path.relative_to(folder))
        if path.is_symlink():
            found[relative] = "link", os.fsencode(path.readlink())
        elif path.is_dir():
            found[relative] = "folder", b""
        else:
            found[relative] = "file", path.read_bytes()
    return found


def is_empty_side_file(path: str, content: bytes) -> bool:
    """Whether SQLite may have left a file that was interrupted before it had any content."""
    return not content.strip(b"\0") and path.endswith(("-wal", "-shm"))


def inode(path: Path) -> tuple[int, int] | None:
    """The identity of a file that exists."""
    with suppress(OSError):
        return path.stat().st_dev, path.stat().st_ino
    return None


def stamp(path: Path) -> tuple[int, int] | None:
    """The identity and the time of the last change of a file that exists."""
    with suppress(OSError):
        return path.stat().st_ino, path.stat().st_mtime_ns
    return None


def unreadable(ledger: Path) -> Iterator[str]:
    """A finding if a ledger cannot be read."""
    try:
        if not ledger.exists():
            yield f"{ledger.name} does not exist"
        settled(ledger)
    except sqlite3.Error as error:
        yield f"{ledger.name} cannot be read: {error}"
