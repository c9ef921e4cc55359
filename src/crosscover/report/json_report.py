"""The JSON report of a run, in the format of `report.schema.json`, which `report.md` explains.

At the start of a run the file says that it was cut short: `footer.complete` is true at the end alone.
"""

import json
import math
from collections import Counter
from dataclasses import asdict
from importlib.resources import files
from typing import assert_never, cast

from crosscover.harness.judging import Counterexample
from crosscover.harness.performance import Performance
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.options import Plain
from crosscover.output import escape
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .events import Footer, Header
from .grade import grade_of
from .summary import closing_lines

FORMAT = "crosscover-report"
VERSION = 3

Json = dict[str, object]


def schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of a report."""
    return read_schema("report.schema.json")


def read_schema(name: str) -> Json:
    """Return a schema of this package."""
    return cast("Json", json.loads((files("crosscover.report") / name).read_text(encoding="utf-8")))


def report_text(header: Header, footer: Footer) -> str:
    """Return the JSON of a run."""
    return escape(json.dumps(report_object(header, footer), indent=1, allow_nan=False)) + "\n"


def report_object(header: Header, footer: Footer) -> Json:
    """Return the report of a run."""
    outcomes = footer.outcomes
    finished = [outcome for outcome in outcomes if outcome.status is not Status.NOT_RUN]
    return {
        "format": FORMAT,
        "version": VERSION,
        "header": {
            "subject": header.subject,
            "contract": header.options.contract.name,
            "seed": header.seed,
            "hash_seed": header.hash_seed,
            "panel": list(header.panel),
            "versions": dict(header.versions),
            "started": header.started,
            "machine": dict(header.machine),
            "command": list(header.command),
            "time_limit": header.time_limit,
            "selected": header.selected,
            "options": {name: _number(value) for name, value in header.options.to_plain().items()},
            "explicit_options": sorted(header.options.explicit),
            "properties": [outcome.name for outcome in outcomes],
        },
        "properties": list(map(_property, outcomes)),
        "performance": None if footer.performance is None else _performance(footer.performance),
        "labels": dict(sum((Counter(outcome.labels) for outcome in outcomes), Counter[str]())),
        "footer": {
            "announced": len(outcomes),
            "finished": len(finished),
            "complete": footer.complete,
            "time_is_up": footer.time_is_up,
            "rounds": footer.rounds,
            "exit_code": footer.exit_code.value,
            "grade": grade_of(footer).value,
            "seconds": round(footer.seconds, 3),
            "judged": footer.judged,
            "certified": footer.verdicts.certified,
            "uncertified": footer.verdicts.decided - footer.verdicts.certified,
            "rarer_than": footer.rarer_than,
            "notes": list(footer.notes),
            "remarks": list(footer.remarks),
            "sentences": list(closing_lines(header, footer)),
        },
    }


def _performance(performance: Performance) -> Json:
    return {
        **asdict(performance),
        "rates": {rate.kind: asdict(rate) for rate in performance.rates},
        "notable": list(performance.notable()),
    }


def _property(outcome: PropertyResult) -> Json:
    return {
        "name": outcome.name,
        "statement": outcome.statement,
        "status": outcome.status.word,
        "expected_failure": outcome.expected,
        "judged": outcome.judged,
        "unit": outcome.unit,
        "distinct": outcome.distinct,
        "rarer_than": outcome.rarer_than,
        "facets": outcome.facets,
        "not_asked": list(outcome.not_asked),
        "unanswered": list(map(str, outcome.unanswered)),
        "suspects": list(map(str, outcome.suspects)),
        "out_of_memory": list(map(str, outcome.out_of_memory)),
        "simplified_or_skipped": outcome.simplified_or_skipped,
        "failed_after": outcome.failed_after,
        "runs": outcome.runs,
        "seconds": round(outcome.seconds, 3),
        "labels": dict(outcome.labels),
        "failure": None if outcome.failure is None else _failure(outcome.failure),
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
