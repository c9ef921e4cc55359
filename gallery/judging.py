"""Judge an installed solver with `crosscover check`, and confirm its errors by other means."""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from crosscover.errors import ExitCode
from crosscover.responses import Declined
from crosscover.result import CheckResult, Failure, Status, decode

from .entries import HERE, Entry
from .install import ask_command, python_of

Json = dict[str, Any]

SEED = 1
_GRACE = 150
"""Additional seconds for a check: shrinking, measuring, a slow start."""

_MOST_SHOWN = 2000
"""Maximum number of characters of an exact-cover problem on a page."""

_ATTEMPTS = 5
"""Maximum number of attempts, each in a run of its own, at a puzzle that a solver refused."""


class JudgingError(Exception):
    """A check reached no verdict; the message says why, and `verdict` is the word for `results.json`."""

    def __init__(self, message: str, verdict: str = "not judged") -> None:
        super().__init__(message)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Judge:
    """Runs `crosscover check` for `seconds`; `time` is the value of its option."""

    time: str
    seconds: float

    def judge(self, entry: Entry, place: Path, contract: str) -> Json:
        """Judge a solver under a contract; returns the result for `results.json`.

        The verdict is one of `no errors found`, `wrong`, `gives up`, `timed out`, `not confirmed`, `not decided`,
        `not started` and `not judged`.
        """
        work = place / f"check-{contract}"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        try:
            report = self._check(entry, place, contract, work)
        except JudgingError as error:
            return {"verdict": error.verdict, "reason": str(error)}
        finished = [one for one in report.properties if one.status is not Status.NOT_RUN]
        result: Json = {
            "properties": [len(finished), len(report.properties)],
            "puzzles": report.judged,
            "seconds": round(report.seconds, 1),
        }
        failures = [one for one in report.failures if one.status.has_failed]
        if not failures:
            result["rate"] = _rate(report)
            result["notable"] = list(report.speed.notable) if report.speed else []
            if report.exit_code is ExitCode.NOT_DECIDED:
                return {"verdict": "not decided", "reason": report.not_covered or report.sentence, **result}
            return {"verdict": "no errors found", **result}
        accusations = [
            one for one in failures if not (entry.may_give_up and _gives_up(entry, place, contract, one, work))
        ]
        wrong = [one for one in accusations if one.status is Status.WRONG]
        failure = min(wrong or accusations or failures, key=_size)
        result |= _describe(failure)
        if wrong:
            confirmation = _confirm(entry, place, contract, failure, work)
            confirmed = confirmation["confirmed"] and confirmation["replays"] == 2
            return {"verdict": "wrong" if confirmed else "not confirmed", **result, "confirmation": confirmation}
        return {"verdict": "timed out" if accusations else "gives up", **result}

    def _check(self, entry: Entry, place: Path, contract: str, work: Path) -> CheckResult:
        report = work / "report.json"
        command = [
            *(*_CROSSCOVER, "check", *subject(entry, place, contract), "--contract", contract, "--seed", str(SEED)),
            *("--time", self.time, "--json", str(report)),
        ]
        code, output = run(command, work, self.seconds + _GRACE)
        if code == ExitCode.NOT_STARTED:
            raise JudgingError(next(iter(output.split("\n\n")), "no message"), ExitCode.NOT_STARTED.word)
        if code not in (ExitCode.GOOD, ExitCode.WRONG, ExitCode.NOT_DECIDED):
            last = output.strip().splitlines()[-1:] or ["no message"]
            raise JudgingError(f"crosscover check ended with {'a timeout' if code is None else code}: {last[0]}")
        found: CheckResult = decode(report.read_bytes())
        return found


_CROSSCOVER = (sys.executable, "-m", "crosscover")


def subject(entry: Entry, place: Path, contract: str) -> list[str]:
    """The subject and its options, as words of a `crosscover check`."""
    function = entry.function(contract)
    if entry.command:
        command = shlex.join(ask_command(entry, place, contract))
        return [f"exec:{command}", "--dialect", entry.dialect, *entry.check_options]
    is_python = not (entry.file or entry.adapter).endswith("js")
    python = ["--python", str(python_of(place))] if is_python else []
    if entry.file:
        return [str(place / "source" / entry.file), *python, *entry.check_options]
    adapter = f"python:{place / 'adapter.py'}" if is_python else f"js:{place / 'adapter.mjs'}"
    return [f"{adapter}:{function}", *python, *entry.check_options]


