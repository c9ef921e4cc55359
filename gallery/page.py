"""The pages of the gallery, made from `results.json` and `entries.toml`: an overview, and one page for each solver."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .entries import HERE, Entry
from .install import source_commands
from .results import Results

OVERVIEW = HERE / "README.md"
DRAWN = HERE / "drawn.tsv"
"""The candidates that were drawn, in this order, with the reasons why some were left out."""
README = HERE.parent / "README.md"
"""The page of the project, which has the number of wrong solvers."""
FOLDER = HERE / "solvers"
"""The pages of the solvers, named by `Entry.slug`."""

_ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm", "debian": "Debian", "git": "GitHub"}

_INTRODUCTION = """\
# Published solvers, judged

{numbers}

Each solver was installed at the version shown and judged by `crosscover check --seed 1`, under each contract that its
documentation claims: `proper` (puzzles with one solution), `any` (a solution, or a refusal if there is none),
`count` (the number of solutions, up to 2). `python -m gallery --page` writes this page and those of the solvers; do not
edit them.

- **no errors found**: every property that applies was judged, and all passed. This proves no more.
- **wrong**: an answer breaks the rules of Sudoku or the contract. Two replays confirmed each error, and so did
  [confirm.py](confirm.py), which shares no code with crosscover: it runs the solver and judges by python-sat and the
  rules.
- **not confirmed**: a property failed, but the error could not be confirmed, so it does not count.
- **gives up**: the solver does not promise to solve every puzzle, refused some, and was never wrong.
- **timed out**: a puzzle that is easy for a plain search exceeded the time limit; nothing worse happened.
- **not decided**: no error was found, but the solver was too slow for all properties in the time of the check.
- **not started**: the solver answered no easy puzzle rightly.
- **not judged**: the check did not come to an end.

The column *properties* counts the judged properties of those that apply. Puzzles and seconds are those of the whole
check, including shrinking. Each solver has a page with its promise, its errors, and the commands that repeat the
judgement.
"""

_ORDER = ("wrong", "not confirmed", "timed out", "gives up", "not started", "not judged")
"""The verdicts that the overview explains, the most serious first."""

_DRAWN = """\
### Drawn before they were judged

[drawn.tsv](drawn.tsv) was committed before a solver of it was judged. It has all packages on PyPI that were not judged
yet, with `sudoku` in their name and `solv` in their name or summary, and repositories on GitHub, sorted and shuffled by
`random.Random(1)`: 50 of the first 100, by the names of their owners, that an index lists with `sudoku_solver.py`, and
25 of its 93 with `sudoku-solver.js`. They are judged under `proper` alone, and without full grids if they fail with
these only.

{wrong} of {judged} are wrong ({share:.0%}). {drawn} were drawn. Left out: {others}.
"""

_DIAGONAL = """\
## Diagonal Sudoku

These solvers were judged with `--variant x`. They were chosen before they were judged: four packages from PyPI that
promise diagonals, the Python projects on GitHub that have `diagonal-sudoku` or `DiagonalSudoku` in their names, the
first 14 of those named `AIND-Sudoku` (projects of a course, ordered by the number of their files in an index), four
further projects of the course found by its words, and two solvers in JavaScript. crosscover judges the file
`solution.py` of a course project unchanged.
"""

_COVERS = """\
{wrong} of {judged} libraries are wrong. They are the exact-cover libraries that were found on PyPI and npm and could be
installed, judged with `--problem cover` through wrappers of a few lines, such as [that of
dlx](adapters/covers/pypi_dlx.py). The contract `all` means every cover, each once; `one` means a cover, or a refusal if
there is none. An object that can search again is searched again, also after an abandoned iterator, unless its
documentation excludes this. What the libraries disagree about, such as options without a primary item, is not judged.
[confirm_covers.py](confirm_covers.py) confirms errors, by brute force if there are few options, else by python-sat.
`exactcover` and `dlx-lib` (PyPI) and `algorithm-x` (npm) could not be installed.
"""

_NOT_TAKEN = """\
## Solvers left out

