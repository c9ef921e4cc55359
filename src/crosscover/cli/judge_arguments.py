"""The judges of an audit, as a command line names them: engines of crosscover, and solvers of the user's."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from crosscover.auditing.judging import with_reference
from crosscover.auditing.subject_judges import SubjectJudge
from crosscover.engines import DEFAULT_PANEL
from crosscover.exit_code import UsageError
from crosscover.options import solver_options
from crosscover.oracles.panel import family_of
from crosscover.reference import Shape
from crosscover.subjects.specification import PREFIXES, subject
from crosscover.subjects.suggestion import suggest

from .inputs import read_quoted

ENGINE = "engine:"


def add_judge_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the judges."""
    panel = ",".join(DEFAULT_PANEL)
    engines = f"the judges: engines, and solvers as `crosscover check` takes them (default: {panel})"
    parser.add_argument("--engines", default=panel, metavar="NAMES", help=engines)
    parser.add_argument(
        "--judge",
        action="append",
        default=[],
        metavar="'SPEC [OPTIONS]'",
        help="a solver of yours as a judge, with the options that `crosscover check` has for solvers, such as "
        "'exec:./a.out --dialect grid'; may be given several times",
    )


def read_judges(
    engines: str, judges: Sequence[str], shape: Shape | None
) -> tuple[tuple[str, ...], tuple[SubjectJudge, ...]]:
    """The names of the engines, the reference first, and the solvers; the shape is theirs unless their options say so.

    Where solvers judge, engines of two families do at least: the default panel unless others are named. Raises
    UsageError for a solver or an option that there is not, and for one that is named twice.
    """
    words = [word.strip().removeprefix(ENGINE) for word in engines.split(",")]
    for word in words:
        if not word.startswith(PREFIXES) and Path(word.partition(":")[0]).is_file():
            raise UsageError(suggest(word))
    named = [word for word in words if not word.startswith(PREFIXES)]
    texts = [word for word in words if word.startswith(PREFIXES)]
    subjects = [_read_judge(text, text, {}, shape) for text in texts]
    subjects += [_read_judge(text, *_read_quoted(text), shape) for text in judges]
    names = [judge.name for judge in subjects]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the judge {twice!r} is named twice")
    panel = with_reference(tuple(named))
    if subjects and len(set(map(family_of, panel))) < 2:
        panel = with_reference(DEFAULT_PANEL)
        print(f"crosscover: verdicts take engines of two kinds, so these judge: {', '.join(panel)}", file=sys.stderr)
    return panel, tuple(subjects)


def _read_judge(text: str, spec: str, given: dict[str, object], shape: Shape | None) -> SubjectJudge:
    try:
        if spec.startswith(ENGINE):
            raise ValueError(f"an engine judges by --engines {spec.removeprefix(ENGINE)}")
        options = solver_options(spec, {**({"shape": shape} if shape else {}), **given})
        subject(spec, options).close()  # refuses what cannot be understood
        return SubjectJudge(text.strip().replace(",", ";"), spec, options)
    except ValueError as error:
        raise UsageError(f"--judge {text!r}: {error}") from None


def _read_quoted(text: str) -> tuple[str, dict[str, object]]:
    try:
        return read_quoted(text)
    except ValueError as error:
        raise UsageError(f"--judge {text!r}: {error}") from None
