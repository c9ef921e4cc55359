"""The time of a tree of processes."""

import os
import subprocess
import sys
import time

import pytest

from crosscover.subjects.processes.confinement import descendants
from crosscover.subjects.processes.tree_time import TreeTime, TreeUsage, tree_usage


@pytest.mark.parametrize(
    ("usages", "seconds"),
    [
        ([TreeUsage(10.0, {"1": 0.0})], 10.0),
        ([TreeUsage(20.0, {"1": 0.0, "2": 0.0})], 10.0),
        ([TreeUsage(0.0, {"1": 0.0})], 10.0),
        ([TreeUsage(2.0, {"1": 8.0})], 2.0),
        ([TreeUsage(2.0, {"1": 0.0, "2": 8.0})], 2.0),
        ([TreeUsage(10.0, {str(thread): 5.0 for thread in range(4)})], 10.0),
        ([TreeUsage(2.0, {"1": 8.0}), TreeUsage(5.0, {"1": 8.0, "2": 7.0})], 5.0),
        ([TreeUsage(2.0, {"1": 8.0}), TreeUsage(2.0, {})], 12.0),
    ],
    ids=["computes", "two threads", "sleeps", "starved", "starved child", "own threads", "new child", "then sleeps"],
)
def test_time_without_a_processor(usages: list[TreeUsage], seconds: float) -> None:
    """Time in which a tree waits for a processor does not count, whichever of its processes waits."""
    time = TreeTime(0.0)
    for place, usage in enumerate(usages, 1):
        time.update(10.0 * place, usage)

    assert time.seconds == pytest.approx(seconds)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_children_of_a_shell_count() -> None:
    """The CPU time of a program behind a shell is that of its child."""
    shell = subprocess.Popen(["/bin/sh", "-c", f"{sys.executable} -c 'while True: pass'; true"], start_new_session=True)
    try:
        until = time.monotonic() + 60
        while tree_usage([shell.pid, *descendants(shell.pid)]).cpu_seconds < 0.2 and time.monotonic() < until:
            time.sleep(0.02)

        assert tree_usage([shell.pid]).cpu_seconds < 0.1
        assert tree_usage([shell.pid, *descendants(shell.pid)]).cpu_seconds >= 0.2
    finally:
        os.killpg(shell.pid, 9)
        shell.wait()
