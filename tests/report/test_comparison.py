"""Comparisons of runs."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover import contracts
from crosscover.exit_code import ExitCode
from crosscover.harness.result import PropertyResult, Status
from crosscover.options import Options
from crosscover.reference import Shape
from crosscover.report.comparison import ComparedRun, Comparison, cell, column_names, failing_inputs, remarks
from crosscover.report.comparison_reports import comparison_page, comparison_schema, comparison_text, print_comparison
from crosscover.report.events import Footer
from crosscover.report.grade import Grade
from crosscover.report.json_report import schema
from crosscover.responses import Answered, Failed, Fault

from .comparisons import GOOD, HOSTILE, OTHER, comparison
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


def test_inputs_that_others_failed_count() -> None:
    """A solver that fails on an input of another solver is wrong, apart from expected failures."""
    compared = comparison()
    assert compared.exit_codes == (ExitCode.WRONG, ExitCode.GOOD, ExitCode.WRONG)
    right, wrong_ones = compared.verdict
    assert (right, wrong_ones) == (Grade.WRONG, "1 of 3 solvers: exec:./a.out --flag; timed out: exec:./c ")
    end = compared.runs[2].footer
    expected = tuple(replace(one, expected=True) for one in end.outcomes)
    excused = replace(compared.runs[2], footer=replace(end, outcomes=expected))
    assert replace(compared, runs=(*compared.runs[:2], excused)).exit_codes[2] is ExitCode.GOOD


def test_failing_inputs() -> None:
    """Each cause and each input is listed once, with all its properties, the smallest first."""
    crashed = counterexample(Answered(SOLUTION), Failed(Fault.CRASHED, "ended by SIGSEGV"))
    runs = (
        ComparedRun(HEADER, footer(wrong("crash", crashed), wrong(), wrong("full_grids"))),
        ComparedRun(OTHER, footer(wrong("forms"))),
    )
    alone, pair = failing_inputs(runs)
    assert (alone.found.batch, alone.properties) == ((PUZZLE,), ("patterns", "full_grids", "forms"))
    assert {place: answer.status for place, answer in alone.answers.items()} == {0: Status.WRONG, 1: Status.WRONG}
    assert (pair.found.batch, pair.properties, list(pair.answers)) == ((PUZZLE, PUZZLE), ("crash",), [0])
    assert pair.answers[0].words == "no answer (crashed)"


def test_remarks() -> None:
    """Remarks mention different contracts and incomplete runs."""
    cut = ComparedRun(HEADER, Footer((passed(),), 1, ExitCode.INTERRUPTED, complete=False))
    small = replace(HEADER, options=Options(contract=contracts.ANY, shape=Shape(2, 2)))
    said = " ".join(remarks(Comparison((cut, ComparedRun(small, GOOD)), (), 3)))
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
def test_words(outcome: PropertyResult, word: str) -> None:
    """Each status has its own word."""
    assert cell(outcome) == word


def test_json() -> None:
    """The JSON is valid whatever a solver wrote, and has the report of each run."""
    read = json.loads(comparison_text(comparison(hostile=HOSTILE)))
    Draft202012Validator(comparison_schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    assert [run["exit_code"] for run in read["runs"]] == [1, 0, 1]
    for run in read["runs"]:
        Draft202012Validator(schema()).validate(run["report"])  # pyright: ignore[reportUnknownMemberType] - likewise


def test_terminal() -> None:
    """The terminal shows the solvers, a line for each property, the differences, and the result last."""
    stream = StringIO()
    print_comparison(comparison(), stream)
    text = stream.getvalue()
    table = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert table["full_grids"] == ["passed", "1,200"] * 3
    assert table["patterns"] == ["WRONG", "after", "17", *["passed", "1,200"] * 2]
    assert table["complete"] == ["not", "run"] * 3
    assert table["easy"][:2] == ["not", "measured"]
    assert f"> {PUZZLE}" in text
    assert text.index("B  passed") < text.index("WRONG 1 of 3 solvers: exec:./a.out --flag; timed out: exec:./c")


def test_hostile_text_on_a_terminal() -> None:
    """Control characters in a solver's output are escaped."""
    stream = StringIO()
    print_comparison(comparison(hostile=HOSTILE), stream)
    assert all(character.isprintable() or character == "\n" for character in stream.getvalue())


def test_a_solver_that_is_only_slow_is_never_called_wrong() -> None:
    """Timeouts in a run of its own, or on what others failed, are called that; the exit code remains 1."""
    end = footer(passed(), timed_out(), exit_code=ExitCode.WRONG)
    slow, good = ComparedRun(HEADER, end), ComparedRun(OTHER, GOOD)
    compared = Comparison((slow, good))
    assert compared.verdict == (Grade.TIMED_OUT, "1 of 2 solvers: exec:./a.out --flag")
    assert compared.exit_codes == (ExitCode.WRONG, ExitCode.GOOD)
    three = comparison()
    assert three.grades == (Grade.WRONG, Grade.NO_ERRORS, Grade.TIMED_OUT)
    for one in (compared, three):
        page = comparison_page(one)
        assert page.count('<td class="bad">wrong</td></tr>') == (one is three)
        assert '<td class="undecided">timed out</td></tr>' in page


def test_how_much_a_pass_says() -> None:
    """Each solver has its grade, its bound on errors, what was not asked, and what is notable of its performance."""
    end = Footer((passed(), left_open()), 3.0, ExitCode.GOOD, complete=True, performance=PERFORMANCE)
    slow = ComparedRun(HEADER, end)
    compared = Comparison((slow, ComparedRun(OTHER, GOOD)))
    assert compared.verdict == (Grade.NOT_DECIDED, "1 of 2 solvers: exec:./a.out --flag")
    assert compared.exit_code is ExitCode.NOT_DECIDED
    stream = StringIO()
    print_comparison(compared, stream)
    text, page, plain = stream.getvalue(), comparison_page(compared), json.loads(comparison_text(compared))
    Draft202012Validator(comparison_schema()).validate(plain)  # pyright: ignore[reportUnknownMemberType] - no types
    assert "A  exec:./a.out --flag  not decided, errors rarer than 1 in 360, contract" in text
    assert '<td class="undecided">not decided</td></tr>' in page
    assert [run["grade"] for run in plain["runs"]] == ["not decided", "no errors found"]
    lines = list(remarks(compared))
    assert "A: clashing_clues: not asked: a clash in row 1, a clash in row 2, a clash in row 3 (6 more)" in lines
    assert {f"{name}: {sentence}" for name in "AB" for sentence in PERFORMANCE.notable()} <= set(lines)
    assert text.endswith("\n".join(lines) + "\n")
    for line in lines:
        assert f"<p>{line}</p>" in page


def test_no_errors_in_slow_solvers() -> None:
    """If some solvers did not answer every puzzle in time, but no error was found, the result names them."""
    slow = ComparedRun(HEADER, footer(passed(), replace(left_open(), not_asked=()), exit_code=ExitCode.GOOD))
    compared = Comparison((slow, ComparedRun(OTHER, GOOD)))
    expected = Grade.NO_ERRORS, "in 2 solvers; no errors found, but slow: exec:./a.out --flag"
    assert (compared.verdict, compared.exit_code) == (expected, ExitCode.GOOD)


def test_many_columns() -> None:
    """Columns have short and different names, however many there are."""
    names = column_names(80)
    assert (names[0], names[25], names[26], len(set(names))) == ("A", "Z", "A2", 80)
