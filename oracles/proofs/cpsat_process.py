"""A script by which CP-SAT refutes one puzzle; it imports nothing of this package, and `CpsatProducer` runs it.

OR-tools' Python interface always writes the proof to /tmp/drat.txt. So the process gives itself a /tmp of its own, in
memory, if the system allows it (Linux, with user namespaces). Otherwise it makes the file before OR-tools does, and
fails if there is one: it may be a link, or somebody's proof. In a sticky directory nobody else can replace the file.

The argument is the id of the parent process; the script ends with it. Its input is a JSON object: `variables` (their
number), `exactly_one` (lists of variables, counted from 0), `true` (the given variables), `excluded` (the true
variables of each known solution), `limit` (the number of others to look for) and `seconds` (for each of them). Its
output is another: `solutions` (the true variables of each) and `proof` (the lines of the log, none if the limit was
reached).
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

PROOF = Path("/tmp/drat.txt")  # noqa: S108 - the only place where OR-tools writes
WAIT_SECONDS = 10.0
"""Maximum time in seconds to wait for another process of this kind."""
NEW_USER_AND_MOUNTS = 0x10000000 | 0x00020000
"""CLONE_NEWUSER and CLONE_NEWNS of unshare(2)."""


def unshare() -> bool:
    """Leave the namespaces of users and mounts; return whether that was allowed. Call it before starting threads."""
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
    """On Linux, let the system kill this process when its parent ends; `unshare` would undo that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        if os.getppid() != int(sys.argv[1]):
            sys.exit("the parent process has ended")


@contextmanager
def private_proof(isolated: bool) -> Generator[None]:
    """Make sure that OR-tools writes to a file of this process; exits if another file is in the way."""
    if not isolated or ctypes.CDLL(None).mount(b"none", bytes(PROOF.parent), b"tmpfs", 0, None) != 0:
        if not PROOF.parent.stat().st_mode & stat.S_ISVTX:
            sys.exit(f"{PROOF.parent} is not sticky, so anybody could replace {PROOF}")
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            with suppress(FileExistsError):
                PROOF.touch(0o600, exist_ok=False)
                break
            if time.monotonic() > deadline:
                sys.exit(f"{PROOF} exists already; remove it unless another program is using it")
            time.sleep(0.02)
    try:
        yield
    finally:
        PROOF.unlink(missing_ok=True)


def main() -> None:
    """Solve the problem on standard input."""
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
    for true in task["excluded"]:
        model.add_bool_or(~variables[number] for number in true)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 1
    parameters.symmetry_level = 1
    parameters.use_sat_inprocessing = False  # with it, OR-tools 9.15 has been seen to abort
    parameters.output_drat_proof = True
    parameters.max_time_in_seconds = task["seconds"]
    solutions: list[list[int]] = []
    proof: list[str] = []
    with private_proof(isolated):
        while len(solutions) < task["limit"]:
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
