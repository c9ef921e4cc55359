"""The JSON report of a run, in the format of `report.schema.json`, which `report.md` explains.

The file is written at the start of the run and replaced as a whole after each property, so it can be read at any time.
`footer.complete` is true only in the last version of a run that was not cut short.
"""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import assert_never, cast

from crosscover.exit_code import ExitCode
from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.harness.performance import Performance
from crosscover.options import Plain
from crosscover.output import escape
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated
from crosscover.subjects.source_coverage import FileCoverage

from .events import Event, Footer, PropertyFinished, RunFinished, RunStarted
from .files import STDOUT, write_output, write_partial
from .grade import grade_of
from .summary import closing_lines

FORMAT = "crosscover-report"
VERSION = 2

Json = dict[str, object]


def schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of a report."""
    return read_schema("report.schema.json")


def read_schema(name: str) -> Json:
    """Return a schema of this package."""
    return cast("Json", json.loads((files("crosscover.report") / name).read_text(encoding="utf-8")))


class JsonWriter:
    """Writes a run to a file, or at its end to the standard output if the name is `-`.

    Raises OSError if the file is not writable.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._started: RunStarted | None = None
        self._outcomes: dict[str, Outcome] = {}

    def __call__(self, event: Event, /) -> None:
        """Write what has been judged so far, and finally the report."""
        match event:
            case RunStarted():
                self._started = event
                self._write_unfinished(event)
            case PropertyFinished(outcome) if self._started is not None:
                self._outcomes[outcome.name] = outcome
                self._write_unfinished(self._started)
            case RunFinished(header, footer):
                write_output(self._name, _report(self._started or RunStarted(header, ()), footer, footer.exit_code))
            case _:
                pass

    def _write_unfinished(self, started: RunStarted) -> None:
        if self._name != STDOUT:
            outcomes = tuple(self._outcomes.values())
            seconds = sum(outcome.seconds for outcome in outcomes)
            footer = Footer(outcomes, seconds, ExitCode.INTERRUPTED, complete=False)
            write_partial(Path(self._name), _report(started, footer, None))


def _report(started: RunStarted, footer: Footer, exit_code: int | None) -> str:
    return escape(json.dumps(report_object(started, footer, exit_code), indent=1, allow_nan=False)) + "\n"


def report_object(started: RunStarted, footer: Footer, exit_code: int | None) -> Json:
    """Return the report of a run; `exit_code` is None while the run goes on."""
    header, announced, outcomes = started.header, started.properties, footer.outcomes
    finished = [outcome for outcome in outcomes if outcome.status is not Status.NOT_RUN]
    return {
        "format": FORMAT,
        "version": VERSION,
        "header": {
            "subject": header.subject,
            "contract": header.options.contract.name,
            "seed": header.seed,
            "panel": list(header.panel),
            "versions": dict(header.versions),
            "started": header.started,
            "machine": dict(header.machine),
            "command": list(header.command),
            "time_limit": header.time_limit,
            "selected": header.selected,
            "options": {name: _number(value) for name, value in header.options.to_plain().items()},
            "explicit_options": sorted(header.options.explicit),
            "properties": list(announced),
        },
        "properties": list(map(_property, outcomes)),
        "performance": None if footer.performance is None else _performance(footer.performance),
        "coverage": None if footer.coverage is None else list(map(_coverage, footer.coverage)),
        "labels": dict(sum((Counter(outcome.labels) for outcome in outcomes), Counter[str]())),
        "footer": {
            "announced": len(announced),
            "finished": len(finished),
            "complete": footer.complete,
            "time_is_up": footer.time_is_up,
            "rounds": footer.rounds,
            "exit_code": exit_code,
            "grade": grade_of(footer).value,
            "seconds": round(footer.seconds, 3),
            "judged": footer.judged,
            "certified": footer.verdicts.certified,
            "uncertified": footer.verdicts.decided - footer.verdicts.certified,
            "rarer_than": footer.rarer_than,
            "statuses": {status.word: sum(outcome.status is status for outcome in outcomes) for status in Status},
            "notes": list(footer.notes),
            "remarks": list(footer.remarks),
            "sentences": list(closing_lines(header, footer)),
            "digest": digest((outcome.name, outcome.status.word) for outcome in outcomes),
        },
    }


