"""The published pages of the gallery agree with the confirmed results."""

import pytest

from gallery.entries import HERE, load
from gallery.page import FOLDER, OVERVIEW, candidates, pages
from gallery.results import load as load_results

ENTRIES = load()
RESULTS = load_results()
VERDICTS = {
    "no errors found",
    "wrong",
    "not confirmed",
    "gives up",
    "timed out",
    "not decided",
    "not started",
    "not judged",
}


def test_the_pages_agree_with_the_results() -> None:
    """The pages in the repository are generated from the results in the repository, and there are no others."""
    expected = pages(ENTRIES, RESULTS)
    assert {path: path.read_text(encoding="utf-8") for path in expected} == expected
    assert set(FOLDER.glob("*.md")) <= set(expected)


def test_every_entry_was_judged() -> None:
    """Every entry has a result for each of its contracts, at its version."""
    assert {name: set(entry.contracts) for name, entry in ENTRIES.items()} == {
        name: set(solver["contracts"]) for name, solver in RESULTS.items()
    }
    assert {name: entry.version for name, entry in ENTRIES.items()} == {
        name: solver["version"] for name, solver in RESULTS.items()
    }


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_quotes_a_promise_and_has_its_adapter(name: str) -> None:
    """Every entry quotes a promise with its source, is pinned to a version, and can be run."""
    entry = ENTRIES[name]
    assert entry.promise
    assert entry.where
    assert entry.version
    assert set(entry.contracts) <= ({"all", "one"} if entry.problem else {"proper", "any", "count"})
    assert (HERE / "adapters" / entry.adapter_file).is_file() if entry.adapter else entry.command or entry.file


def test_every_drawn_candidate_was_judged_or_left_out_for_a_reason() -> None:
    """The drawn candidates are the entries that were judged under `proper` alone, and those with a reason."""
    drawn = [name for name, reason in candidates().items() if not reason]
    assert [name for name in ENTRIES if name in candidates()] == drawn
    assert {ENTRIES[name].contracts for name in drawn} == {("proper",)}


def test_every_adapter_belongs_to_an_entry() -> None:
    """Every adapter belongs to an entry."""
    files = {f"{file.parent.name}/{file.name}" for file in (HERE / "adapters").glob("*/*.*")}
    assert files == {entry.adapter_file for entry in ENTRIES.values() if entry.adapter}


def test_an_adapter_that_counts_has_the_function() -> None:
    """Adapters of entries with the contract `count` export `count`."""
    for entry in ENTRIES.values():
        if "count" in entry.contracts:
            text = (HERE / "adapters" / entry.adapter_file).read_text()
            assert "def count(" in text or "function count(" in text, entry.id


def test_every_failure_is_confirmed() -> None:
    """Every wrong solver was confirmed by the independent script and by two replays."""
    results = [result for solver in RESULTS.values() for result in solver["contracts"].values()]
    assert {result["verdict"] for result in results} <= VERDICTS
    for result in results:
        if result["verdict"] == "wrong":
            assert result["confirmation"]["confirmed"]
            assert result["confirmation"]["replays"] == 2


def test_a_wrong_solver_is_shown_with_its_promise_and_confirmation() -> None:
    """The page shows the promise, the puzzle, the reason and the confirmation of a wrong solver."""
    entry = ENTRIES["npm:sudoku"]
    result = {
        "verdict": "wrong",
        "properties": [3, 13],
        "puzzles": 1234,
        "seconds": 5.5,
        "property": "patterns",
        "statement": "A statement.",
        "reason": "r1c1 is `empty`",
        "puzzle": "." * 81,
        "asked": 2,
        "confirmation": {"confirmed": True, "reason": "the answer is ''", "replays": 2},
    }
    texts = pages(ENTRIES, {entry.id: {"version": entry.version, "contracts": {"proper": result}}})
    overview, own = texts[OVERVIEW], texts[FOLDER / "npm-sudoku.md"]
    link = "[sudoku](solvers/npm-sudoku.md) (npm)"
    assert f"| {link} | 0.0.3 | proper | **wrong** | `patterns` | 3 of 13 | 1,234 | 5.5 |" in overview
    assert f"- {link}, `proper`, **wrong**: `r1c1 is 'empty'`" in overview
    assert f"Its documentation says: “{entry.promise}” ({entry.where})" in own
    assert f"The smallest puzzle found, in a run of 2 puzzles:\n\n```text\n{'.' * 81}\n" in own
    assert "Confirmed without crosscover: `the answer is ''`; 2 of 2 replays." in own
    assert "python -m gallery npm:sudoku" in own


