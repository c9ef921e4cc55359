"""Runs an audit: judges the rows missing from the ledger, and reports the results."""

import json
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from crosscover.errors import ExitCode, UsageError, combine, print_error
from crosscover.output import escape, print_line, tsv_line
from crosscover.puzzle_files import Row, input_paths, place_of, read_rows
from crosscover.reference.canonical import refusal
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

from .chunk_judge import ChunkJudge
from .distribution import (
    CHUNK_ROWS,
    PUZZLE_SECONDS,
    DaskExecutor,
    InterruptedAuditError,
    ProcessExecutor,
    judge_all,
    versions,
)
from .findings import Input, PuzzleRow
from .ledger import Ledger, is_complete
from .progress import show_progress
from .request import AuditRequest
from .summary import summarize_ledger
from .text import print_complaints, summary_lines

ROWS = "SELECT name, line, label, puzzle, verdict, solution FROM puzzle JOIN input USING (file) ORDER BY number"
"""SQL query for the rows of an output file."""


def run_audit(request: AuditRequest) -> Iterator[ExitCode]:
    """Audit the files of a request and report the results; yields the exit codes of all findings.

    Malformed input, a lost cluster and an interrupt end the audit early; the results so far are reported.
    """
    json_file = None if request.json == Path(STDOUT) else request.json
    written = [path for path in (request.rows, json_file, request.html, request.ledger) if path is not None]
    solvers = (path for solver in request.solvers for path in files_of(solver.spec))
    refuse_shared_files(written, [*input_paths(request.files), *solvers])
    refuse_unwritable(written)
    inputs = [Input.of(name) for name in request.files]
    started = time.perf_counter()
    with closing(Ledger(request.ledger, inputs, request.settings())) as ledger:
        done = ledger.done()
        error = None if is_complete(ledger) else _judge_rows(request, inputs, ledger, done)
        yield from _report(ledger, request, error, _count(done), time.perf_counter() - started)


def _judge_rows(
    request: AuditRequest, inputs: Sequence[Input], ledger: Ledger, done: Sequence[tuple[int, int]]
) -> UsageError | None:
    judge = ChunkJudge(request)
    row_seconds = 6 * sum(solver.options.seconds(1) for solver in request.solvers)  # three runs, doubled
    jobs = request.jobs or cores()
    places: dict[int, str] = {}
    with closing(DaskExecutor(judge, request.dask) if request.dask else ProcessExecutor(judge, jobs)) as executor:
        try:
            ledger.begin_run(versions())
            rows = read_collection(request, inputs, done, places)
            judged = judge_all(rows, executor, PUZZLE_SECONDS + CHUNK_ROWS * row_seconds)
            for findings in show_progress(judged, request.files, _count(done)):
                ledger.keep(findings)
            ledger.end_run()
        except UsageError as error:
            return error
        except KeyboardInterrupt:
            return InterruptedAuditError("interrupted")
        finally:
            ledger.commit()
            ledger.keep_places(places)
    return None


def _count(ranges: Sequence[tuple[int, int]]) -> int:
    return sum(last + 1 - first for first, last in ranges)


def _report(
    ledger: Ledger, request: AuditRequest, error: UsageError | None, before: int, seconds: float
) -> Iterator[ExitCode]:
    """Report the results on the terminal and in files; yields the exit codes first, since writing may fail.

    `before` is the number of rows that earlier runs judged.
    """
    summary = summarize_ledger(ledger)
    judged = summary.puzzles - before
    codes = [code for code in ExitCode if code.word in summary.complaints]
    if error is not None:
        codes.append(error.code)
    yield from codes
    path, code = request.ledger, combine(codes)
    print_complaints(summary, f"`crosscover ledger export {path}` shows all" if path else "--ledger FILE keeps all")
    if error is not None:
        print_error(error, error.place)
    stream = sys.stderr if request.json == Path(STDOUT) else sys.stdout
    about_run = f"{seconds:.1f} s"
    if seconds >= 1 and judged:
        about_run += f", {judged / seconds:,.0f} puzzles/s"
    if before:
        about_run = f"{before:,} of them in earlier runs; {about_run}"
    for line in summary_lines(summary, about_run):
        print_line(line, stream)
    if request.html:
        from .page import audit_page  # noqa: PLC0415 - Jinja takes 60 ms

        repeat = shlex.join(["crosscover", *sys.argv[1:]])
        atomic_write(request.html, audit_page(summary, seconds, repeat=repeat, exit_code=code))
    if request.json:
        plain = asdict(summary) | {"judged": judged, "seconds": round(seconds, 3), "exit_code": code.value}
        write_output(request.json, escape(json.dumps(plain, indent=2)) + "\n")
    if request.rows and error is None:
        with open_output(request.rows) as file:
            for name, line, label, *columns in ledger.execute(ROWS):
                file.write(tsv_line((place_of(name, line, label), *columns)))
    elif request.rows:
        print_error(f"{request.rows} was not written: the audit is not complete")


def read_collection(
    request: AuditRequest, inputs: Sequence[Input], done: Iterable[tuple[int, int]], places: dict[int, str]
) -> Iterator[PuzzleRow]:
    """Yield the rows of the inputs that are not done; `places` gets the place of the puzzles of each input.

    Raises UsageError for a malformed row unless the request skips malformed rows, for a shape that the request
    excludes, and at the end for a file that has changed.
    """
    names = [each.name for each in inputs]
    rows = read_rows(
        names, request.dialect, request.shape, columns=request.columns, skip_malformed=request.skip_malformed
    )
    for number, row in remaining(_with_places(rows, places), done):
        if request.isomorphs and row.puzzle is not None and (reason := refusal(row.puzzle.shape)):
            raise UsageError(f"--isomorphs: {reason}", place_of(names[row.file], row.line, row.label))
        yield PuzzleRow.of(number, row)
    for each in inputs:
        if each.sha256 is not None and Input.of(each.name) != each:
            raise UsageError(f"{each.name} was changed while it was read: the results belong to neither version")


def _with_places(rows: Iterable[Row], places: dict[int, str]) -> Iterator[Row]:
    """Yield rows, and add the place of the puzzles of each input to `places`."""
    for row in rows:
        if row.puzzle_in:
            places.setdefault(row.file, row.puzzle_in)
        yield row


def remaining(rows: Iterator[Row], done: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Row]]:
    """Yield rows outside the done ranges, with their numbers; a range is a pair of first and last numbers."""
    ranges = deque(done)
    for number, row in enumerate(rows, 1):
        if ranges and number > ranges[0][1]:
            ranges.popleft()
        if not ranges or number < ranges[0][0]:
            yield number, row
