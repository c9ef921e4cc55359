"""The user's own solvers as judges: asked once the engines have decided, and held against their verdict.

They decide nothing. Where one differs, the verdict is certified before it is accused (boxes of 3x3; there are no
certificates for others).
"""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import file_digest

from crosscover.exit_code import ExitCode, NotStartedError, combine
from crosscover.harness.verdicts import RefutedVerdictError, UncertifiedError, VerdictCache, certify
from crosscover.options import Contract, Options
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.reference import Grid, Shape
from crosscover.reference.verdict import Verdict as PanelVerdict
from crosscover.reference.verdict import verdict_of
from crosscover.report.words import escape_unprintable
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.specification import files_of, subject

from .findings import DECIDED, AnswerRow, Chunk, Findings, PuzzleRow, TimingRow, Verdict
from .subject_runs import MAX_RUN, SLOW, Complaint, SubjectRuns, seconds_to_lose

CERTIFY_SECONDS = 60.0
"""What the proof of one verdict may take."""

EXIT_CODES = {code.value: code for code in ExitCode}


@dataclass(frozen=True, slots=True)
class SubjectJudge:
    """A solver under the name by which the ledger knows it, which has no comma, with how it is asked."""

    name: str
    spec: str
    options: Options

    def covers(self, verdict: str, shape: Shape) -> bool:
        """Whether its contract has it answer puzzles of this verdict and shape."""
        asked = (Verdict.UNIQUE,) if self.options.contract is Contract.PROPER else DECIDED
        return verdict in asked and shape == self.options.shape

    @property
    def chunk_seconds(self) -> float:
        """What it may take for a chunk before its worker is taken to hang: for runs that fail, and for others."""
        return 2 * (seconds_to_lose(self.options) + self.options.seconds(MAX_RUN))

    def setting(self) -> dict[str, object]:
        """What a ledger keeps of it: another one, or one that has changed, gives other answers.

        Its files are known as far as the specification names them.
        """
        files: dict[str, str] = {}
        for path in files_of(self.spec):
            with path.open("rb") as file:
                files[str(path)] = file_digest(file, "sha256").hexdigest()
        return {
            "spec": self.spec,
            "contract": self.options.contract.value,
            "options": self.options.given(),
            "sha256": files,
        }


def refuse_unready(judges: Sequence[SubjectJudge]) -> None:
    """Ask each an easy puzzle, before anything is read; raises NotStartedError, which says what to try."""
    for judge in judges:
        with closing(subject(judge.spec, judge.options)) as tried:
            reason = diagnose(tried, ask_easy(tried))
        if reason is not None:
            raise NotStartedError(escape_unprintable(f"{judge.name}: {reason}"))


_open: dict[SubjectJudge, SubjectRuns] = {}
"""The subjects of this process, kept from chunk to chunk; they end with it, however it ends."""


_verdicts: dict[bool, VerdictCache] = {}
"""The verdicts that they are judged by, with the least solution first where that is due."""


def close_subjects() -> None:
    """End the subjects that this process has asked."""
    _verdicts.clear()
    while _open:
        _, runs = _open.popitem()
        runs.close()