def digest(statuses: Iterable[tuple[str, str]]) -> str:
    """Return the SHA-256 of the names and statuses in order: a line `name status` with a line feed for each."""
    return hashlib.sha256("".join(f"{name} {status}\n" for name, status in statuses).encode()).hexdigest()


def _performance(performance: Performance) -> Json:
    worst, miscount = performance.worst_case, performance.miscount
    return {
        **asdict(performance),
        "rates": {rate.kind: asdict(rate) for rate in performance.rates},
        "spreads": {spread.kind: asdict(spread) for spread in performance.spreads},
        "notable": list(performance.notable()),
        "worst_case": worst and asdict(worst) | {"puzzle": str(worst.puzzle)},
        "miscount": miscount and asdict(miscount) | {"puzzle": str(miscount.puzzle)},
        "times": [asdict(one) | {"puzzle": str(one.puzzle)} for one in performance.times],
    }


def _coverage(file: FileCoverage) -> Json:
    return {
        "path": file.path,
        "lines": sorted(file.lines),
        "unreached_lines": sorted(file.unreached),
        "unreached_functions": list(map(asdict, file.functions)),
        "unreached_branches": list(map(asdict, file.branches)),
    }


def _property(outcome: Outcome) -> Json:
    return {
        "name": outcome.name,
        "statement": outcome.statement,
        **outcome_facts(outcome),
        "suspects": list(map(str, outcome.suspects)),
        "runs": outcome.runs,
        "seconds": round(outcome.seconds, 3),
        "labels": dict(outcome.labels),
        "failure": None if outcome.failure is None else _failure(outcome.failure),
    }


def outcome_facts(outcome: Outcome) -> Json:
    """Return what the JSON of a run and of a comparison both say about an outcome."""
    return {
        "status": outcome.status.word,
        "expected_failure": outcome.expected,
        "judged": outcome.judged,
        "unit": outcome.unit,
        "distinct": outcome.distinct,
        "rarer_than": outcome.rarer_than,
        "facets": outcome.facets,
        "not_asked": list(outcome.not_asked),
        "unanswered": list(map(str, outcome.unanswered)),
        "simplified_or_skipped": outcome.simplified_or_skipped,
        "failed_after": outcome.failed_after,
    }


def _failure(failure: Failure) -> Json:
    return {
        "reason": failure.reason,
        "detail": failure.detail,
        "certified": failure.certified,
        "saved_as": failure.saved_as or None,
        "puzzle": None if failure.puzzle is None else str(failure.puzzle),
        "counterexample": None if failure.counterexample is None else _counterexample(failure.counterexample),
        "others": list(map(_failure, failure.others)),
    }


def _counterexample(counterexample: Counterexample) -> Json:
    transcript, mismatch = counterexample.transcript, counterexample.mismatch
    return {
        "shape": str(counterexample.batch[0].shape) if counterexample.batch else None,
        "puzzles": list(map(str, counterexample.batch)),
        "formatting": counterexample.formatting.to_plain(),
        "failing_index": counterexample.failing_index,
        "right_alone": counterexample.right_alone,
        "only_for": counterexample.only_for and counterexample.only_for.value,
        "hash_seed": transcript.hash_seed,
        "needs_hash_seed": counterexample.needs_hash_seed,
        "mismatch": asdict(mismatch) | {"kind": mismatch.kind.value},
        "differing_cells": list(counterexample.differing_cells),
        "input": transcript.sent,
        "output": transcript.received,
        "responses": list(map(_response, transcript.responses)),
        "run_failure": None if transcript.run_failure is None else _response(transcript.run_failure),
        "expected_answers": list(counterexample.expected_answers),
        "verdicts": [
            {
                "kind": verdict.kind.value,
                "solutions": list(map(str, verdict.solutions)),
                "number": verdict.number,
                "is_exact": verdict.is_exact,
            }
            for verdict in counterexample.verdicts
        ],
    }


def _response(response: Response) -> Json:
    match response:
        case Answered(grid):
            return {"kind": "answered", "grid": str(grid)}
        case Counted(number):
            return {"kind": "counted", "number": number}
        case Declined():
            return {"kind": "declined"}
        case Stated(claim):
            return {"kind": "stated", "claim": claim.value}
        case Failed(fault, reason):
            return {"kind": "failed", "fault": fault.value, "reason": reason}
        case other:
            assert_never(other)


def _number(value: Plain) -> Plain:
    """JSON has no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
