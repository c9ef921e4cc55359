"""Comparisons of runs."""

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover import contracts
from crosscover.exit_code import ExitCode
from crosscover.harness.outcome import Outcome, Status
from crosscover.options import Options
from crosscover.reference import Shape
from crosscover.report.comparison import (
    Change,
    Comparison,
    cell,
    column_names,
    failing_inputs,
    remarks,
    verdict_of,
)
from crosscover.report.comparison_reports import comparison_page, comparison_schema, comparison_text, print_comparison
from crosscover.report.events import Footer
from crosscover.report.grade import Grade
from crosscover.responses import Answered, Failed, Fault

from .comparisons import BAD, GOOD, HOSTILE, OTHER, comparison, run_of
from .samples import (
    HEADER,
    PERFORMANCE,
    PUZZLE,
    SOLUTION,
    counterexample,
    fault,
    footer,
    left_open,
    not_run,
    passed,
    timed_out,
    vacuous,
    wrong,
)

FEW = replace(passed(), judged=3)


def changes(folder: Path, old: tuple[Outcome, ...], new: tuple[Outcome, ...]) -> dict[Change, tuple[str, ...]]:
    """The changes from one run of a solver to the next."""
    runs = run_of(folder, footer(*old)), run_of(folder, footer(*new))
    [found] = Comparison(runs).changes
    return dict(found.properties)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (wrong(), passed("patterns"), Change.FIXED),
        (wrong(), replace(passed("patterns"), judged=16), Change.UNSURE),
        (wrong(), wrong(), Change.STILL),
        (wrong(), timed_out("patterns"), Change.STILL),
        (passed("patterns"), wrong(), Change.NEW),
        (not_run("patterns"), wrong(), Change.NEW),
        (wrong(), not_run("patterns"), Change.NOT_JUDGED),
        (wrong(), vacuous("patterns"), Change.NOT_JUDGED),
        (passed("patterns"), fault("patterns"), Change.NOT_JUDGED),
        (passed("patterns"), passed("patterns"), None),
        (fault("patterns"), passed("patterns"), None),
    ],
)
def test_change(tmp_path: Path, old: Outcome, new: Outcome, change: Change | None) -> None:
    """A failure that does not recur counts as fixed only if enough puzzles were judged to find it."""
    assert changes(tmp_path, (old,), (new,)) == ({} if change is None else {change: ("patterns",)})


def test_properties_of_one_run_alone(tmp_path: Path) -> None:
    """A property of only one run is no longer judged or a new failure; a new one that passes is not listed."""
    found = changes(tmp_path, (passed("old"),), (passed("new"), wrong()))
    assert found == {Change.NEW: ("patterns",), Change.NOT_JUDGED: ("old",)}


def test_only_the_last_run_counts(tmp_path: Path) -> None:
    """The exit code depends on the last report of each solver, unless the solver has just been judged."""
    bad, good = run_of(tmp_path, BAD), run_of(tmp_path, GOOD)
    other = run_of(tmp_path, GOOD, OTHER)
    assert Comparison((bad, good, other)).exit_code is ExitCode.GOOD
    assert Comparison((good, bad, other)).exit_code is ExitCode.WRONG
    assert Comparison((replace(good, source=""), bad, other)).exit_code is ExitCode.GOOD
    assert (
        Comparison((replace(good, footer=replace(good.footer, exit_code=ExitCode.INTERRUPTED)), other)).exit_code
        is ExitCode.INTERRUPTED
    )


def test_every_solver_that_was_just_judged_counts(tmp_path: Path) -> None:
    """Each live run counts, even of equal solvers, and is compared with the last report."""
    bad, good = run_of(tmp_path, BAD, live=True), run_of(tmp_path, GOOD, live=True)
    report = run_of(tmp_path, GOOD)
    assert Comparison((bad, good)).exit_code is ExitCode.WRONG
    assert Comparison((bad, good)).changes == ()
    assert [(one.earlier, one.later) for one in Comparison((bad, report, good)).changes] == [(1, 0), (1, 2)]


@pytest.mark.parametrize(
    ("options", "is_same"),
    [(Options(time_limit=3.0), True), (Options(echo=True), False), (Options(contract=contracts.ANY), False)],
)
def test_runs_of_one_solver(tmp_path: Path, options: Options, is_same: bool) -> None:
    """Runs with other options of the dialect are of different solvers; those with another time limit are not."""
    first, second = run_of(tmp_path, BAD), run_of(tmp_path, GOOD, replace(HEADER, options=options))
    assert (first.identity == second.identity) is is_same
    assert (Comparison((first, second)).exit_code is ExitCode.GOOD) is is_same


