"""Compare several solvers on the same puzzles.

Each solver has a run with the same seed and number of rounds; then all of them get the puzzles that one of them failed.
A SUBJECT is as for `crosscover check`, quoted if it has options of its own: 'exec:./a.out --dialect grid'. Options of
solvers outside quotes are defaults for all solvers.
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
from crosscover.report.files import STDOUT, atomic_write, refuse_shared_files, refuse_unwritable, write_output
from crosscover.result import CheckResult, Comparison, encode
from crosscover.runner.settings import RunSettings, fresh_seed, read_settings
from crosscover.subjects.specification import files_of, meanings
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
    parser.add_argument("solvers", nargs="+", metavar="SUBJECT")
    add_options(parser, COMPARE, TEXTS)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Run the solvers, and compare the results."""
    texts: Sequence[str] = arguments.solvers
    if len(texts) < 2:
        raise UsageError("expected at least two solvers, as in `crosscover compare exec:./a.out engine:dlx`")
    given = options_of(arguments, COMPARE)
    json, html = str(given.pop("json", "")), str(given.pop("html", ""))
    solvers = solver_settings(texts, given)
    outputs = [Path(name) for name in (json, html) if name not in ("", STDOUT)]
    sources = chain.from_iterable(files_of(settings.subject) for settings in solvers)
    names = {one.run.puzzles for one in solvers if one.run.puzzles}
    refuse_shared_files(outputs, [*sources, *map(Path, sorted(names))])
    refuse_unwritable(outputs)
    from crosscover.report.text import comparison_text, print_text, width_of
    from crosscover.runner.comparing import compare_runs

    stream = sys.stderr if json == STDOUT else sys.stdout
    try:
        solvers = _resolved(texts, solvers)
        runs = list(judge_in_turn(texts, solvers, stream))
    except (NotStartedError, UnavailableEngineError) as error:
        _write(Comparison(notes=(str(error),)), json, html)
        raise NotStartedError(str(error)) from None
    for text in texts[len(runs) :]:
        yield ExitCode.INTERRUPTED
        print_error(f"interrupted before {text}")
    comparison = compare_runs(runs, solvers if all(run.complete for run in runs) else ())
    yield comparison.exit_code
    print_text(comparison_text(comparison, width_of(stream)), stream)
    _write(comparison, json, html)


def _write(comparison: Comparison, json: str, html: str) -> None:
    from crosscover.report.page import page

    if json:
        write_output(json, encode(comparison))
    if html:
        atomic_write(Path(html), page(comparison))


def solver_settings(texts: Sequence[str], given: Mapping[str, object]) -> list[RunSettings]:
    """The settings of each solver: those given for all of them that apply to it, and its own options.

    Engines have the contract of functions, unless only engines are compared. Raises UsageError.
    """
    quoted: list[tuple[str, dict[str, object]]] = []
    for text in texts:
        with refusing(f"{text!r}: "):
            quoted.append(read_quoted(text))
    fixed = {} if "examples" in given else {"rounds": ROUNDS}
    common = {"jobs": cores(), "seed": fresh_seed(), "time": TIME, **fixed, **given}
    are_engines = all(meanings(spec)[0].startswith("engine:") for spec, _ in quoted)
    solvers: list[RunSettings] = []
    for text, (spec, options) in zip(texts, quoted, strict=True):
        kinds = {meaning.partition(":")[0] for meaning in meanings(spec)}
        values = {name: value for name, value in common.items() if kinds & {*OPTIONS[name].kinds}} | options
        if kinds == {ENGINE} and not are_engines:
            values.setdefault("contract", contracts.PROPER)
        with refusing(f"{text!r}: "):
            solvers.append(read_settings(spec, values, COMPARE))
    return solvers


def _resolved(texts: Sequence[str], solvers: Sequence[RunSettings]) -> list[RunSettings]:
    """Find the form of each solver; raises NotStartedError, which names the solver, or UsageError."""
    from crosscover.runner.opening import resolve

    resolved: list[RunSettings] = []
    for text, settings in zip(texts, solvers, strict=True):
        try:
            resolved.append(resolve(settings))
        except NotStartedError as error:
            raise NotStartedError(f"{text}: {error}") from None
        except ValueError as error:
            raise UsageError(f"{text!r}: {error}") from None
    return resolved


def judge_in_turn(texts: Sequence[str], solvers: Sequence[RunSettings], stream: TextIO) -> Iterator[CheckResult]:
    """Run one solver after the other, until one is interrupted."""
    from crosscover.runner.comparing import run_once

    for number, (text, settings) in enumerate(zip(texts, solvers, strict=True), 1):
        print_line(f"{number} of {len(solvers)}  {text} ...", stream)
        stream.flush()
        with refusing(f"{text!r}: "):
            run = run_once(settings)
        yield run
        if not run.complete:
            return
