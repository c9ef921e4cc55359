"""An audit from beginning to end: reads the rows that a ledger lacks, has them judged, and reports the results."""

import json
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count, islice
from pathlib import Path

import crosscover
from crosscover.exit_code import ExitCode, UsageError, combine, print_error
from crosscover.output import escape
from crosscover.puzzle_files import Row, input_paths, read_rows
from crosscover.report.files import (
    STDOUT,
    atomic_write,
    open_output,
    refuse_shared_files,
    refuse_unwritable,
    write_output,
)
from crosscover.subjects.specification import files_of
from crosscover.system import cores

from .audit_inputs import Input, InputMonitor
from .audit_summary import summarize, to_json
from .audit_terminal import ReadPosition, fact_sentences, print_complaints, print_summary, progress_bar
from .audited_subject import chunk_seconds
from .chunk_judge import ChunkJudge
from .dask_cluster import DaskExecutor, refuse_malformed
from .distribution import CHUNK_SECONDS, PUZZLE_SECONDS, Executor, ProcessExecutor, SerialExecutor, go_over
from .findings import Findings, Task
from .ledger import Ledger
from .ledger_export import tsv_line
from .ledger_reading import is_complete, place_of
from .questions import AuditSettings, Questions
from .subject_judges import close_subjects

SUBJECT_CHUNK_SECONDS = 5.0
"""Target duration of a chunk in seconds if programs have to be started for it, which may take 0.2 s each."""

PACKAGES = ("python-sat", "ortools")
"""Packages whose versions a run records."""

Stop = UsageError | KeyboardInterrupt
"""Errors that end an audit early; it reports the results so far."""


@dataclass(frozen=True, slots=True)
class AuditOutputs:
    """The files that an audit writes; None for those that are not wanted. `json` may be `STDOUT`."""

    rows: Path | None = None
    ledger: Path | None = None
    json: Path | None = None
    html: Path | None = None


def run_audit(
    settings: AuditSettings,
    names: Sequence[str],
    outputs: AuditOutputs,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    skip_malformed: bool = False,
) -> Iterator[ExitCode]:
    """Audit the files of these names, and report the results; yields the exit codes of all findings.

    Malformed input, a lost cluster and an interrupt end the audit early; the results so far are reported.
    """
    subjects = settings.questions.subjects
    if cluster is not None:
        refuse_malformed(cluster)
    json_file = None if outputs.json == Path(STDOUT) else outputs.json
    written = [path for path in (outputs.rows, json_file, outputs.html, outputs.ledger) if path is not None]
    refuse_shared_files(written, [*input_paths(names), *(path for judge in subjects for path in files_of(judge.spec))])
    refuse_unwritable(written)
    monitor = InputMonitor(names)
    inputs = list(map(Input.of, names))
    with ExitStack() as stack:
        ledger = stack.enter_context(closing(Ledger(outputs.ledger, inputs, settings.by_name())))
        executor = stack.enter_context(closing(_executor(settings.questions, jobs, cluster)))
        stack.callback(close_subjects)
        audit = Audit(ledger, inputs, monitor, settings, skip_malformed)
        error = audit.run(executor)
        yield from _report(audit, outputs, error)


def _executor(questions: Questions, jobs: int | None, cluster: str | None) -> Executor:
    judge = ChunkJudge(questions)
    if cluster is not None:
        if jobs:
            raise UsageError("--dask and --jobs exclude each other; local:N has N processes")
        return DaskExecutor(judge, cluster)
    jobs = jobs or cores()
    return SerialExecutor(judge) if jobs == 1 else ProcessExecutor(judge, jobs)


