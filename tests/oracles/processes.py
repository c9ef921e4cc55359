"""Run Python programs in a process of their own."""

import subprocess
import sys


def python(program: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the import path of this process, and return its output."""
    path = {"PYTHONPATH": ":".join(sys.path)}
    return subprocess.run([sys.executable, "-c", program], check=False, env=path, capture_output=True, timeout=60)
