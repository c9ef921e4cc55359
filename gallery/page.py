"""The page of the gallery, made from `results.json` and the promises in `entries.toml`."""

from collections.abc import Iterator, Mapping
from typing import Any

from .entries import HERE, Entry
from .results import Results

PAGE = HERE / "README.md"

_ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm", "debian": "Debian", "git": "GitHub", "c": "POJ 3074, C"}

_INTRODUCTION = """\
# Published solvers, judged

Each solver was installed at the version shown and judged by `crosscover check --seed 1`, under each contract that its
documentation claims: `proper` (puzzles with one solution), `any` (a solution, or a refusal if there is none),
`count` (the number of solutions, up to 2). `python -m gallery --page` writes this page; do not edit it.

- **no errors found**: all properties that ran passed. This proves no more.
- **wrong**: an answer breaks the rules of Sudoku or the contract. Two replays confirmed each error, and so did
  [confirm.py](confirm.py), which shares no code with crosscover: it runs the solver and judges by python-sat and the
  rules.
- **not confirmed**: a property failed, but the error could not be confirmed, so it does not count.
- **gives up**: the solver does not promise to solve every puzzle, refused some, and was never wrong.
- **timed out**: an answer exceeded the time limit; nothing worse happened.
- **not decided**: no error was found, but the solver was too slow for all properties in the time of the check.
- **not started**: the solver answered no easy puzzle rightly.
- **not judged**: the check did not come to an end.

The column *properties* counts the judged properties of those that apply. Puzzles and seconds are those of the whole
check, including shrinking. It ends at the first failure, except for solvers that may give up. Rates are hard puzzles
per second of processor time, including the adapter.
"""

_ORDER = ("wrong", "not confirmed", "timed out", "gives up", "not decided", "not started", "not judged")
"""The verdicts with explanations, the most serious first."""

_NOT_TAKEN = """\
## Packages left out

- `pyslvsudoku` (PyPI) prints its solutions and waits for the Enter key; nothing is returned.
- `fast-sudoku-solver` (npm; 3.0.2 and 1.1.21) cannot be imported by Node 20 without a bundler: its imports lack file
  extensions.
- `pysuso` (PyPI) and `sudoku-puzzle`, `js-sudoku-solver`, `game-sudoku`, `sudokuresolver`, `sudoku-easy-solver`,
  `@acrazypie/sudoku.js` (npm) could not be downloaded.
- `sudoku-gen` (npm) only generates puzzles; `dlx-examples` and `sudoku-rnplay` repeat packages above.
- `gnome-sudoku`, `ksudoku`, `nudoku`, `sudoku-solver` (Debian) have no command line for solving.
"""


def page(entries: Mapping[str, Entry], results: Results) -> str:
    """The page as Markdown, without entries that have no result."""
    rows = [
        (entry, contract, results[entry.id]["contracts"][contract])
        for entry in entries.values()
        for contract in entry.contracts
        if contract in results.get(entry.id, {}).get("contracts", ())
    ]
    return "\n".join([_INTRODUCTION, *_table(rows), "", *_failures(rows), *_promises(rows), "", _NOT_TAKEN])


def _table(rows: list[tuple[Entry, str, dict[str, Any]]]) -> Iterator[str]:
    yield "| solver | version | contract | verdict | fails | properties | puzzles | seconds | hard puzzles/s |"
    yield "| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: |"
    for entry, contract, result in rows:
        name = f"`{entry.package}` ({_ECOSYSTEMS[entry.ecosystem]})"
        verdict = result["verdict"] if result["verdict"] == "no errors found" else f"**{result['verdict']}**"
        properties = " of ".join(map(str, result.get("properties", ())))
        figures = (_number(result.get(key)) for key in ("puzzles", "seconds", "rate"))
        failing = f"`{result['property']}`" if "property" in result else ""
        yield f"| {' | '.join([name, entry.version, contract, verdict, failing, properties, *figures])} |"


def _failures(rows: list[tuple[Entry, str, dict[str, Any]]]) -> Iterator[str]:
    yield "## Errors"
    yield ""
    explained = [row for row in rows if row[2]["verdict"] in _ORDER]
    for entry, contract, result in sorted(explained, key=lambda row: _ORDER.index(row[2]["verdict"])):
        yield f"**`{entry.package}` {entry.version}**, `{contract}`, {result['verdict']}: {_code(result['reason'])}"
        yield f"The package says: “{entry.promise}” ({entry.where})."
        if "statement" in result:
            yield f"The property: {result['statement']}"
        if result.get("puzzle"):
            run = "alone" if result["asked"] == 1 else f"in a run of {result['asked']} puzzles"
            yield f"The smallest puzzle found, {run}: `{result['puzzle']}`"
        if "confirmation" in result:
            confirmation = result["confirmation"]
            yield f"Confirmation: {_code(confirmation['reason'])}; {confirmation['replays']} of 2 replays"
        yield ""


def _promises(rows: list[tuple[Entry, str, dict[str, Any]]]) -> Iterator[str]:
    yield "## Promises of the packages"
    yield ""
    yield "| solver | promise | where | licence |"
    yield "| --- | --- | --- | --- |"
    for entry in dict.fromkeys(entry for entry, _, _ in rows):
        name = f"`{entry.package}` ({_ECOSYSTEMS[entry.ecosystem]})"
        yield f"| {name} | {entry.promise} | {entry.where} | {entry.licence} |"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,g}" if value < 1000 else f"{value:,.0f}"


def _code(text: str) -> str:
    """Text of a program as code, on one line."""
    return f"`{' '.join(text.replace('`', chr(39)).split())}`"
