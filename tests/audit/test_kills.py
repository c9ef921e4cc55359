"""An audit that is killed repeatedly gives the same ledger as an uninterrupted one."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from crosscover.cli import main
from tests.solve.commands import PURE

from .samples import contents, make_table

KILLS = 3

FREQUENT_COMMITS = """\
import sys
from crosscover.auditing import distribution, ledger
from crosscover.cli import main
distribution.CHUNK_ROWS, ledger.COMMIT_SECONDS = 10, 0.02
commit = ledger.Ledger.commit
def commit_and_print(self):
    commit(self)
    print("committed", *self.execute("SELECT count(*) FROM puzzle").fetchone(), flush=True)
ledger.Ledger.commit = commit_and_print
main(sys.argv[1:])
"""
"""Prints the number of rows after each commit."""


@pytest.mark.slow
def test_killed_audits_resume(tmp_path: Path) -> None:
    """Killed at any moment, an audit has all rows that it committed, resumes, and ends with the rows of one run."""
    random, puzzles = Random(3), 600
    collection, whole, ledger = (tmp_path / name for name in ("puzzles.csv", "whole", "ledger"))
    collection.write_text(make_table(puzzles, 1))
    arguments = ["audit", str(collection), "--engines", "dlx", "--ledger"]
    assert main([*arguments, str(whole), "--jobs", "1"]) == 1

    rows = 0
    for _ in range(KILLS):
        enough = rows + random.randrange(2 * puzzles // KILLS)
        jobs = random.choice("12")
        with subprocess.Popen(
            [sys.executable, "-c", FREQUENT_COMMITS, *arguments, str(ledger), "--jobs", jobs],
            env=PURE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                rows = int(line.split()[1]) if line.startswith("committed") else rows
                if rows >= enough:
                    time.sleep(random.random() / 50)
                    process.kill()
        assert len(contents(ledger)["puzzle"]) >= rows

    assert main([*arguments, str(ledger), "--jobs", "1"]) == 1
    assert contents(ledger) == contents(whole)
    assert sorted(tmp_path.iterdir()) == [ledger, collection, whole]
