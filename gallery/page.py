"""The page of the gallery, written from `results.json` alone; `entries.toml` gives what the packages promise."""

from collections.abc import Iterator, Mapping
from typing import Any

from .entries import HERE, Entry
from .results import Results

PAGE = HERE / "README.md"

_ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm", "debian": "Debian", "c": "POJ 3074, C"}

_INTRODUCTION = """\
# Published solvers, judged

Each solver was installed at the version shown and judged by `crosscover check --seed 1`, under each contract that its
documentation claims: `proper` (puzzles with one solution), `any` (a solution, or a refusal where there is none),
`count` (the number of solutions, to 2). This page is written by `python -m gallery --page`; do not edit it.

- **no errors found**: every property held that there was time for; nothing more is claimed.
- **wrong**: an answer breaks the rules of Sudoku, or the contract. Each was found again by two replays, and by
  [confirm.py](confirm.py), which shares no code with crosscover: it runs the solver by itself, and judges by python-sat
  and the rules.
- **not confirmed**: something failed, but was not found again in these ways; the solver is not accused of anything.
- **gives up**: it does not promise to solve every puzzle, said so where it did not, and was never wrong.
- **timed out**: nothing worse than an answer that did not come in time.
- **not judged**: it could not be run, or was too slow for a single property within the time of the check.

Properties are those that were judged, of those that apply. Puzzles and seconds are those of the whole check, which ends
at the first failure (shrinking included), except for solvers that may give up. Rates are hard puzzles in a second of
processor time, the cost of the adapter included.
"""

_ORDER = ("wrong", "not confirmed", "timed out", "gives up", "not judged")
"""The verdicts that are explained, the gravest first."""

_NOT_TAKEN = """\
## Not taken

- `pyslvsudoku` (PyPI) prints its solutions and waits for the Enter key; nothing is returned.
- `fast-sudoku-solver` (npm; 3.0.2 and 1.1.21) cannot be imported by Node 20 without a bundler: its imports lack file
  extensions.
- `pysuso` (PyPI) and `sudoku-puzzle`, `js-sudoku-solver`, `game-sudoku`, `sudokuresolver`, `sudoku-easy-solver`,
  `@acrazypie/sudoku.js` (npm) could not be downloaded where this was made.
- `sudoku-gen` (npm) makes puzzles and does not solve any; `dlx-examples`, `sudoku-rnplay` repeat packages above.
- `gnome-sudoku`, `ksudoku`, `nudoku`, `sudoku-solver` (Debian) have no command line that solves.
"""


def page(entries: Mapping[str, Entry], results: Results) -> str:
    """The page, as Markdown; entries without a result are left out."""
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
    yield "## What went wrong"
    yield ""
    explained = [row for row in rows if row[2]["verdict"] in _ORDER]
    for entry, contract, result in sorted(explained, key=lambda row: _ORDER.index(row[2]["verdict"])):
        yield f"**`{entry.package}` {entry.version}**, `{contract}`, {result['verdict']}: {_code(result['reason'])}"
        yield f"The package says: “{entry.promise}” ({entry.where})."
        if "statement" in result:
            yield f"The property: {result['statement']}"
        if result.get("puzzle"):
            run = "alone" if result["asked"] == 1 else f"in a run of {result['asked']} puzzles"
            yield f"The smallest puzzle found, asked {run}: `{result['puzzle']}`"
        if "confirmation" in result:
            confirmation = result["confirmation"]
            yield f"Confirmation: {_code(confirmation['reason'])}; {confirmation['replays']} of 2 replays"
        yield ""


def _promises(rows: list[tuple[Entry, str, dict[str, Any]]]) -> Iterator[str]:
    yield "## What the packages promise"
    yield ""
    yield "| solver | promise | where | licence |"
    yield "| --- | --- | --- | --- |"
    for entry in dict.fromkeys(entry for entry, _, _ in rows):
        name = f"`{entry.package}` ({_ECOSYSTEMS[entry.ecosystem]})"
        yield f"| {name} | {entry.promise} | {entry.where} | {entry.licence} |"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,g}" if value < 1000 else f"{value:,.0f}"


def _code(text: str) -> str:
    """Words of a program as code, on one line."""
    return f"`{' '.join(text.replace('`', chr(39)).split())}`"
