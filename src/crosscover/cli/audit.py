"""Have every puzzle of a collection judged by several engines: none, one or several solutions.

Each grid is checked against the rules, and the engines have to agree. Where the input has a solution beside the puzzle
(dialect csv), it has to be the one. With --ledger what was found is kept, and the same command goes on where it was
stopped.
"""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from importlib.metadata import version
from pathlib import Path

import crosscover
from crosscover.auditing.collection import go_over
from crosscover.auditing.dask_cluster import ClusterLostError, DaskExecutor, parse_cluster
from crosscover.auditing.disagreements import JudgeSummary, disagreement_table, summarize_judges, to_plain
from crosscover.auditing.executor import Executor, ProcessExecutor, SerialExecutor
from crosscover.auditing.fact_summary import fact_counts, fact_sentences
from crosscover.auditing.findings import Findings, Task
from crosscover.auditing.inputs import Input, Watch
from crosscover.auditing.judging import MAX_COUNT, Questions, refusal_of_shape
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.resume import BEGIN, compare, remaining, starting_point
from crosscover.auditing.settings import Reading, Settings
from crosscover.auditing.shards import Shard
from crosscover.auditing.subject_judges import close_subjects, refuse_unready
from crosscover.auditing.summary import Summary, count_search_nodes, place_of, summarize, to_json
from crosscover.dialects import ALIASES, DIALECTS, dialect
from crosscover.engines import panel_of
from crosscover.exit_code import ExitCode, UsageError, combine, print_error
from crosscover.option_parsers import whole_number
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.puzzle_files import STDIN
from crosscover.reference import Shape
from crosscover.report.files import atomic_write, open_output, refuse_shared_files, refuse_unwritable
from crosscover.report.words import escape_unprintable
from crosscover.subjects.specification import files_of
from crosscover.worker_pool import cores

from .audit_progress import Position, progress_bar
from .audit_summary import print_complaints, print_summary
from .inputs import add_on_error_argument, add_puzzle_arguments, add_shape_argument, argument, input_paths
from .judge_arguments import add_judge_arguments, read_judges

PACKAGES = ("python-sat", "ortools")
"""The packages whose versions a run names."""

STDOUT = "-"

Stop = UsageError | ClusterLostError | KeyboardInterrupt
"""What ends an audit before its time."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    add_shape_argument(parser)
    add_on_error_argument(parser)
    add_judge_arguments(parser)
    columns = "place, puzzle, verdict, solution"
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write a line a puzzle, once all is judged: {columns}")
    _add_fact_arguments(parser)
    parser.add_argument(
        "--dask",
        type=argument(parse_cluster),
        metavar="CLUSTER",
        help="have a Dask cluster work, tcp://HOST:PORT or tls://HOST:PORT, or local:N: one of N processes here",
    )
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="keep what is found here, and go on from it")
    shard = "judge the I-th of N parts of the inputs alone; `crosscover ledger merge` joins their ledgers"
    parser.add_argument("--shard", type=argument(Shard.parse), default=Shard(), metavar="I/N", help=shard)
    parser.add_argument("--json", metavar="FILE", help="write the summary as JSON; to the standard output with -")
    parser.add_argument("--html", metavar="FILE", help="write the summary as a page for a browser, in one file")


def _add_fact_arguments(parser: argparse.ArgumentParser) -> None:
    count = f"count solutions up to N, at most {MAX_COUNT:,} (default: 2)"
    whole = argument(partial(whole_number, minimum=2, maximum=MAX_COUNT))
    parser.add_argument("--count", type=whole, default=2, metavar="N", help=count)
    minimal = "tell for each puzzle with one solution whether a clue can go"
    parser.add_argument("--minimal", action="store_true", help=minimal)
    certify = "keep a certificate of each verdict in the ledger, for `crosscover verify`"
    parser.add_argument("--certify", action="store_true", help=certify)
    isomorphs = "find puzzles that are the same but for symmetry, by a canonical form of each"
    parser.add_argument("--isomorphs", action="store_true", help=isomorphs)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Judge what the arguments name."""
    engines, subjects = read_judges(arguments.engines, arguments.judge, arguments.shape)
    panel_of(engines)  # refuses an engine before anything is read
    asked = (arguments.count, arguments.minimal, arguments.certify, arguments.isomorphs)
    questions = Questions(engines, *asked, subjects=subjects)
    _refuse_questions(questions, arguments)
    settings = Settings(questions, _reading(arguments), arguments.shard)
    names = arguments.files or [STDIN]
    written = [
        arguments.output,
        None if arguments.json == STDOUT else arguments.json,
        arguments.html,
        arguments.ledger,
    ]
    outputs = [Path(output) for output in written if output is not None]
    solvers = [path for judge in subjects for path in files_of(judge.spec)]
    refuse_shared_files(outputs, [*input_paths(arguments.files), *solvers])
    refuse_unwritable(outputs)
    refuse_unready(subjects)
    with ExitStack() as stack:
        watch = Watch(names)
        inputs = list(map(Input.of, names))
        if settings.shard != Shard() and None in (each.sha256 for each in inputs):
            raise UsageError("--shard needs files: what is read from a pipe may be something else for each shard")
        ledger = stack.enter_context(closing(Ledger(arguments.ledger, inputs, settings.by_name())))
        executor = stack.enter_context(closing(_executor(arguments, settings.questions)))
        stack.callback(close_subjects)
        audit = _Audit(ledger, inputs, watch, settings, skip_malformed=arguments.on_error == "skip")
        error = audit.run(executor)
        yield from _report(arguments, audit, questions, error)
        if arguments.output and error is None:
            _write_rows(ledger, names, Path(arguments.output))
        elif arguments.output:
            print(f"crosscover: {arguments.output} was not written: the audit is not complete", file=sys.stderr)


