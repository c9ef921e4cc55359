"""Judge several solvers by the same puzzles, or runs that `crosscover check --json` has written, side by side.

Each solver has a run of its own with the same seed and as many rounds; what one fails is then asked of all others.
A SUBJECT is what `crosscover check` takes, perhaps quoted with options of its own: 'exec:./a.out --dialect grid'.
A REPORT is a file of `crosscover check --json`; of several runs of one solver it is shown what has changed, and the
last counts for the exit code.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TextIO

from crosscover.dialects import ALIASES, DIALECTS
from crosscover.exit_code import ExitCode, NotStartedError, UsageError, print_error
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.report.compare_json import comparison_text
from crosscover.report.compare_terminal import print_comparison
from crosscover.report.comparison import Comparison
from crosscover.report.files import atomic_write, refuse_shared_files, refuse_unwritable
from crosscover.report.json_report import STDOUT
from crosscover.report.run_record import RunRecord, read_run
from crosscover.report.words import escape_unprintable
from crosscover.runner.compare import compare_runs, run_once, was_interrupted, why_not_started
from crosscover.runner.settings import SETTINGS, RunSettings, fresh_seed, read_settings
from crosscover.subjects.options import Contract
from crosscover.subjects.quoted import read_quoted
from crosscover.subjects.specification import PREFIXES, files_of
from crosscover.subjects.suggestion import suggest
from crosscover.worker_pool import cores

from .inputs import argument

ROUNDS, TIME = 2, "90s"
"""Two rounds take an ordinary solver half a minute; the time is there for those that are not."""

GROUPS = {
    "how solvers are asked that do not say so themselves": (
        *("dialect", "call", "shape", "contract", "refusal", "refuse_on", "python", "stream"),
        *("ignore", "words", "echo", "time_limit", "puzzle_time", "memory_limit", "output_limit"),
    ),
    "how much is drawn": ("rounds", "examples", "time", "seed", "puzzles", "jobs", "performance"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("compared", nargs="+", metavar="SUBJECT_OR_REPORT")
    for title, names in GROUPS.items():
        group = parser.add_argument_group(title)
        for name in names:
            keywords = SETTINGS[name].keywords()
            if name == "dialect":
                keywords["choices"] = sorted({*DIALECTS, *ALIASES})
            elif SETTINGS[name].metavar:
                keywords["type"] = argument(SETTINGS[name].parse)
            if name == "rounds":
                keywords["help"] = f"so many rounds for each solver, each twice as long ({ROUNDS})"
            elif name == "time":
                keywords["help"] = f"what the run of one solver may take at most ({TIME})"
            group.add_argument(f"--{name.replace('_', '-')}", **keywords)
    parser.add_argument("-k", dest="expression", default="", metavar="EXPR", help="only properties of these names")
    reports = parser.add_argument_group("reports")
    reports.add_argument("--json", metavar="FILE", default="", help="write the comparison for programs")
    reports.add_argument("--html", metavar="FILE", default="", help="write the comparison for a browser")


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Judge what is to be judged, and compare."""
    words: Sequence[str] = arguments.compared
    if len(words) < 2:
        raise UsageError("expected at least two solvers or reports")
    reports = {place: read_run(Path(word)) for place, word in enumerate(words) if _is_report(word)}
    texts = {place: word for place, word in enumerate(words) if place not in reports}
    solvers = _settings(texts, arguments, list(reports.values())) if texts else {}
    outputs = [Path(name) for name in (arguments.json, arguments.html) if name not in ("", STDOUT)]
    sources = chain.from_iterable(files_of(settings.subject) for settings in solvers.values())
    puzzles = [Path(arguments.puzzles)] if arguments.puzzles else []
    refuse_shared_files(outputs, [*(Path(words[place]) for place in reports), *sources, *puzzles])
    refuse_unwritable(outputs)
    stream = sys.stderr if arguments.json == STDOUT else sys.stdout
    try:
        _refuse_unready(texts, solvers)
        records = dict(_judge(texts, solvers, arguments, stream))
    except UnavailableEngineError as error:
        raise NotStartedError(str(error)) from None
    for place in sorted(solvers.keys() - records.keys()):
        yield ExitCode.INTERRUPTED
        print_error(f"interrupted; not judged: {escape_unprintable(texts[place])}")
    is_cut = any(map(was_interrupted, records.values()))
    runs = sorted((reports | records).items())
    asked = {} if is_cut else {index: solvers[place] for index, (place, _) in enumerate(runs) if place in solvers}
    comparison = compare_runs(tuple(record for _, record in runs), asked)
    yield comparison.exit_code
    print_comparison(comparison, stream)
    _write(comparison, arguments.json, arguments.html)