def test_inputs_that_others_failed_count(tmp_path: Path) -> None:
    """A solver that fails on an input of another solver is wrong, apart from expected failures."""
    compared = comparison(tmp_path)
    assert [compared.code_of(place) for place in range(3)] == [ExitCode.WRONG, ExitCode.GOOD, ExitCode.WRONG]
    right, wrong_ones = verdict_of(compared)
    assert (right, wrong_ones) == (Grade.WRONG, "1 of 3 solvers: exec:./a.out --flag; timed out: exec:./c ")
    end = compared.runs[2].footer
    expected = tuple(replace(one, expected=True) for one in end.outcomes)
    excused = replace(compared.runs[2], footer=replace(end, outcomes=expected))
    assert replace(compared, runs=(*compared.runs[:2], excused)).code_of(2) is ExitCode.GOOD


def test_failing_inputs(tmp_path: Path) -> None:
    """Each cause and each input is listed once, with all its properties, the smallest first."""
    crashed = counterexample(Answered(SOLUTION), Failed(Fault.CRASHED, "ended by SIGSEGV"))
    runs = (
        run_of(tmp_path, footer(wrong("crash", crashed), wrong(), wrong("full_grids"))),
        run_of(tmp_path, footer(wrong("forms")), OTHER),
    )
    alone, pair = failing_inputs(runs)
    assert (alone.found.batch, alone.properties) == ((PUZZLE,), ("patterns", "full_grids", "forms"))
    assert {place: answer.status for place, answer in alone.answers.items()} == {0: Status.WRONG, 1: Status.WRONG}
    assert (pair.found.batch, pair.properties, list(pair.answers)) == ((PUZZLE, PUZZLE), ("crash",), [0])
    assert pair.answers[0].words == "no answer (crashed)"


def test_the_same_puzzles(tmp_path: Path) -> None:
    """For properties that two solvers passed, the numbers and kinds of puzzles are compared."""
    labelled = replace(passed("patterns"), labels={"clues 17-17": 3, "cpsat abstained": 1})
    calmer = replace(labelled, labels={"clues 17-17": 3})
    other = replace(labelled, labels={"clues 17-17": 2, "clues 18-22": 1})
    first = run_of(tmp_path, Footer((passed(), labelled, wrong("forms")), 1, ExitCode.WRONG, complete=True))
    same = run_of(tmp_path, Footer((passed(), calmer), 1, ExitCode.GOOD, complete=True), OTHER)
    unlike = run_of(tmp_path, Footer((FEW, other), 1, ExitCode.GOOD, complete=True), OTHER)
    assert Comparison((first, same)).unequal == ()
    assert Comparison((same, unlike)).unequal == ("full_grids", "patterns")


def test_remarks(tmp_path: Path) -> None:
    """Remarks mention different contracts and incomplete runs."""
    cut = run_of(tmp_path, Footer((passed(),), 1, ExitCode.INTERRUPTED, complete=False))
    small = replace(HEADER, options=Options(contract=contracts.ANY, shape=Shape(2, 2)))
    said = " ".join(remarks(Comparison((cut, run_of(tmp_path, GOOD, small)), (), 3)))
    assert "different contracts: proper, any" in said
    assert "different shapes" in said
    assert "1 run is not complete" in said
    assert "not shown: 3" in said


@pytest.mark.parametrize(
    ("outcome", "word"),
    [
        (passed(), "passed 1,200"),
        (wrong(), "WRONG after 17"),
        (timed_out(), "TIMED OUT after 17"),
        (FEW, "few puzzles 3"),
        (replace(wrong(), expected=True), "expected failure after 17"),
        (vacuous(), "NOTHING JUDGED"),
        (fault(), "FAULT 3"),
        (not_run(), "not run"),
    ],
)
def test_words(outcome: Outcome, word: str) -> None:
    """Each status has its own word."""
    assert cell(outcome) == word