class _Audit:
    """Does what a ledger is still without."""

    def __init__(
        self, ledger: Ledger, inputs: list[Input], watch: Watch, settings: Settings, *, skip_malformed: bool
    ) -> None:
        self.ledger = ledger
        self.names = [each.name for each in inputs]
        self.before: int | None = None
        """How many rows were there when reading began; None where nothing had to be read."""
        self.seconds = 0.0
        self._kept = False
        self._inputs = inputs
        self._watch = watch
        self.settings = settings
        self._skip_malformed = skip_malformed

    def run(self, executor: Executor) -> Stop | None:
        """Judge the puzzles that are left; what has ended it before its time, if anything has."""
        started = time.perf_counter()
        was_complete = self.ledger.is_complete
        try:
            with self.ledger.run(executor.name, _versions()):
                if not was_complete or self._has_to_compare:
                    self._go_over(executor)
                if not was_complete or self._kept:
                    self.ledger.find_relations()
        except (UsageError, ClusterLostError, KeyboardInterrupt) as error:
            return error
        finally:
            self.seconds = time.perf_counter() - started
        return None

    def _go_over(self, executor: Executor) -> None:
        done = list(self.ledger.done())
        position = Position([each.bytes for each in self._inputs])
        self.before = sum(last + 1 - first for first, last in done)
        asked = self.settings.questions
        seconds = {"chunk_seconds": asked.chunk_seconds, "hang_seconds": asked.hang_seconds}
        with progress_bar(self._keep, self.before, position) as keep:
            go_over(self._of_right_shape(self._tasks(done, position)), executor, keep, **seconds)
        self._watch.refuse_changes()

    def _of_right_shape(self, tasks: Iterator[Task]) -> Iterator[Task]:
        """The same puzzles, up to the first whose shape is not for what is asked: a file may tell its own."""
        for task in tasks:
            row = task.row
            if row.puzzle is not None and (reason := refusal_of_shape(self.settings.questions, row.puzzle.shape)):
                raise UsageError(reason, place_of(self.names, row.file, row.line))
            yield task

    @property
    def _has_to_compare(self) -> bool:
        """Whether what is read may be something else than what the ledger holds."""
        return any(each.sha256 is None for each in self._inputs)

    def _tasks(self, done: list[tuple[int, int]], position: Position) -> Iterator[Task]:
        """The puzzles of the shard that are left."""
        return (task for task in self._left(done, position) if self.settings.shard.has(task.number))

    def _left(self, done: list[tuple[int, int]], position: Position) -> Iterator[Task]:
        """The puzzles that are left; those that are known to be done are not even read, as far as possible."""
        reading = self.settings.reading
        read = partial(reading.rows, self.names, skip_malformed=self._skip_malformed, opened=position.note_opened)
        if self._has_to_compare:
            return remaining(compare(read(start=BEGIN), self.ledger, self.names), done)
        number, place = starting_point(self.ledger, done)
        return remaining(read(start=place), done, number)

    def _keep(self, findings: Findings) -> None:
        self._kept = True
        self.ledger.keep(findings)