def _write(comparison: Comparison, json: str, html: str) -> None:
    if json == STDOUT:
        sys.stdout.write(comparison_text(comparison))
    elif json:
        atomic_write(Path(json), comparison_text(comparison))
    if html:
        from crosscover.report.html.compare_page import comparison_page  # noqa: PLC0415 - Jinja takes 60 ms

        atomic_write(Path(html), comparison_page(comparison))


def _is_report(word: str) -> bool:
    """Whether an argument names a report; raises UsageError where it names neither that nor a solver."""
    if word.startswith(PREFIXES):
        return False
    if word.endswith(".json"):
        return True
    raise UsageError(f"{suggest(word)}; or a report, FILE.json")


def _settings(
    texts: Mapping[int, str], arguments: argparse.Namespace, reports: Sequence[RunRecord]
) -> dict[int, RunSettings]:
    """The settings of each solver, by its place: one seed and one contract for all, unless options say otherwise.

    Beside reports they draw what the last of those drew. Raises UsageError.
    """
    quoted: dict[int, tuple[str, dict[str, object]]] = {}
    for place, text in texts.items():
        try:
            quoted[place] = read_quoted(text)
        except ValueError as error:
            raise UsageError(f"{text!r}: {error}") from None
    common = {name: vars(arguments)[name] for names in GROUPS.values() for name in names}
    common["jobs"] = common["jobs"] or cores()
    if common["seed"] is None:
        common["seed"] = reports[-1].seed if reports else fresh_seed()
    if common["rounds"] is None and common["examples"] is None:
        common["rounds"] = reports[-1].rounds if reports else ROUNDS
    common["time"] = common["time"] or TIME
    are_engines = all(spec.startswith("engine:") for spec, _ in quoted.values()) and not reports
    solvers: dict[int, RunSettings] = {}
    for place, (spec, options) in quoted.items():
        values = {**common, **options, "subject": spec}
        if values["contract"] is None and spec.startswith("engine:") and not are_engines:
            values["contract"] = Contract.PROPER.value
        try:
            solvers[place] = read_settings(values)
        except ValueError as error:
            raise UsageError(f"{texts[place]!r}: {error}") from None
    return solvers


def _refuse_unready(texts: Mapping[int, str], solvers: Mapping[int, RunSettings]) -> None:
    """Raise NotStartedError for the first solver that cannot be started, or UsageError; both say what to try."""
    for place, settings in solvers.items():
        try:
            reason = why_not_started(settings)
        except UsageError as error:
            raise UsageError(f"{texts[place]!r}: {error}") from None
        if reason is not None:
            raise NotStartedError(escape_unprintable(f"{texts[place]}: {reason}"))


def _judge(
    texts: Mapping[int, str], solvers: Mapping[int, RunSettings], arguments: argparse.Namespace, stream: TextIO
) -> Iterator[tuple[int, RunRecord]]:
    """Judge one after the other, until one is interrupted."""
    measures = not arguments.expression or arguments.performance is not None  # as `crosscover check` does
    for number, (place, settings) in enumerate(solvers.items(), 1):
        print(f"{number} of {len(solvers)}  {escape_unprintable(texts[place])} ...", file=stream, flush=True)
        try:
            command = _command(settings, arguments)
            record = run_once(settings, arguments.expression, command, measures_performance=measures)
        except UsageError as error:
            raise UsageError(f"{texts[place]!r}: {error}") from None
        yield place, record
        if was_interrupted(record):
            return


def _command(settings: RunSettings, arguments: argparse.Namespace) -> tuple[str, ...]:
    """The `crosscover check` of one solver; seed and rounds are added where it is shown."""
    words = ["crosscover", "check", settings.subject, *settings.options.to_words()]
    for word, value in (("--examples", arguments.examples), ("--puzzles", arguments.puzzles)):
        words += [word, str(value)] if value is not None else []
    return (*words, *(["-k", arguments.expression] if arguments.expression else []))
