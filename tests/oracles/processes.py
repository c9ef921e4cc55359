"""Python in a process of its own."""

import subprocess
import sys


def python(program: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the same import path as here, and keep what it says."""
    path = {"PYTHONPATH": ":".join(sys.path)}
    return subprocess.run([sys.executable, "-c", program], check=False, env=path, capture_output=True, timeout=60)