def test_the_overview_begins_with_the_numbers_of_each_section() -> None:
    """Each section has its wrong and its judged solvers at the top; a solver that was not started is not judged."""
    verdicts = {"npm:sudoku": "wrong", "npm:dlx": "not started", "pypi:s-sudoku": "not decided"}
    results = {
        name: {"version": ENTRIES[name].version, "contracts": {"proper": {"verdict": verdict, "reason": ""}}}
        for name, verdict in verdicts.items()
    }
    overview = pages(ENTRIES, results)[OVERVIEW]
    assert "| plain | 1 | 2 | 1 |\n| of these drawn at random | 0 | 1 | 1 |\n| diagonal | 0 | 0 | 0 |\n" in overview
    assert "0 of 1 are wrong (0%). 102 were drawn. Left out: window or web page 14, " in " ".join(overview.split())


def test_diagonal_solvers_have_a_section_of_their_own() -> None:
    """The verdicts on diagonal Sudoku are counted and listed apart from those on plain Sudoku."""
    plain, diagonal = ENTRIES["npm:sudoku"], ENTRIES["git:KTala9/AIND-Sudoku"]
    results = {
        entry.id: {"version": entry.version, "contracts": {contract: {"verdict": "not judged", "reason": ""}}}
        for entry, contract in ((plain, "proper"), (diagonal, "any"))
    }
    texts = pages(ENTRIES, results)
    before, _, after = texts[OVERVIEW].partition("## Diagonal Sudoku")
    assert "1 solvers: 1 from npm; 0 are wrong." in before
    assert "1 solvers: 1 from GitHub; 0 are wrong." in after
    check = "crosscover check source/solution.py --variant x --contract any --seed 1"
    assert check in texts[FOLDER / "git-KTala9-AIND-Sudoku.md"]


def test_exact_cover_libraries_have_a_section_of_their_own() -> None:
    """The section has the number of wrong libraries at its top, and the page the smallest problem and the command."""
    entry = ENTRIES["npm:dance/covers"]
    result = {
        "verdict": "wrong",
        "properties": [1, 10],
        "puzzles": 7,
        "seconds": 2,
        "property": "tilings",
        "statement": "A statement.",
        "reason": "gives ()",
        "puzzle": None,
        "asked": 1,
        "drawing": "option 0  1",
        "detail": "a\na",
        "confirmation": {"confirmed": True, "reason": "the covers are [0]", "replays": 2},
    }
    texts = pages(ENTRIES, {entry.id: {"version": entry.version, "contracts": {"all": result}}})
    before, _, after = texts[OVERVIEW].partition("## Exact-cover libraries")
    own = texts[FOLDER / "npm-dance-covers.md"]
    assert "0 solvers" in before
    assert "1 of 1 libraries are wrong." in after
    row = "| [dance](solvers/npm-dance-covers.md) (npm) | 0.1.0 | all | **wrong** | `tilings` | 1 of 10 | 7 | 2 |"
    assert row in after
    assert "The smallest problem found:\n\n```text\noption 0  1\n\na\na\n```" in own
    assert "crosscover check js:adapter.mjs:covers --problem cover --contract all --seed 1" in own
    assert "[npm_dance.mjs](../adapters/covers/npm_dance.mjs)" in own