- `pyslvsudoku` (PyPI) prints its solutions and waits for the Enter key; nothing is returned.
- `sudoku9` (PyPI) needs Qt to be imported. `trivial-sudoku` (PyPI), `sudoku.py` of kamyu104/LeetCode-Solutions and some
  solvers of attractivechaos/plb need Python 2.
- `fast-sudoku-solver` (npm; 3.0.2 and 1.1.21) cannot be imported by Node 20 without a bundler: its imports lack file
  extensions.
- `pysuso`, `klsudoku`, `sudoku-solver-rs`, `sudoku-strategy`, `sudoku-solverdlx` (PyPI) and `sudoku-puzzle`,
  `js-sudoku-solver`, `game-sudoku`, `sudokuresolver`, `sudoku-easy-solver`, `@acrazypie/sudoku.js`, `sudoku-ts` (npm)
  could not be downloaded.
- `shubhamjain/php-sudoku-solver` (GitHub) reports NOT_SOLVABLE for the example of its README under PHP 8.2.
- `sudoku-gen` (npm) only generates puzzles; `dlx-examples` and `sudoku-rnplay` repeat packages above.
- `gnome-sudoku`, `ksudoku`, `nudoku`, `sudoku-solver` (Debian) have no command line for solving.
- Solvers in compiled languages are judged only if a registry has them as programs or packages.
- `x_sudoku.py` of nahiphog/classic_sudoku (GitHub) raises NameError before it solves.
- `SudokuSolver.awk` of pilona (GitHub) needs more than 20 seconds for an easy puzzle. The constraint propagation of
  Cars-10/SudokuSolver needs minutes for a hard one.
- `py-libsudoku`, and the `exact-cover` that `xudoku` needs (PyPI), cannot be built for Python 3.11. `modern-sudoku` and
  `exactcover` could not be downloaded. `mysudoku`, `sudoku-helper` and `jonasstrube-sudokumanager` do not solve.