def _report(
    arguments: argparse.Namespace,
    audit: _Audit,
    questions: Questions,
    error: Stop | None,
) -> Iterator[ExitCode]:
    """Report what was found, for people and as JSON, and what ended the audit early, if anything did."""
    summary = summarize(audit.ledger, audit.names)
    codes = list(summary.complaints)
    if error is not None:
        codes.append(error.code if isinstance(error, UsageError) else ExitCode.INTERRUPTED)
    yield from codes
    judged = 0 if audit.before is None else summary.puzzles - audit.before
    path = arguments.ledger
    where_all = f"`crosscover ledger export {path}` shows all" if path else "--ledger FILE keeps all"
    print_complaints(summary, where_all)
    match error:
        case UsageError():
            print_error(escape_unprintable(str(error)), error.place)
        case ClusterLostError():
            print_error(error)
        case KeyboardInterrupt():
            print_error("interrupted")
        case None:
            pass
    stream = sys.stderr if arguments.json == STDOUT else sys.stdout
    print_summary(summary, questions.engines, audit.seconds, judged, stream)
    judges = summarize_judges(audit.ledger)
    facts = fact_counts(audit.ledger, questions)
    sentences = list(fact_sentences(audit.ledger, questions, facts))
    for line in (*sentences, *disagreement_table(judges)):
        print(escape_unprintable(line), file=stream)
    if arguments.html:
        _write_page(Path(arguments.html), audit, summary, judges, sentences, exit_code=combine(codes))
    if arguments.json:
        seconds = round(audit.seconds, 3)
        of_this_run = {"judged": judged, "seconds": seconds, "facts": facts, "judges": to_plain(judges)}
        text = json.dumps(to_json(summary, audit.ledger, of_this_run, combine(codes)), indent=2) + "\n"
        if arguments.json == STDOUT:
            sys.stdout.write(text)
        else:
            atomic_write(Path(arguments.json), text)


def _write_page(
    path: Path,
    audit: _Audit,
    summary: Summary,
    judges: Sequence[JudgeSummary],
    sentences: Sequence[str],
    *,
    exit_code: ExitCode,
) -> None:
    from .audit_page import audit_page, page_facts  # noqa: PLC0415 - Jinja takes 60 ms

    settings = audit.settings
    page = audit_page(
        summary,
        judges,
        sentences,
        page_facts(audit.names, settings, _versions(), audit.seconds),
        nodes=count_search_nodes(audit.ledger),
        repeat=shlex.join(["crosscover", *sys.argv[1:]]),
        shape=Shape.parse(settings.reading.shape) if settings.reading.shape else None,
        exit_code=exit_code,
        is_complete=audit.ledger.is_complete,
    )
    atomic_write(path, page)


def _versions() -> dict[str, str]:
    return {"crosscover": crosscover.__version__, **{name: version(name) for name in PACKAGES}}


def _refuse_questions(questions: Questions, arguments: argparse.Namespace) -> None:
    """Raise UsageError for what cannot be asked of puzzles of this shape, or as `producer` does."""
    if questions.certify:
        producer(DEFAULT_PRODUCER)
    spoken = dialect(arguments.dialect).shape if arguments.dialect in {*DIALECTS, *ALIASES} else None
    if reason := refusal_of_shape(questions, arguments.shape or spoken or Shape()):
        raise UsageError(reason)


def _reading(arguments: argparse.Namespace) -> Reading:
    shape = None if arguments.shape is None else str(arguments.shape)
    return Reading(arguments.dialect, shape, arguments.puzzle_column, arguments.solution_column)


def _executor(arguments: argparse.Namespace, questions: Questions) -> Executor:
    if arguments.dask:
        if arguments.jobs:
            raise UsageError("--dask and --jobs exclude each other; local:N has N processes")
        return DaskExecutor(questions, arguments.dask)
    jobs = arguments.jobs or cores()
    return SerialExecutor(questions) if jobs == 1 else ProcessExecutor(questions, jobs)


def _write_rows(ledger: Ledger, names: list[str], output: Path) -> None:
    with open_output(output) as file:
        for number, line, puzzle, verdict, solution in ledger.execute(
            "SELECT file, line, puzzle, verdict, solution FROM puzzle ORDER BY number"
        ):
            print(place_of(names, number, line), puzzle or "", verdict, solution or "", sep="\t", file=file)