def ask_subjects(judges: Sequence[SubjectJudge], panel: Panel, chunk: Chunk, findings: Findings) -> None:
    """Ask each judge what its contract covers of the puzzles that the panel has decided, and add what is found.

    The findings have a row for each puzzle of the chunk, in order, or for the first of them. Those are taken away for
    which a judge has no time left, but not the first. Raises NotStartedError.
    """
    left: set[int] = set()
    complaints: dict[int, list[tuple[SubjectJudge, Complaint]]] = {}
    tasks = chunk.tasks[: len(findings.puzzle)]
    puzzles = {place: task.row.puzzle for place, task in enumerate(tasks) if task.row.puzzle is not None}
    for judge in judges:
        runs = _runs(judge, panel)
        places = [place for place in puzzles if _is_asked(judge, puzzles[place], findings.puzzle[place])]
        for place in [*places]:
            row = findings.puzzle[place]
            try:
                runs.verdicts.add(puzzles[place], _verdict(row, puzzles[place].shape))
            except (DisagreementError, UndecidedError) as error:  # about the least solution
                findings.puzzle[place] = row._replace(complaint=str(error), code=ExitCode.FAULT)
                places.remove(place)
        if not places:
            continue
        started = time.monotonic()
        found = runs.judge([puzzles[place] for place in places])
        seconds = time.monotonic() - started
        if not runs.is_given_up:
            left |= {place for index, place in enumerate(places) if index not in found}
        findings.timing.append(TimingRow(chunk.tasks[0].number, judge.name, len(found), seconds))
        for index, complaint in sorted(found.items()):
            place = places[index]
            if complaint is None:
                row = findings.puzzle[place]
                findings.puzzle[place] = row._replace(decided=f"{row.decided},{judge.name}")
            else:
                complaints.setdefault(place, []).append((judge, complaint))
    for place, against in sorted((place, against) for place, against in complaints.items() if place not in left):
        _accuse(place, puzzles[place], against, findings)
    if left:
        findings.remove({findings.puzzle[place].number for place in left})


def _is_asked(judge: SubjectJudge, puzzle: Grid, row: PuzzleRow) -> bool:
    return row.code != ExitCode.FAULT and judge.covers(row.verdict, puzzle.shape)


def _runs(judge: SubjectJudge, panel: Panel) -> SubjectRuns:
    if judge not in _open:
        least = judge.options.contract is Contract.LEAST
        verdicts = _verdicts.setdefault(least, VerdictCache(panel, least=least))
        _open[judge] = SubjectRuns(subject(judge.spec, judge.options), verdicts)
    return _open[judge]


def _verdict(row: PuzzleRow, shape: Shape) -> PanelVerdict:
    return verdict_of([Grid.parse(text, shape) for text in (row.solution, row.second) if text is not None])


def _accuse(place: int, puzzle: Grid, against: Sequence[tuple[SubjectJudge, Complaint]], findings: Findings) -> None:
    """Add what judges got wrong of a puzzle, once the right answer is certified; a failed proof is a fault of ours."""
    row = findings.puzzle[place]
    accused = [judge for judge, complaint in against if complaint.code is ExitCode.WRONG]
    try:
        for judge in accused if puzzle.shape == Shape() else []:
            verdict = _open[judge].verdicts[puzzle]
            list(certify([(puzzle, verdict)], CERTIFY_SECONDS, least=judge.options.contract is Contract.LEAST))
    except (RefutedVerdictError, UncertifiedError) as error:
        said = "".join(f"; {judge.name}: {complaint.reason}" for judge, complaint in against)
        verdict_now = Verdict.UNDECIDED if isinstance(error, RefutedVerdictError) else row.verdict
        complaint = f"{error}; so nobody is accused{said}"
        findings.puzzle[place] = row._replace(verdict=verdict_now, complaint=complaint, code=ExitCode.FAULT)
        return
    proved = " (certified)" if puzzle.shape == Shape() else ""
    words = [row.complaint] if row.complaint else []
    for judge, (fault, answer, right, reason, code) in against:
        findings.answer.append(AnswerRow(row.number, judge.name, fault, answer, reason))
        if code is ExitCode.WRONG:
            words.append(f"{judge.name}: {reason}; right{proved}: {right}")
        elif code is ExitCode.FAULT:
            words.append(reason)
    findings.puzzle[place] = row._replace(
        abstained=_with_names(row.abstained, [judge for judge, complaint in against if complaint.fault == SLOW]),
        disagreed=_with_names(row.disagreed, accused),
        complaint="; ".join(words),
        code=combine([EXIT_CODES[row.code], *(complaint.code for _, complaint in against)]),
    )


def _with_names(names: str, judges: Sequence[SubjectJudge]) -> str:
    return ",".join([*filter(None, [names]), *(judge.name for judge in judges)])
