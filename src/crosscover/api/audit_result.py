"""Audits from within Python: runs `crosscover audit`, and reads the results from its ledger."""

import json
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from crosscover.auditing.audit_summary import conclusion
from crosscover.auditing.ledger_opening import open_ledger
from crosscover.exit_code import ExitCode
from crosscover.options import option_words
from crosscover.reference import Grid, Shape
from crosscover.reference.shape import expect_type
from crosscover.report.html.page import Framed
from crosscover.report.words import pluralize
from crosscover.scratch import scratch_folder

from .command_process import run_command
from .puzzles import Puzzle, to_grid, to_shape

ROWS = """
SELECT number, input.name, line, puzzle, solution, second, shape, verdict, complaint, code
FROM puzzle JOIN input USING (file)
"""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A puzzle of a collection and its results.

    `number` counts from 1; `file` and `line` are its place. For puzzles that were not in files the line is the number.
    `verdict` is `none`, `unique`, `several`, `undecided`, or `invalid` for a malformed row, which has no puzzle.
    `solution` and `second` are solutions, None if there is none. `complaint` is empty if nothing is wrong.
    """

    number: int
    file: str
    line: int
    puzzle: Grid | None
    verdict: str
    solution: Grid | None
    second: Grid | None
    complaint: str
    is_wrong: bool
    """Whether a solver, or the solution beside the puzzle, is wrong."""

    def _repr_html_(self) -> str:
        grids = {"the puzzle": self.puzzle, "a solution": self.solution, "another one": self.second}
        drawn = (grid.to_html(heading, self.puzzle) for heading, grid in grids.items() if grid is not None)
        return f"<div>{''.join(drawn)}</div>"


@dataclass(frozen=True, repr=False, eq=False)
class AuditResult(Framed):
    """The results of an audit: `summary` is that of `crosscover audit --json`, `page` that of `--html`.

    A notebook shows the page; as text, the result is its sentence. `ledger` is the file with all rows; unless it was
    named, it is deleted with the result.
    """

    exit_code: ExitCode
    summary: Mapping[str, Any]
    page: str
    ledger: Path

    @property
    def ok(self) -> bool:
        """Whether every puzzle was judged, and none has a complaint."""
        return self.exit_code is ExitCode.GOOD

    @property
    def sentence(self) -> str:
        """The result in one sentence that begins with capitals."""
        verdicts = ", ".join(f"{number:,} {word}" for word, number in self.verdicts.items() if number) or "none"
        result = conclusion(self.exit_code, is_complete=bool(self.summary["complete"]))
        return f"{result}; {pluralize(self.puzzles, 'puzzles')}: {verdicts}."

    @property
    def puzzles(self) -> int:
        """The number of puzzles, including malformed rows."""
        return int(self.summary["puzzles"])

    @property
    def verdicts(self) -> Mapping[str, int]:
        """The numbers of puzzles by verdict."""
        verdicts: Mapping[str, int] = self.summary["verdicts"]
        return verdicts

    @property
    def rows(self) -> Iterator[AuditRow]:
        """All rows in the order of the collection, read from the ledger lazily."""
        return self._read("")

    @property
    def wrong(self) -> list[AuditRow]:
        """The rows with a wrong judge, or with a wrong solution beside the puzzle."""
        return list(self._read(f"WHERE code = {ExitCode.WRONG.value}"))

    def _read(self, condition: str) -> Iterator[AuditRow]:
        with open_ledger(self.ledger) as connection:
            for number, file, line, *texts, shape, verdict, complaint, code in connection.execute(
                f"{ROWS} {condition} ORDER BY number"
            ):
                puzzle, solution, second = (
                    None if text is None else Grid.parse(text, Shape.parse(shape)) for text in texts
                )
                is_wrong = code == ExitCode.WRONG
                yield AuditRow(number, file, line, puzzle, verdict, solution, second, complaint, is_wrong)


def audit(
    puzzles: str | Path | Iterable[Path] | Iterable[Puzzle],
    *,
    engines: str | Sequence[str] | None = None,
    judges: Sequence[str] = (),
    dialect: str | None = None,
    puzzle_column: str | None = None,
    solution_column: str | None = None,
    shape: Shape | str | None = None,
    count: int | None = None,
    minimal: bool = False,
    certify: bool = True,
    isomorphs: bool = False,
    on_error: Literal["stop", "skip"] | None = None,
    ledger: str | Path | None = None,
    shard: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
) -> AuditResult:
    """Have several engines judge a collection: the name of a file, several `Path`s, or puzzles as `solve` takes them.

    `engines` are the default panel unless given; `judges` are solvers, as in
    `judges=["exec:./a.out --dialect grid"]`. Files are in any dialect, perhaps compressed, or Parquet. With a `ledger`
    the results are kept there, and the same call resumes an interrupted audit. With `certify`, the ledger has a
    certificate of each verdict. The other arguments are the options of `crosscover audit`.

    Raises ValueError for a malformed puzzle, with its line and column, for a file that cannot be read and for an option
    that does not fit; CommandError if a solver cannot be started.
    """
    wanted = to_shape(shape)
    if not isinstance(puzzles, (str, Path)):
        expect_type(puzzles, Iterable, "the name of a file, several paths, or puzzles")
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())
        files, wanted = _files(puzzles, folder / "puzzles.txt", wanted)
        report, page, kept = folder / "audit.json", folder / "audit.html", Path(ledger or folder / "ledger.db")
        named = {
            "engines": engines if isinstance(engines, str) or engines is None else ",".join(engines),
            "dialect": dialect,
            "puzzle_column": puzzle_column,
            "solution_column": solution_column,
            "shape": wanted,
            "count": count,
            "minimal": minimal,
            "no_certify": not certify,
            "isomorphs": isomorphs,
            "on_error": on_error,
            "ledger": ledger,
            "shard": shard,
            "jobs": jobs,
            "dask": dask,
        }
        hidden = {"json": report, "html": page, "ledger": kept if ledger is None else None}
        words = [*option_words(named), *(f"--judge={judge}" for judge in judges), "--", *map(str, files)]
        finished = run_command("audit", words, hidden=option_words(hidden))
        summary = json.loads(report.read_text("utf-8")) if report.exists() else {"complete": False}
        if not summary["complete"]:
            finished.refuse_failure(report, page)
        result = AuditResult(finished.exit_code, summary, page.read_text("utf-8"), kept)
        weakref.finalize(result, stack.pop_all().close)  # the ledger is there as long as the result
        return result


def _files(
    puzzles: str | Path | Iterable[Path] | Iterable[Puzzle], written: Path, shape: Shape | None
) -> tuple[list[Path], Shape | None]:
    """The files of the puzzles, which are written unless they are files, and the shape."""
    if isinstance(puzzles, (str, Path)):
        return [Path(puzzles)], shape
    items = list(puzzles)
    files = [item for item in items if isinstance(item, Path)]
    if files:
        if len(files) < len(items):
            raise ValueError("expected puzzles or paths of files, not both")
        return files, shape
    if not items:
        raise ValueError("expected at least one puzzle")
    grids: list[Grid] = []
    for number, item in enumerate(items, 1):
        try:
            grids.append(to_grid(item, grids[0].shape if grids else shape))  # type: ignore[arg-type]  # no Path any more
        except ValueError as error:
            raise ValueError(f"puzzle {number}: {error}") from None
    written.write_text("".join(f"{grid}\n" for grid in grids), encoding="utf-8")
    return [written], grids[0].shape
