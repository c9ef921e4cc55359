"""The user's own solvers as judges: they answer after the engines have decided, and are compared with the verdict.

They have no vote. A verdict that contradicts a solver is certified before the solver counts as wrong, if there are
certificates for the shape.
"""

import json
import time
from collections.abc import Iterable, Sequence

from crosscover.exit_code import ExitCode, combine
from crosscover.harness.verdicts import RefutedVerdictError, UncertifiedError, VerdictCache, certify
from crosscover.oracles.certificate import is_certifiable
from crosscover.oracles.panel import Panel
from crosscover.reference import Grid
from crosscover.reference.verdict import verdict_of
from crosscover.subjects.specification import subject

from .audited_subject import SLOW, AuditedSubject, FaultyResponse
from .findings import (
    EXIT_CODES,
    UNSETTLED_CODES,
    AnswerRow,
    Findings,
    RowVerdict,
    TaskChunk,
    TimingRow,
    solutions_of,
    to_json_array,
)
from .questions import Questions, SubjectJudge

CERTIFY_SECONDS = 60.0
"""Time limit in seconds for the proof of a verdict."""


_open: dict[SubjectJudge, AuditedSubject] = {}
"""The subjects of this process, kept from chunk to chunk; they end with it."""


def close_subjects() -> None:
    """End the subjects of this process."""
    while _open:
        _, solver = _open.popitem()
        solver.close()


def judge_subjects(questions: Questions, panel: Panel, chunk: TaskChunk, findings: Findings) -> None:
    """Run each judge on the decided puzzles that its contract covers, and update the findings.

    The findings have a row for each puzzle of the chunk, or for the first of them, in order. Removes those for which a
    judge had no time, except for the first. Raises NotStartedError.
    """
    left: set[int] = set()
    complaints: dict[int, list[tuple[SubjectJudge, FaultyResponse]]] = {}
    tasks = chunk.tasks[: len(findings.puzzle)]
    puzzles = {place: task.row.puzzle for place, task in enumerate(tasks) if task.row.puzzle is not None}
    for judge in questions.subjects:
        solver = _audited(judge, panel)
        places: list[int] = []
        for place, puzzle in puzzles.items():
            row = findings.puzzle[place]
            if row.code in UNSETTLED_CODES or not judge.covers(row.verdict, row.shape):
                continue
            solver.verdicts.add(puzzle, verdict_of(solutions_of(row, puzzle.shape)))
            places.append(place)
        if not places:
            continue
        started = time.monotonic()
        judged = solver.judge([puzzles[place] for place in places])
        seconds = time.monotonic() - started
        found = {places[index]: complaint for index, complaint in sorted(judged.items())}
        if not solver.is_given_up:
            left.update(set(places) - found.keys())
        findings.timing.append(TimingRow(chunk.tasks[0].number, judge.name, len(found), seconds))
        for place, complaint in found.items():
            if complaint is None:
                row = findings.puzzle[place]
                findings.puzzle[place] = row._replace(decided=_with_names(row.decided, [judge.name]))
            else:
                complaints.setdefault(place, []).append((judge, complaint))
    for place in sorted(complaints.keys() - left):
        _add_complaints(place, puzzles[place], complaints[place], findings)
    findings.remove({findings.puzzle[place].number for place in left})


def _audited(judge: SubjectJudge, panel: Panel) -> AuditedSubject:
    if judge not in _open:
        _open[judge] = AuditedSubject(subject(judge.spec, judge.options), VerdictCache(panel, share=0))
    return _open[judge]


def _add_complaints(
    place: int, puzzle: Grid, against: Sequence[tuple[SubjectJudge, FaultyResponse]], findings: Findings
) -> None:
    """Add the wrong answers to a puzzle, once the expected answer is certified; otherwise a fault of crosscover."""
    row = findings.puzzle[place]
    wrong = [judge for judge, complaint in against if complaint.code is ExitCode.WRONG]
    has_certificates = is_certifiable(puzzle.shape)
    try:
        if wrong and has_certificates:
            list(certify([(puzzle, verdict_of(solutions_of(row, puzzle.shape)))], CERTIFY_SECONDS))
    except (RefutedVerdictError, UncertifiedError) as error:
        reasons = "".join(f"; {judge.name}: {complaint.reason}" for judge, complaint in against)
        findings.puzzle[place] = row._replace(
            verdict=RowVerdict.UNDECIDED if isinstance(error, RefutedVerdictError) else row.verdict,
            complaint=f"{error}; so no solver counts as wrong{reasons}",
            code=ExitCode.FAULT,
        )
        return
    certified = " (certified)" if has_certificates else ""
    words = [row.complaint] if row.complaint else []
    for judge, (fault, received, expected, reason, code) in against:
        findings.answer.append(AnswerRow(row.number, judge.name, fault, received, reason))
        if code is ExitCode.WRONG:
            words.append(f"{judge.name}: {reason}; expected{certified}: {expected}")
        elif code in UNSETTLED_CODES:
            words.append(reason)
    findings.puzzle[place] = row._replace(
        abstained=_with_names(row.abstained, [judge.name for judge, found in against if found.fault == SLOW]),
        disagreed=_with_names(row.disagreed, [judge.name for judge in wrong]),
        complaint="; ".join(words),
        code=combine([EXIT_CODES[row.code], *(complaint.code for _, complaint in against)]),
    )


def _with_names(names: str, more: Iterable[str]) -> str:
    return to_json_array((*json.loads(names), *more))
