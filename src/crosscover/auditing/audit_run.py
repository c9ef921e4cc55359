"""An audit from beginning to end: reads the rows that a ledger lacks, has them judged, and reports the results."""

import json
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import islice
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

from .audit_inputs import Input, InputMonitor, Shard
from .audit_summary import summarize, to_json
from .audit_terminal import ReadPosition, fact_sentences, print_complaints, print_summary, progress_bar
from .audited_subject import chunk_seconds
from .chunk_judge import ChunkJudge
from .dask_cluster import DaskExecutor
from .distribution import CHUNK_SECONDS, PUZZLE_SECONDS, Executor, ProcessExecutor, SerialExecutor, go_over
from .findings import Findings, Task
from .ledger import Ledger
from .ledger_export import tsv_line
from .ledger_reading import place_of
from .questions import AuditSettings, Questions
from .subject_judges import close_subjects, refuse_unready

SUBJECT_CHUNK_SECONDS = 5.0
"""Target duration of a chunk in seconds if programs have to be started for it, which may take 0.2 s each."""

PACKAGES = ("python-sat", "ortools")
"""Packages whose versions a run records."""

Range = tuple[int, int]
"""Numbers of rows, from the first to the last."""

BEGIN = (0, 1)
"""The file and line before which there can be no row."""

Stop = UsageError | KeyboardInterrupt
"""Errors that end an audit early; it reports the results so far."""


@dataclass(frozen=True, slots=True)
class AuditOutputs:
    """The files that an audit writes; None for those that are not wanted. `json` may be `STDOUT`."""

    rows: Path | None = None
    ledger: Path | None = None
    json: Path | None = None
    html: Path | None = None

    def refuse_unusable(self, names: Sequence[str], solvers: Iterable[Path]) -> None:
        """Raise UsageError or OSError for a file that is also an input, or that cannot be written."""
        json_file = None if self.json == Path(STDOUT) else self.json
        outputs = [path for path in (self.rows, json_file, self.html) if path is not None]
        refuse_shared_files(outputs, [*input_paths(names), *solvers], self.ledger)
        refuse_unwritable(outputs if self.ledger is None else [*outputs, self.ledger])


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
    outputs.refuse_unusable(names, (path for judge in subjects for path in files_of(judge.spec)))
    refuse_unready(subjects)
    monitor = InputMonitor(names)
    inputs = list(map(Input.of, names))
    if settings.shard != Shard() and None in (each.sha256 for each in inputs):
        raise UsageError("--shard needs files: a pipe may have other contents for each shard")
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

    @property
    def names(self) -> list[str]:
        """The names of the files."""
        return [each.name for each in self.inputs]

    def run(self, executor: Executor) -> Stop | None:
        """Judge the remaining puzzles; returns the error that ended the audit early, if any."""
        started = time.perf_counter()
        was_complete = self.ledger.is_complete
        try:
            with self.ledger.run(executor.name, package_versions()):
                if not was_complete or self._has_to_compare:
                    self._go_over(executor)
                if not was_complete or self.judged:
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

    def _tasks(self, done: Sequence[Range], position: ReadPosition) -> Iterator[Task]:
        """The remaining puzzles of the shard; as far as possible, those in the ledger are not even read.

        Raises UsageError at a shape that the questions exclude.
        """
        names, asked = self.names, self.settings
        read = partial(
            read_rows,
            names,
            asked.dialect,
            asked.shape,
            columns=asked.columns,
            skip_malformed=self.skip_malformed,
            opened=position.note_opened,
        )
        if self._has_to_compare:
            tasks = remaining(compare_with_ledger(read(start=BEGIN), self.ledger, names), done)
        else:
            number, place = starting_point(self.ledger, done)
            tasks = remaining(read(start=place), done, number)
        for task in tasks:
            if asked.shard.has(task.number):
                file, line, puzzle, *_ = task.row
                if puzzle is not None:
                    asked.questions.refuse_shape(puzzle.shape, place_of(names[file], line))
                yield task

    @property
    def _has_to_compare(self) -> bool:
        """Whether an input has no digest, so that only its rows show whether it has changed."""
        return any(each.sha256 is None for each in self.inputs)

    def _keep(self, findings: Findings) -> None:
        self.judged += len(findings.puzzle)
        self.ledger.keep(findings)


def package_versions() -> dict[str, str]:
    """The versions of crosscover and the solver libraries."""
    return {"crosscover": crosscover.__version__, **{name: version(name) for name in PACKAGES}}


def starting_point(ledger: Ledger, done: Sequence[Range]) -> tuple[int, tuple[int, int]]:
    """The number and the place of a row from which reading can start, since the ledger has all rows before it.

    It is the first row in the line of the last row before any that remains.
    """
    if not done or done[0][0] != 1:
        return 1, BEGIN
    number = done[0][1]
    place = ledger.place(number)
    while ledger.place(number - 1) == place:
        number -= 1
    return number, place or BEGIN


def remaining(rows: Iterator[Row], done: Iterable[Range], number: int = 1) -> Iterator[Task]:
    """The rows outside the ranges that are done; the first of the rows has that number."""
    for first, last in done:
        for row in islice(rows, max(0, first - number)):
            yield Task(number, row)
            number += 1
        deque(islice(rows, last + 1 - max(first, number)), 0)
        number = last + 1
    for row in rows:
        yield Task(number, row)
        number += 1


def compare_with_ledger(rows: Iterator[Row], ledger: Ledger, names: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of an input without a digest; raises UsageError at the first that differs from the ledger's."""
    kept = ledger.puzzles()
    expected = next(kept, None)
    number = 0
    for number, row in enumerate(rows, 1):
        if expected is not None and number == expected[0]:
            puzzle, solution = (None if grid is None else str(grid) for grid in (row.puzzle, row.solution))
            if (number, puzzle, solution) != expected:
                then, now = _describe_row(*expected[1:]), _describe_row(puzzle, solution)
                message = f"{ledger.path} has another puzzle {number}: expected {then}, found {now}"
                raise UsageError(message, place_of(names[row.file], row.line))
            expected = next(kept, None)
        yield row
    if expected is not None:
        raise UsageError(f"{ledger.path} has a puzzle {expected[0]:,}; the input ends after {number:,}")


def _describe_row(puzzle: str | None, solution: str | None) -> str:
    if puzzle is None:
        return "a malformed row"
    return f"{puzzle} with the solution {solution}" if solution else puzzle


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
        circumstances = describe_circumstances(audit.names, audit.settings, package_versions(), started, audit.seconds)
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
