"""Compare several solvers on the same puzzles, or reports of earlier runs.

Each solver has a run with the same seed and number of rounds; then all of them get the puzzles that one of them failed.
A SUBJECT is as for `crosscover check`, quoted if it has options of its own: 'exec:./a.out --dialect grid'. Options of
solvers outside quotes are defaults for all solvers.

A REPORT is a file of `crosscover check --json`. For several runs of one solver the changes are shown, and the last run
counts for the exit code.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TextIO

from crosscover import contracts
from crosscover.exit_code import ExitCode, NotStartedError, UsageError, print_error, refusing
from crosscover.options import COMPARE, ENGINE, OPTIONS
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.output import print_line
from crosscover.report.comparison import Comparison
from crosscover.report.comparison_reports import comparison_page, comparison_text, print_comparison
from crosscover.report.files import STDOUT, atomic_write, refuse_shared_files, refuse_unwritable, write_output
from crosscover.report.run_record import RunRecord, read_run
from crosscover.runner.comparing import compare_runs, run_once, why_not_started
from crosscover.runner.settings import RunSettings, fresh_seed, read_settings
from crosscover.subjects.smoke import sentence
from crosscover.subjects.specification import PREFIXES, files_of, suggest
from crosscover.system import cores

from .inputs import add_options, options_of, read_quoted

ROUNDS, TIME = 2, "90s"
"""The default rounds and time budget per solver; two rounds of an ordinary solver take half a minute."""

TEXTS = {
    "rounds": f"rounds per solver; each doubles the previous one (default: {ROUNDS})",
    "time": f"time budget per solver (default: {TIME})",
    "html": "write the comparison for browsers: one self-contained file",
    "json": "write the comparison for programs; - for stdout",
}
"""The help of options that mean something else than in `crosscover check`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("compared", nargs="+", metavar="SUBJECT_OR_REPORT")
    add_options(parser, COMPARE, TEXTS)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Run the solvers, and compare the results."""
    words: Sequence[str] = arguments.compared
    if len(words) < 2:
        raise UsageError("expected at least two solvers or reports, as in `crosscover compare a.json b.json`")
    reports = {place: read_run(Path(word)) for place, word in enumerate(words) if _is_report(word)}
    texts = {place: word for place, word in enumerate(words) if place not in reports}
    given = options_of(arguments, COMPARE)
    json, html = str(given.pop("json", "")), str(given.pop("html", ""))
    solvers = solver_settings(texts, given, list(reports.values())) if texts else {}
    outputs = [Path(name) for name in (json, html) if name not in ("", STDOUT)]
    sources = chain.from_iterable(files_of(settings.subject) for settings in solvers.values())
    names = {name for one in solvers.values() for name in (one.run.puzzles, one.options.source) if name}
    refuse_shared_files(outputs, [*(Path(words[place]) for place in reports), *sources, *map(Path, sorted(names))])
    refuse_unwritable(outputs)
    stream = sys.stderr if json == STDOUT else sys.stdout
    try:
        _refuse_unready(texts, solvers)
        records = dict(judge_in_turn(texts, solvers, stream))
    except (NotStartedError, UnavailableEngineError) as error:
        _write(Comparison((), not_started=str(error)), json, html)
        raise NotStartedError(str(error)) from None
    for place in sorted(solvers.keys() - records.keys()):
        yield ExitCode.INTERRUPTED
        print_error(f"interrupted before {texts[place]}")
    is_cut = not all(record.footer.complete for record in records.values())
    runs = sorted((reports | records).items())
    asked = {} if is_cut else {index: solvers[place] for index, (place, _) in enumerate(runs) if place in solvers}
    comparison = compare_runs(tuple(record for _, record in runs), asked)
    yield comparison.exit_code
    print_comparison(comparison, stream)
    _write(comparison, json, html)


def _write(comparison: Comparison, json: str, html: str) -> None:
    if json:
        write_output(json, comparison_text(comparison))
    if html:
        atomic_write(Path(html), comparison_page(comparison))


def _is_report(word: str) -> bool:
    """Whether an argument names a report; raises UsageError if it names neither a report nor a solver."""
    if word.startswith(PREFIXES):
        return False
    if word.endswith(".json"):
        return True
    raise UsageError(f"{suggest(word)}; or a report, FILE.json")


def solver_settings(
    texts: Mapping[int, str], given: Mapping[str, object], reports: Sequence[RunRecord]
) -> dict[int, RunSettings]:
    """The settings of each solver by its place: those given for all of them that apply to it, and its own options.

    Seed and rounds are those of the last report, if there is one. Engines have the contract of functions, unless only
    engines are compared. Raises UsageError.
    """
    quoted: dict[int, tuple[str, dict[str, object]]] = {}
    for place, text in texts.items():
        with refusing(f"{text!r}: "):
            quoted[place] = read_quoted(text)
    last = reports[-1] if reports else None
    fixed = {} if "examples" in given else {"rounds": last.footer.rounds if last else ROUNDS}
    common = {"jobs": cores(), "seed": last.header.seed if last else fresh_seed(), "time": TIME, **fixed, **given}
    are_engines = all(spec.startswith("engine:") for spec, _ in quoted.values()) and not reports
    solvers: dict[int, RunSettings] = {}
    for place, (spec, options) in quoted.items():
        kind = spec.partition(":")[0]
        values = {name: value for name, value in common.items() if kind in OPTIONS[name].kinds} | options
        if kind == ENGINE and not are_engines:
            values.setdefault("contract", contracts.PROPER)
        with refusing(f"{texts[place]!r}: "):
            solvers[place] = read_settings(spec, values, COMPARE)
    return solvers


def _refuse_unready(texts: Mapping[int, str], solvers: Mapping[int, RunSettings]) -> None:
    """Raise NotStartedError for the first solver that cannot be started, or UsageError; both say what to try."""
    for place, settings in solvers.items():
        with refusing(f"{texts[place]!r}: "):
            reason = why_not_started(settings)
        if reason is not None:
            raise NotStartedError(sentence(texts[place], reason))


def judge_in_turn(
    texts: Mapping[int, str], solvers: Mapping[int, RunSettings], stream: TextIO
) -> Iterator[tuple[int, RunRecord]]:
    """Run one solver after the other, until one is interrupted."""
    for number, (place, settings) in enumerate(solvers.items(), 1):
        print_line(f"{number} of {len(solvers)}  {texts[place]} ...", stream)
        stream.flush()
        with refusing(f"{texts[place]!r}: "):
            record = run_once(settings)
        yield place, record
        if not record.footer.complete:
            return
