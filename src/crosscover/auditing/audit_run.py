"""Runs an audit: judges the rows missing from the ledger, and reports the results."""

import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

import crosscover
from crosscover.exit_code import ExitCode, UsageError, combine, print_error
from crosscover.output import escape, print_line, tsv_line
from crosscover.puzzle_files import input_paths
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

from .audit_request import AuditRequest
from .audit_summary import summarize
from .audit_text import print_complaints, progress_line, summary_lines
from .chunk_judge import ChunkJudge
from .collection import Input, read_collection
from .dask_cluster import DaskExecutor
from .distribution import CHUNK_ROWS, PUZZLE_SECONDS, ProcessExecutor, go_over
from .findings import place_of
from .ledger import Ledger
from .ledger_file import is_complete

PACKAGES = ("python-sat", "ortools")
"""Packages whose versions each run records."""


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
    started, judged, wrong = time.perf_counter(), 0, 0
    with ExitStack() as stack:
        ledger = stack.enter_context(closing(Ledger(request.ledger, inputs, request.settings())))
        executor = None if is_complete(ledger) else stack.enter_context(closing(_executor(request)))
        error: UsageError | KeyboardInterrupt | None = None
        try:
            if executor is not None:
                ledger.begin_run({"crosscover": crosscover.__version__, **{name: version(name) for name in PACKAGES}})
                done = ledger.done()
                with progress_line(sum(last + 1 - first for first, last in done)) as show:
                    rows = read_collection(request, inputs, done)
                    row_seconds = 6 * sum(one.options.seconds(1) for one in request.solvers)  # three runs, doubled
                    for findings in go_over(rows, executor, PUZZLE_SECONDS + CHUNK_ROWS * row_seconds):
                        judged += len(findings.puzzle)
                        wrong += sum(row.code == ExitCode.WRONG for row in findings.puzzle)
                        ledger.keep(findings)
                        show(judged, wrong)
                ledger.end_run()
        except (UsageError, KeyboardInterrupt) as stop:
            error = stop
            ledger.commit()
        yield from _report(ledger, request, error, judged, time.perf_counter() - started)


def _executor(request: AuditRequest) -> DaskExecutor | ProcessExecutor:
    judge = ChunkJudge(request)
    return DaskExecutor(judge, request.dask) if request.dask else ProcessExecutor(judge, request.jobs or cores())


def _report(
    ledger: Ledger, request: AuditRequest, error: UsageError | KeyboardInterrupt | None, judged: int, seconds: float
) -> Iterator[ExitCode]:
    """Report the results on the terminal and in files; yields the exit codes first, since writing may fail."""
    summary = summarize(ledger)
    codes = [code for code in ExitCode if code.word in summary.complaints]
    if error is not None:
        codes.append(error.code if isinstance(error, UsageError) else ExitCode.INTERRUPTED)
    yield from codes
    path, code = request.ledger, combine(codes)
    print_complaints(summary, f"`crosscover ledger export {path}` shows all" if path else "--ledger FILE keeps all")
    if isinstance(error, UsageError):
        print_error(error, error.place)
    elif error is not None:
        print_error("interrupted")
    stream = sys.stderr if request.json == Path(STDOUT) else sys.stdout
    before = [f"{summary.puzzles - judged:,} of them in earlier runs"] if judged < summary.puzzles else []
    pace = f", {judged / seconds:,.0f} puzzles/s" if seconds >= 1 and judged else ""
    for line in summary_lines(summary, *before, f"{seconds:.1f} s{pace}"):
        print_line(line, stream)
    if request.html:
        from .audit_page import audit_page  # noqa: PLC0415 - Jinja takes 60 ms

        repeat = shlex.join(["crosscover", *sys.argv[1:]])
        atomic_write(request.html, audit_page(summary, seconds, repeat=repeat, exit_code=code))
    if request.json:
        plain = asdict(summary) | {"judged": judged, "seconds": round(seconds, 3), "exit_code": code.value}
        write_output(request.json, escape(json.dumps(plain, indent=2)) + "\n")
    if request.rows and error is None:
        _write_rows(ledger, request.rows)
    elif request.rows:
        print_error(f"{request.rows} was not written: the audit is not complete")


def _write_rows(ledger: Ledger, output: Path) -> None:
    query = "SELECT name, line, puzzle, verdict, solution FROM puzzle JOIN input USING (file) ORDER BY number"
    with open_output(output) as file:
        for name, line, puzzle, verdict, solution in ledger.execute(query):
            file.write(tsv_line((place_of(name, line), puzzle, verdict, solution)))
