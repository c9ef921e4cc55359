"""An audit that is killed repeatedly gives the same ledger as an uninterrupted one."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

from crosscover.cli import main
from tests.audit.samples import contents, make_table
from tests.solve.commands import PURE

SMALL_CHUNKS = """\
import sys, time
from crosscover.auditing import distribution, ledger
from crosscover.cli import main
distribution.CHUNK_SECONDS, ledger.COMMIT_SECONDS = 0.01, 0.02
main(sys.argv[1:])
time.sleep(600)
"""
"""Audits with frequent commits; the process lives until it is killed, even if the audit is complete by then."""

MAX_STEP = 100
"""Maximum number of rows after which an audit is killed; it may have judged as many more by then."""


def test_killed_audits_resume(tmp_path: Path) -> None:
    """Killed at any moment, with one or two processes, an audit resumes, and its rows are those of one run."""
    random, puzzles, kills = Random(3), 1000, 3
    collection, whole, ledger = (tmp_path / name for name in ("puzzles.csv", "whole", "ledger"))
    collection.write_text(make_table(puzzles, 1))
    arguments = ["audit", str(collection), "--engines", "dlx", "--ledger"]
    assert main([*arguments, str(whole), "--jobs", "1"]) == 1

    for _ in range(kills):
        enough = min(puzzles, count(ledger) + random.randrange(MAX_STEP))
        jobs = random.choice("12")
        with subprocess.Popen(
            [sys.executable, "-c", SMALL_CHUNKS, *arguments, str(ledger), "--jobs", jobs],
            env=PURE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            while process.poll() is None and count(ledger) < enough:
                time.sleep(0.01)
            process.kill()
        assert process.returncode == -signal.SIGKILL

    assert main([*arguments, str(ledger), "--jobs", "1"]) == 1
    assert contents(ledger) == contents(whole)
    assert sorted(tmp_path.iterdir()) == [ledger, collection, whole]


def count(ledger: Path) -> int:
    """The number of rows of a ledger; 0 if it does not exist."""
    if not ledger.exists():
        return 0
    with closing(sqlite3.connect(ledger)) as connection:
        found: int = connection.execute("SELECT count(*) FROM puzzle").fetchone()[0]
        return found