"""

_CONFIRMED = re.compile(r"\d+ of \d+ published")
"""The number of solvers with a confirmed error, in README."""

Row = tuple[Entry, str, dict[str, Any]]
"""A solver, a contract, and the result."""


def write(entries: Mapping[str, Entry], results: Results) -> None:
    """Write the overview and the pages of the solvers that have results, and delete other pages."""
    written = pages(entries, results)
    for path in set(FOLDER.glob("*.md")) - set(written):
        path.unlink()
    FOLDER.mkdir(exist_ok=True)
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")


def pages(entries: Mapping[str, Entry], results: Results) -> dict[Path, str]:
    """The text of each page, as Markdown."""
    rows = [
        (entry, contract, results[entry.id]["contracts"][contract])
        for entry in entries.values()
        for contract in entry.contracts
        if contract in results.get(entry.id, {}).get("contracts", ())
    ]
    drawn_names = candidates()
    sudoku = [row for row in rows if not row[0].problem]
    plain = [row for row in sudoku if not row[0].variant]
    drawn = [row for row in plain if row[0].id in drawn_names]
    chosen = [row for row in plain if row[0].id not in drawn_names]
    diagonal = [row for row in sudoku if row[0].variant]
    covers = [row for row in rows if row[0].problem]
    numbers = _numbers({"plain": plain, "of these drawn at random": drawn, "diagonal": diagonal, "exact cover": covers})
    overview = [_INTRODUCTION.format(numbers=numbers), "## Plain Sudoku", "", *_table(chosen)]
    if drawn:
        overview += [_drawn(drawn_names, drawn), *_table(drawn)]
    overview += [_DIAGONAL, *_table(diagonal)]
    if covers:
        text = _COVERS.format(wrong=_with(covers, "wrong"), judged=_judged(covers))
        overview += ["## Exact-cover libraries", "", text, *_table(covers)]
    overview += [*_failures(rows), _NOT_TAKEN]
    judged = dict.fromkeys(entry for entry, _, _ in rows)
    own = {entry: [row for row in rows if row[0] == entry] for entry in judged}
    solvers = {FOLDER / f"{entry.slug}.md": "\n".join(_solver(entry, own[entry])) for entry in judged}
    readme = _CONFIRMED.sub(
        f"{_with(sudoku, 'wrong')} of {_judged(sudoku)} published", README.read_text(encoding="utf-8")
    )
    return {README: readme, OVERVIEW: "\n".join(overview), **solvers}


def _with(rows: list[Row], verdict: str) -> int:
    """The number of solvers with this verdict under some contract."""
    return len({entry.id for entry, _, result in rows if result["verdict"] == verdict})


def _judged(rows: list[Row]) -> int:
    """The number of solvers that were started."""
    return len({entry.id for entry, _, result in rows if result["verdict"] not in ("not started", "not judged")})


def _numbers(sections: Mapping[str, list[Row]]) -> str:
    """A table of the wrong, the judged and the undecided solvers of each section."""
    lines = [
        f"| {name} | {_with(rows, 'wrong')} | {_judged(rows)} | {_with(rows, 'not decided')} |"
        for name, rows in sections.items()
    ]
    return "\n".join(["| solvers | wrong | judged | of these not decided |", "| --- | ---: | ---: | ---: |", *lines])


def candidates() -> dict[str, str]:
    """The drawn candidates, each with the reason why it was left out, or an empty text."""
    lines = DRAWN.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {candidate: reason for candidate, reason in rows if reason != "not drawn"}


def _drawn(names: Mapping[str, str], rows: list[Row]) -> str:
    """How the drawn solvers were chosen, the share of wrong ones, and why the others were left out."""
    reasons = Counter(filter(None, names.values()))
    reasons["not started"] = len({entry.id for entry, _, _ in rows}) - _judged(rows)
    others = ", ".join(f"{reason} {number}" for reason, number in reasons.most_common() if number)
    wrong, judged = _with(rows, "wrong"), _judged(rows)
    share = wrong / max(judged, 1)
    return _DRAWN.format(wrong=wrong, judged=judged, share=share, drawn=len(names), others=others)


def _summary(rows: list[Row]) -> str:
    places = Counter(_ECOSYSTEMS[entry.ecosystem] for entry in dict.fromkeys(entry for entry, _, _ in rows))
    verdicts = Counter(result["verdict"] for _, _, result in rows)
    return (
        f"{places.total()} solvers: {', '.join(f'{number} from {place}' for place, number in places.most_common())}; "
        f"{_with(rows, 'wrong')} are wrong. "
        f"{verdicts.total()} verdicts: {', '.join(f'{number} {word}' for word, number in verdicts.most_common())}."
    )


def _table(rows: list[Row]) -> Iterator[str]:
    yield _summary(rows)
    yield ""
    noun = _noun(rows[0][0] if rows else None)
    yield f"| solver | version | contract | verdict | fails | properties | {noun} | seconds |"
    yield "| --- | --- | --- | --- | --- | ---: | ---: | ---: |"
    for entry, contract, result in rows:
        verdict = result["verdict"] if result["verdict"] == "no errors found" else f"**{result['verdict']}**"
        properties = " of ".join(map(str, result.get("properties", ())))
        figures = (_number(result.get(key)) for key in ("puzzles", "seconds"))
        failing = f"`{result['property']}`" if "property" in result else ""
        cells = [_link(entry), entry.version[:10], contract, verdict, failing, properties, *figures]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _failures(rows: list[Row]) -> Iterator[str]:
    yield "## Errors and other findings"
    yield ""
    explained = [row for row in rows if row[2]["verdict"] in _ORDER]
    for entry, contract, result in sorted(explained, key=lambda row: _ORDER.index(row[2]["verdict"])):
        yield f"- {_link(entry)}, `{contract}`, **{result['verdict']}**: {_code(result['reason'])}"
    yield ""


def _link(entry: Entry) -> str:
    return f"[{entry.package}](solvers/{entry.slug}.md) ({_ECOSYSTEMS[entry.ecosystem]})"


def _solver(entry: Entry, rows: list[Row]) -> Iterator[str]:
    """The lines of the page of a solver."""
    yield f"# {entry.package}"
    yield ""
    yield f"{_ECOSYSTEMS[entry.ecosystem]}, version {entry.version}; licence: {entry.licence}."
    yield "[All solvers](../README.md)"
    yield ""
    yield f"Its documentation says: “{entry.promise}” ({entry.where})"
    for _, contract, result in rows:
        yield ""
        yield f"## Contract `{contract}`: {result['verdict']}"
        yield ""
        yield from _result(entry, result)
    yield ""
    yield "## Repeat it"
    yield ""
    yield "```sh"
    yield f"python -m gallery {shlex.quote(entry.id)}"
    yield f"cd ~/.cache/crosscover-gallery/{entry.slug}"
    yield from (shlex.join(_check(entry, contract)) for _, contract, _ in rows)
    yield "```"
    yield ""
    if entry.needs:
        yield f"This needs {', '.join(f'`{program}`' for program in entry.needs)} on PATH."
    if entry.repository:
        yield "The source is checked out by"
        yield ""
        yield "```sh"
        yield from map(shlex.join, source_commands(entry))
        yield "```"
        yield ""
    if entry.file and not entry.adapter:
        yield "crosscover judges the file unchanged."
    elif entry.adapter:
        role = "adapter with which confirm.py asks it" if entry.file else "adapter"
        yield f"The {role} is [{entry.adapter}](../adapters/{entry.adapter_file})."
    else:
        yield f"The command is `{entry.command}`, with the dialect `{entry.dialect}`."
    yield ""


def _check(entry: Entry, contract: str) -> list[str]:
    """The command that writes a report as HTML, in the folder of the solver."""
    function = entry.function(contract)
    has_packages = entry.ecosystem == "pypi" or (entry.repository and entry.install)
    python = ["--python", "venv/bin/python"] if has_packages else []
    if entry.command:
        subject = [f"exec:{entry.command}", "--dialect", entry.dialect]
    elif entry.file:
        subject = [f"source/{entry.file}", *python]
    elif entry.adapter.endswith(".mjs"):
        subject = [f"js:adapter.mjs:{function}"]
    else:
        subject = [f"python:adapter.py:{function}", *python]
    words = ["crosscover", "check", *subject, *entry.check_options, "--contract", contract, "--seed", "1"]
    return [*words, "--html", f"{contract}.html"]


def _noun(entry: Entry | None) -> str:
    return "problems" if entry and entry.problem else "puzzles"


def _result(entry: Entry, result: dict[str, Any]) -> Iterator[str]:
    if "reason" in result:
        yield _code(result["reason"])
        yield ""
    if "properties" in result:
        finished, announced = result["properties"]
        speed = f"; {_number(result['rate'])} hard puzzles per second of processor time" if result.get("rate") else ""
        yield (
            f"{finished} of {announced} properties, {_number(result['puzzles'])} {_noun(entry)}, "
            f"{_number(result['seconds'])} seconds{speed}."
        )
    for sentence in result.get("notable", ()):
        yield ""
        yield _code(sentence)
    if "statement" in result:
        yield f"The property `{result['property']}`: {result['statement']}"
    if result.get("puzzle"):
        run = "alone" if result["asked"] == 1 else f"in a run of {result['asked']} puzzles"
        yield f"The smallest puzzle found, {run}:"
        yield ""
        yield "```text"
        yield from _grid(result["puzzle"])
        yield "```"
    if "drawing" in result:
        yield "The smallest problem found:"
        yield ""
        yield "```text"
        yield from (*result["drawing"].splitlines(), "", *result["detail"].splitlines())
        yield "```"
    if "confirmation" in result:
        confirmation = result["confirmation"]
        yield ""
        yield f"Confirmed without crosscover: {_code(confirmation['reason'])}; {confirmation['replays']} of 2 replays."


def _grid(puzzle: str) -> Iterator[str]:
    """A puzzle of 81 characters as one line, and as nine rows with its boxes."""
    yield puzzle
    yield ""
    for row in range(9):
        cells = puzzle[9 * row : 9 * row + 9]
        yield " | ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6))
        if row in (2, 5):
            yield "------+-------+------"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,g}" if value < 1000 else f"{value:,.0f}"


def _code(text: str) -> str:
    """Text of a program as code, on one line."""
    return f"`{' '.join(text.replace('`', chr(39)).split())}`"
