"""A process that lets CP-SAT refute one puzzle; a script that knows nothing of this package, run by `cpsat`.

OR-tools' Python interface has no way to say where the proof goes: the file is /tmp/drat.txt, whatever the environment
says. So the process gives itself a /tmp of its own, an empty one in memory that is gone when it ends, where the system
lets it (Linux, with user namespaces). Elsewhere it makes the file before OR-tools does, and fails where there is one:
it may be a link, or somebody's proof. A file of ours in a sticky directory is safe from everybody else.

The argument is the id of the process that starts it, with which it ends. In comes a JSON object: `variables` (how
many), `exactly_one` (lists of variables, counted from 0), `true` (those that are given) and `seconds`; out goes
another: `solutions` (up to two, the variables that are true in each) and `proof` (the lines of the log).
"""

import ctypes
import json
import os
import signal
import stat
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

PROOF = Path("/tmp/drat.txt")  # noqa: S108 - where OR-tools writes, and nowhere else
WAIT_SECONDS = 10.0
"""How long another process of this kind is waited for."""
NEW_USER_AND_MOUNTS = 0x10000000 | 0x00020000
"""CLONE_NEWUSER and CLONE_NEWNS of unshare(2)."""


def unshare() -> bool:
    """Leave the namespaces of users and mounts; whether that was allowed. To be called before there are threads."""
    if not sys.platform.startswith("linux"):
        return False
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None).unshare(NEW_USER_AND_MOUNTS) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError:
        return False
    return True


def die_with_parent() -> None:
    """On Linux have the system kill this process when the one that started it ends; `unshare` would undo that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        if os.getppid() != int(sys.argv[1]):
            sys.exit("the process that wanted this proof has ended")


@contextmanager
def private_proof(isolated: bool) -> Generator[None]:
    """Make sure that OR-tools writes a file of ours; exits where another is in the way."""
    if not isolated or ctypes.CDLL(None).mount(b"none", bytes(PROOF.parent), b"tmpfs", 0, None) != 0:
        if not PROOF.parent.stat().st_mode & stat.S_ISVTX:
            sys.exit(f"{PROOF.parent} is not sticky, so anybody could replace {PROOF}")
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            with suppress(FileExistsError):
                PROOF.touch(0o600, exist_ok=False)
                break
            if time.monotonic() > deadline:
                sys.exit(f"{PROOF} is in the way; remove it, unless another program is at work on it")
            time.sleep(0.02)
    try:
        yield
    finally:
        PROOF.unlink(missing_ok=True)


def main() -> None:
    """Solve what comes in."""
    isolated = unshare()
    die_with_parent()
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    task: Any = json.load(sys.stdin)
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(task["variables"])]
    for item in task["exactly_one"]:
        model.add_exactly_one(variables[number] for number in item)
    for number in task["true"]:
        model.add_bool_or(variables[number])
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 1
    parameters.symmetry_level = 1
    parameters.use_sat_inprocessing = False  # OR-tools 9.15 has been seen to abort while it logs what that does
    parameters.output_drat_proof = True
    parameters.max_time_in_seconds = task["seconds"]
    solutions: list[list[int]] = []
    proof: list[str] = []
    with private_proof(isolated):
        while len(solutions) < 2:
            status = solver.solve(model)
            if status == cp_model.INFEASIBLE:
                proof = PROOF.read_text().splitlines()
                break
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                sys.exit(f"CP-SAT answered {solver.status_name(status)}")
            true = [number for number, variable in enumerate(variables) if solver.boolean_value(variable)]
            solutions.append(true)
            model.add_bool_or(~variables[number] for number in true)
    json.dump({"solutions": solutions, "proof": proof}, sys.stdout)


if __name__ == "__main__":
    main()
