"""A comparison for programs: one JSON object of the format that `comparison.schema.json` states."""

import json
from importlib.resources import files
from typing import cast

from crosscover.harness.outcome import Outcome

from .comparison import Comparison, Disagreement, remarks, verdict_line
from .json_report import Json
from .run_record import RunRecord

FORMAT = "crosscover-comparison"
VERSION = 1


def schema() -> Json:
    """The JSON Schema (draft 2020-12) of a comparison."""
    text = (files("crosscover.report") / "comparison.schema.json").read_text(encoding="utf-8")
    return cast("Json", json.loads(text))


def comparison_text(comparison: Comparison) -> str:
    """The comparison as text."""
    verdict, rest = verdict_line(comparison)
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": verdict,
        "sentence": f"{verdict} {rest}",
        "exit_code": comparison.exit_code.value,
        "runs": [_run(comparison, place, run) for place, run in enumerate(comparison.runs)],
        "properties": [
            {"name": name, "outcomes": list(map(_outcome, comparison.row(name))), "same_puzzles": name not in unequal}
            for unequal in [set(comparison.unequal)]
            for name in comparison.properties
        ],
        "disagreements": list(map(_disagreement, comparison.disagreements)),
        "disagreements_left_out": comparison.left_out,
        "changes": [
            {
                "earlier": changes.earlier,
                "later": changes.later,
                "same_seed": changes.same_seed,
                "properties": {change.value: list(names) for change, names in changes.properties.items()},
            }
            for changes in comparison.changes
        ],
        "remarks": list(remarks(comparison)),
    }
    return json.dumps(plain, indent=1, allow_nan=False) + "\n"


def _run(comparison: Comparison, place: int, run: RunRecord) -> Json:
    return {
        "subject": run.subject,
        "options": list(run.options),
        "contract": run.contract,
        "shape": run.shape,
        "seed": run.seed,
        "rounds": run.rounds,
        "versions": dict(run.versions),
        "source": run.source or None,
        "repeat": run.repeat,
        "complete": run.complete,
        "exit_code": comparison.code_of(place).value,
        "judged": run.judged,
        "seconds": run.seconds,
        "is_latest": place in comparison.latest,
        "rates": {
            kind: {
                "puzzles": rate.puzzles,
                "puzzle_seconds": rate.seconds,
                "reference_puzzle_seconds": rate.reference_seconds,
                "is_lower_bound": rate.is_bound,
            }
            for kind, rate in run.rates.items()
        },
    }


def _outcome(outcome: Outcome) -> Json:
    return {
        "status": outcome.status.value,
        "word": outcome.word,
        "expected_failure": outcome.expected,
        "judged": outcome.judged,
        "unit": outcome.unit,
        "simplified_or_skipped": outcome.simplified_or_skipped,
        "failed_after": outcome.failed_after,
        "reason": None if outcome.failure is None else outcome.failure.reason,
    }


def _disagreement(one: Disagreement) -> Json:
    return {
        "properties": list(one.properties),
        "reason": one.reason,
        "shape": str(one.batch[0].shape),
        "puzzles": list(map(str, one.batch)),
        "failing_index": one.failing_index,
        "expected_answers": list(one.right),
        "certified": one.certified,
        "differs": one.differs,
        "answers": [{"status": answer.status.word, "words": answer.words} for answer in one.answers],
    }