def run(command: Sequence[str], folder: Path, seconds: float) -> tuple[int | None, str]:
    """The exit code of a command, None if it timed out, and its output; no process of it keeps running."""
    process = subprocess.Popen(  # noqa: S603 - ours
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        _end(process)
    return process.returncode, output


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and its group: by SIGTERM, on which crosscover cleans up, then by SIGKILL."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
    if process.stdout is not None:
        process.stdout.close()


def _gives_up(entry: Entry, place: Path, contract: str, failure: Failure, work: Path) -> bool:
    """Whether the only error is that the solver reported no solution, as it also does for this puzzle alone.

    Solvers that guess refuse a puzzle now and then, so they are asked several times.
    """
    if failure.failing_index is None or failure.received != str(Declined()):
        return False
    puzzle = failure.puzzle
    if len(failure.puzzles) == 1:
        return True
    command = ask_command(entry, place, contract)
    case = {
        "command": command,
        "contract": contract,
        "variant": entry.variant,
        "input": f"{puzzle}\n",
        "puzzles": [puzzle],
    }
    return any(independently(case, work)["confirmed"] for _ in range(_ATTEMPTS))


def _size(failure: Failure) -> tuple[int, int]:
    """The size of a failing input: number of puzzles or searches, then of their empty cells or options."""
    puzzles = failure.puzzles or failure.searches
    empty = sum(puzzle.count(".") for puzzle in failure.puzzles)
    return len(puzzles) or 1 << 30, empty + sum(len(search.options) for search in failure.searches)


def _describe(failure: Failure) -> Json:
    is_small = failure.searches and len(failure.detail) <= _MOST_SHOWN
    return {
        "property": failure.property_name,
        "statement": failure.statement,
        "reason": failure.reason,
        "puzzle": failure.puzzle if failure.failing_index is not None else None,
        "asked": len(failure.puzzles or failure.searches),
        **({"drawing": failure.drawing, "detail": failure.detail} if is_small else {}),
    }


def _confirm(entry: Entry, place: Path, contract: str, failure: Failure, work: Path) -> Json:
    """Run the solver again without crosscover, and twice by `crosscover replay`."""
    text = failure.input if entry.command else "".join(f"{puzzle}\n" for puzzle in failure.puzzles)
    command = ask_command(entry, place, contract)
    case = {
        "command": command,
        "contract": contract,
        "variant": entry.variant,
        "input": text,
        "puzzles": list(failure.puzzles),
        "searches": msgspec.to_builtins(failure.searches),
    }
    confirmed = independently(case, work)
    again = [*_CROSSCOVER, "replay", failure.saved_as]
    replays = sum(run(again, work, 120)[0] == 1 for _ in range(2))
    return {**confirmed, "replays": replays}


def independently(case: Json, work: Path) -> Json:
    """Run the solver on a case by `confirm.py` or `confirm_covers.py`; returns `confirmed` and `reason`."""
    if not case["command"]:
        return {"confirmed": False, "reason": "the entry has no adapter"}
    script = "confirm_covers.py" if case.get("searches") else "confirm.py"
    path = work / "case.json"
    path.write_text(json.dumps(case, indent=1), encoding="utf-8")
    code, output = run([sys.executable, str(HERE / script), str(path)], work, 120)
    if code:
        return {"confirmed": False, "reason": f"{script} ended with {code}"}
    found: Json = json.loads(output.splitlines()[-1])
    return found


def _rate(report: CheckResult) -> float | None:
    """Hard puzzles per second; None if they were not measured."""
    rates = report.speed.rates if report.speed else ()
    hard = next((rate for rate in rates if rate.kind == "hard"), None)
    return float(f"{1 / hard.seconds:.2g}") if hard and hard.seconds else None