@dataclass(slots=True)
class Audit:
    """The work that a ledger still lacks; `run` does it, and sets the number of puzzles that it judged and its time."""

    ledger: Ledger
    inputs: Sequence[Input]
    monitor: InputMonitor
    settings: AuditSettings
    skip_malformed: bool
    judged: int = 0
    seconds: float = 0.0

    def run(self, executor: Executor) -> Stop | None:
        """Judge the remaining puzzles; returns the error that ended the audit early, if any."""
        started = time.perf_counter()
        was_complete = is_complete(self.ledger)
        try:
            with self.ledger.run(executor.name, package_versions()):
                if not was_complete:
                    self._go_over(executor)
                    self.ledger.find_relations()
        except (UsageError, KeyboardInterrupt) as error:
            return error
        finally:
            self.seconds = time.perf_counter() - started
        return None

    def _go_over(self, executor: Executor) -> None:
        done = self.ledger.done()
        position = ReadPosition([each.bytes for each in self.inputs])
        subjects = self.settings.questions.subjects
        with progress_bar(self._keep, sum(last + 1 - first for first, last in done), position) as keep:
            go_over(
                self._tasks(done, position),
                executor,
                keep,
                chunk_seconds=SUBJECT_CHUNK_SECONDS if subjects else CHUNK_SECONDS,
                hang_seconds=PUZZLE_SECONDS + sum(chunk_seconds(judge.options) for judge in subjects),
            )
        self.monitor.refuse_changes()

    def _tasks(self, done: Sequence[tuple[int, int]], position: ReadPosition) -> Iterator[Task]:
        """The puzzles that the ledger lacks.

        Raises UsageError at a shape that the questions exclude.
        """
        names, asked = [each.name for each in self.inputs], self.settings
        rows = read_rows(
            names,
            asked.dialect,
            asked.shape,
            columns=asked.columns,
            skip_malformed=self.skip_malformed,
            opened=position.note_opened,
        )
        for task in remaining(rows, done):
            file, line, puzzle, *_ = task.row
            if puzzle is not None:
                asked.questions.refuse_shape(puzzle.shape, place_of(names[file], line))
            yield task

    def _keep(self, findings: Findings) -> None:
        self.judged += len(findings.puzzle)
        self.ledger.keep(findings)


def package_versions() -> dict[str, str]:
    """The versions of crosscover and the solver libraries."""
    return {"crosscover": crosscover.__version__, **{name: version(name) for name in PACKAGES}}


def remaining(rows: Iterator[Row], done: Iterable[tuple[int, int]]) -> Iterator[Task]:
    """The rows outside the ranges that are done, each from a first number to a last one."""
    number = 1
    for first, last in done:
        for row in islice(rows, first - number):
            yield Task(number, row)
            number += 1
        deque(islice(rows, last + 1 - first), 0)
        number = last + 1
    yield from map(Task, count(number), rows)


def _report(audit: Audit, outputs: AuditOutputs, error: Stop | None) -> Iterator[ExitCode]:
    """Report the results on the terminal and in files; yields their exit codes before anything can fail."""
    questions = audit.settings.questions
    summary = summarize(audit.ledger, questions)
    codes = list(summary.counts.complaints)
    if error is not None:
        codes.append(error.code if isinstance(error, UsageError) else ExitCode.INTERRUPTED)
    yield from codes
    path = outputs.ledger
    print_complaints(summary, f"`crosscover ledger export {path}` shows all" if path else "--ledger FILE keeps all")
    if isinstance(error, UsageError):
        print_error(error, error.place)
    elif error is not None:
        print_error("interrupted")
    stream = sys.stderr if outputs.json == Path(STDOUT) else sys.stdout
    print_summary(summary, questions, audit.seconds, audit.judged, stream)
    code = combine(codes)
    if outputs.html:
        from .audit_page import audit_page, describe_circumstances  # noqa: PLC0415 - Jinja takes 60 ms

        sentences = list(fact_sentences(summary, questions))
        (started,) = audit.ledger.execute("SELECT started FROM run ORDER BY run DESC").fetchone()
        circumstances = describe_circumstances(audit.inputs, audit.settings, package_versions(), started, audit.seconds)
        repeat = shlex.join(["crosscover", *sys.argv[1:]])
        atomic_write(outputs.html, audit_page(summary, sentences, circumstances, repeat=repeat, exit_code=code))
    if outputs.json:
        plain = to_json(summary, audit.ledger, judged=audit.judged, seconds=audit.seconds, exit_code=code)
        write_output(outputs.json, escape(json.dumps(plain, indent=2)) + "\n")
    if outputs.rows and error is None:
        _write_rows(audit.ledger, outputs.rows)
    elif outputs.rows:
        print_error(f"{outputs.rows} was not written: the audit is not complete")


def _write_rows(ledger: Ledger, output: Path) -> None:
    query = "SELECT name, line, puzzle, verdict, solution FROM puzzle JOIN input USING (file) ORDER BY number"
    with open_output(output) as file:
        for name, line, puzzle, verdict, solution in ledger.execute(query):
            file.write(tsv_line((place_of(name, line), puzzle, verdict, solution)))