def test_json(tmp_path: Path) -> None:
    """The JSON is valid whatever a solver wrote, and agrees with the table."""
    compared = comparison(tmp_path, hostile=HOSTILE)
    again = Comparison((*compared.runs, replace(compared.runs[0], source="")))
    for one in (compared, again):
        read = cast("dict[str, object]", json.loads(comparison_text(one)))
        Draft202012Validator(comparison_schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    assert read["exit_code"] == 1
    assert [run["is_latest"] for run in cast("list[dict[str, object]]", read["runs"])] == [False, True, True, True]
    assert read["changes"] == [
        {"earlier": 0, "later": 3, "same_seed": True, "properties": {"still failing": ["patterns", "long_runs"]}}
    ]


def test_terminal(tmp_path: Path) -> None:
    """The terminal shows the solvers, a line for each property, the differences, and the result last."""
    stream = StringIO()
    print_comparison(comparison(tmp_path), stream)
    text = stream.getvalue()
    table = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert table["full_grids"] == ["passed", "1,200"] * 3
    assert table["patterns"] == ["WRONG", "after", "17", *["passed", "1,200"] * 2]
    assert table["complete"] == ["not", "run"] * 3
    assert table["easy"][:2] == ["not", "measured"]
    assert f"> {PUZZLE}" in text
    assert text.index("B  passed") < text.index("WRONG 1 of 3 solvers: exec:./a.out --flag; timed out: exec:./c")


def test_hostile_text_on_a_terminal(tmp_path: Path) -> None:
    """Control characters in a solver's output are escaped."""
    stream = StringIO()
    print_comparison(comparison(tmp_path, hostile=HOSTILE), stream)
    assert all(character.isprintable() or character == "\n" for character in stream.getvalue())


def test_a_solver_that_is_only_slow_is_never_called_wrong(tmp_path: Path) -> None:
    """Timeouts in a run of its own, or on what others failed, are called that; the exit code remains 1."""
    end = footer(passed(), timed_out(), exit_code=ExitCode.WRONG)
    slow, good = run_of(tmp_path, end), run_of(tmp_path, GOOD, OTHER)
    compared = Comparison((slow, good))
    assert verdict_of(compared) == (Grade.TIMED_OUT, "1 of 2 solvers: exec:./a.out --flag")
    assert (compared.code_of(0), compared.code_of(1)) == (ExitCode.WRONG, ExitCode.GOOD)
    three = comparison(tmp_path)
    assert [three.grade_of(place) for place in range(3)] == [Grade.WRONG, Grade.NO_ERRORS, Grade.TIMED_OUT]
    for one in (compared, three):
        page = comparison_page(one)
        assert page.count('<td class="bad">wrong</td><td class="number">') == (one is three)
        assert '<td class="undecided">timed out</td><td class="number">' in page


def test_how_much_a_pass_says(tmp_path: Path) -> None:
    """Each solver has its grade, its bound on errors, what was not asked, and what is notable of its performance."""
    end = Footer((passed(), left_open()), 3.0, ExitCode.GOOD, complete=True, performance=PERFORMANCE)
    slow = run_of(tmp_path, end)
    compared = Comparison((slow, run_of(tmp_path, GOOD, OTHER)))
    assert verdict_of(compared) == (Grade.NOT_DECIDED, "1 of 2 solvers: exec:./a.out --flag")
    assert compared.exit_code is ExitCode.NOT_DECIDED
    stream = StringIO()
    print_comparison(compared, stream)
    text, page, plain = stream.getvalue(), comparison_page(compared), json.loads(comparison_text(compared))
    Draft202012Validator(comparison_schema()).validate(plain)  # pyright: ignore[reportUnknownMemberType] - no types
    assert "A  exec:./a.out --flag  not decided, errors rarer than 1 in 360, contract" in text
    assert "\nA  clashing_clues: not asked: a clash in row 1, a clash in row 2, a clash in row 3 (6 more)\n" in text
    assert '<td class="undecided">not decided</td><td class="number">1 in 360</td>' in page
    assert "<dt>A, clashing_<wbr>clues</dt><dd>not asked: a clash in row 1" in page
    assert [(run["grade"], run["rarer_than"]) for run in plain["runs"]] == [
        ("not decided", 360),
        ("no errors found", None),
    ]
    assert [one["outcomes"][0]["not_asked"] for one in plain["properties"]][:2] == [[], list(left_open().not_asked)]
    _, *notable = text.partition("\nNOT DECIDED ")[2].splitlines()
    assert notable == [f"{name}: {sentence}" for name in "AB" for sentence in PERFORMANCE.notable()]
    for sentence in PERFORMANCE.notable():
        assert f"<p>A: {sentence}</p>" in page
        assert sentence in plain["runs"][0]["notable"]


def test_a_narrow_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 60 columns shows whole words in lines that fit, apart from puzzles."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    long = replace(passed("adversaries_of_backtracking"), simplified_or_skipped=11)
    end = footer(long, left_open(), exit_code=ExitCode.GOOD)
    stream = StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]  # a terminal
    print_comparison(Comparison((run_of(tmp_path, end), run_of(tmp_path, GOOD, OTHER))), stream)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue()).splitlines()
    assert [line for line in lines if len(line) > 60 and str(PUZZLE) not in line and str(tmp_path) not in line] == []
    for word in ("adversaries_of_backtracking", "simplified", "puzzles/s"):
        assert word in " ".join(lines).split()


def test_an_interrupted_run(tmp_path: Path) -> None:
    """A run with another exit code than that of its outcomes is not called good."""
    end = replace(GOOD, exit_code=ExitCode.INTERRUPTED)
    assert verdict_of(Comparison((run_of(tmp_path, end),)))[0] is Grade.INTERRUPTED


def test_no_errors_in_slow_solvers(tmp_path: Path) -> None:
    """If some solvers did not answer every puzzle in time, but no error was found, the result names them."""
    slow = run_of(tmp_path, footer(passed(), replace(left_open(), not_asked=()), exit_code=ExitCode.GOOD))
    compared = Comparison((slow, run_of(tmp_path, GOOD, OTHER)))
    expected = Grade.NO_ERRORS, "in 2 solvers; no errors found, but slow: exec:./a.out --flag"
    assert (verdict_of(compared), compared.exit_code) == (expected, ExitCode.GOOD)


def test_many_columns() -> None:
    """Columns have short and different names, however many there are."""
    names = column_names(80)
    assert (names[0], names[25], names[26], len(set(names))) == ("A", "Z", "A2", 80)
