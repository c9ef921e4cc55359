"""The JSON report."""

import json
import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover.contracts import CONTRACTS, Contract
from crosscover.exit_code import ExitCode
from crosscover.options import Options
from crosscover.reference import NoSolution, Several
from crosscover.report.comparison_reports import comparison_schema
from crosscover.report.events import DocumentWriter, Footer, Header, RunFinished, RunStarted
from crosscover.report.grade import Grade
from crosscover.report.json_report import report_text, schema
from crosscover.responses import Counted, Declined, Failed, Fault

from .samples import (
    HEADER,
    NASTY,
    PUZZLE,
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    fault,
    footer,
    left_open,
    not_decided,
    not_run,
    passed,
    several_causes,
    tell,
    timed_out,
    vacuous,
    wrong,
)

Json = dict[str, Any]

EVERYTHING = (
    passed(),
    wrong(),
    timed_out(),
    vacuous(),
    fault(),
    not_run(),
    not_decided(),
    replace(wrong("expected"), expected=True),
)


def strictly(text: str) -> Json:
    """Read JSON strictly and validate it against the schema."""

    def refused(constant: str) -> None:
        raise ValueError(constant)

    read = cast("Json", json.loads(text, parse_constant=refused))
    Draft202012Validator(schema()).validate(read)  # pyright: ignore[reportUnknownMemberType] - it has no types
    return read


def written(path: Path, end: Footer, header: Header = HEADER) -> Json:
    """Write the report of a run and read it."""
    tell(DocumentWriter(str(path), report_text), end, header)
    return strictly(path.read_text(encoding="utf-8"))


def test_other_causes_are_there(tmp_path: Path) -> None:
    """Each cause has a counterexample, which tells whether its puzzle is answered correctly alone."""
    [judged] = written(tmp_path / "report.json", footer(several_causes()))["properties"]
    [other] = judged["failure"]["others"]
    assert (judged["failure"]["counterexample"]["right_alone"], other["counterexample"]["right_alone"]) == (False, True)
    assert other["reason"] == "refused a puzzle that has a solution"


def test_every_status_is_valid(tmp_path: Path) -> None:
    """A report with every status is valid."""
    report = written(tmp_path / "report.json", footer(*EVERYTHING))
    statuses = [prop["status"] for prop in report["properties"]]
    assert statuses == ["passed", "wrong", "timed out", "nothing judged", "fault", "not run", "not decided", "wrong"]


@pytest.mark.parametrize("place", ["header", "properties", "footer"])
def test_the_schema_is_not_vacuous(tmp_path: Path, place: str) -> None:
    """A report with a missing part is invalid."""
    report = written(tmp_path / "report.json", footer(wrong()))
    del report[place]
    assert not Draft202012Validator(schema()).is_valid(report)  # pyright: ignore[reportUnknownMemberType] - no types


def test_a_counterexample(tmp_path: Path) -> None:
    """A failure has its input, output, expected answer and reason."""
    report = written(tmp_path / "report.json", footer(wrong()))
    failure = report["properties"][0]["failure"]
    example = failure["counterexample"]
    assert example["puzzles"] == [str(PUZZLE)]
    assert example["input"] == f"{PUZZLE}\n"
    assert example["output"] == f"{WRONG_ANSWER}\n"
    assert example["expected_answers"] == [str(SOLUTION)]
    assert example["responses"] == [{"kind": "answered", "grid": str(WRONG_ANSWER)}]
    assert example["verdicts"] == [{"kind": "unique", "solutions": [str(SOLUTION)]}]
    assert example["failing_index"] == 0
    assert example["mismatch"] == {
        "kind": "wrong answer",
        "reason": failure["reason"],
        "cells": [4, 8],
        "digits": [7],
        "house": "row 1",
        "exception": "",
        "variant": "repeated digit",
        "expected": str(SOLUTION),
        "received": str(WRONG_ANSWER),
    }


def test_every_response_and_verdict_is_valid(tmp_path: Path) -> None:
    """Every kind of response and verdict is valid."""
    found = replace(
        counterexample(Failed(Fault.CRASHED, "gone"), Counted(2), Declined(), run_failure=Failed(Fault.EXTRA, "more")),
        verdicts=(NoSolution(), Several(SOLUTION, WRONG_ANSWER), NoSolution()),
    )
    example = written(tmp_path / "report.json", footer(wrong("all", found)))["properties"][0]["failure"][
        "counterexample"
    ]
    assert [response["kind"] for response in example["responses"]] == ["failed", "counted", "declined"]
    assert [verdict["kind"] for verdict in example["verdicts"]] == ["none", "several", "none"]
    assert example["run_failure"] == {"kind": "failed", "fault": "extra output", "reason": "more"}


def test_odd_characters(tmp_path: Path) -> None:
    """Any output of a solver is preserved in JSON, in an ASCII file."""
    found = counterexample(Failed(Fault.MALFORMED, NASTY), received=NASTY)
    report = written(tmp_path / "report.json", footer(wrong("nasty", found)))
    assert report["properties"][0]["failure"]["counterexample"]["output"] == NASTY
    assert (tmp_path / "report.json").read_bytes().isascii()


def test_infinite_options(tmp_path: Path) -> None:
    """An infinite limit is null, since JSON has no infinity."""
    header = replace(HEADER, options=Options(time_limit=float("inf")))
    assert written(tmp_path / "report.json", footer(passed()), header)["header"]["options"]["time_limit"] is None


def test_options(tmp_path: Path) -> None:
    """The header has all options as plain values, the contract, and the names of set options."""
    header = replace(HEADER, options=Options().with_overrides({"contract": "count", "memory_limit": 256}))
    header_of_report = written(tmp_path / "report.json", footer(passed()), header)["header"]
    assert header_of_report["contract"] == header_of_report["options"]["contract"] == "count"
    assert (header_of_report["options"]["memory_limit"], header_of_report["options"]["call"]) == (256, "text")
    assert header_of_report["explicit_options"] == ["contract", "memory_limit"]


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_contracts(tmp_path: Path, contract: Contract) -> None:
    """Every contract is in the schema."""
    header = replace(HEADER, options=Options(contract=contract))
    assert written(tmp_path / "report.json", footer(passed()), header)["header"]["contract"] == contract.name


def test_what_was_left_open(tmp_path: Path) -> None:
    """A report has the bounds on errors, all facets that were not asked, all unanswered puzzles, and the grade."""
    report = written(tmp_path / "report.json", footer(left_open(), passed(), exit_code=ExitCode.GOOD))
    first, second = report["properties"]
    assert (first["distinct"], first["rarer_than"], second["rarer_than"]) == (1100, 360, None)
    assert first["not_asked"] == [f"a clash in row {number}" for number in range(1, 10)]
    assert first["unanswered"] == [str(PUZZLE), str(SOLUTION)]
    assert (report["footer"]["grade"], report["footer"]["rarer_than"]) == ("not decided", 360)


@pytest.mark.parametrize("grade", Grade)
def test_every_grade_is_valid(grade: Grade) -> None:
    """Both schemas have every grade."""
    assert grade.value in schema()["$defs"]["footer"]["properties"]["grade"]["enum"]  # type: ignore[index]  # plain
    compared = comparison_schema()
    assert grade.value in compared["$defs"]["run"]["properties"]["grade"]["enum"]  # type: ignore[index]  # plain
    assert grade.title in compared["properties"]["verdict"]["enum"]  # type: ignore[index]  # plain


def test_labels_of_the_whole_run(tmp_path: Path) -> None:
    """The labels of all properties are summed."""
    one, other = replace(passed("a"), labels=Counter({"x": 2, "y": 1})), replace(passed("b"), labels=Counter({"x": 5}))
    assert written(tmp_path / "report.json", footer(one, other))["labels"] == {"x": 7, "y": 1}


def test_the_footer_proves_completeness(tmp_path: Path) -> None:
    """A run that ended normally is complete, and as many properties finished as were announced."""
    end = written(tmp_path / "report.json", footer(passed("a"), wrong("b")))["footer"]
    assert (end["announced"], end["finished"], end["complete"], end["exit_code"]) == (2, 2, True, 1)


def test_incomplete_runs(tmp_path: Path) -> None:
    """An interrupted run is incomplete; one without time for a property is complete and lists it."""
    assert written(tmp_path / "report.json", footer(passed(), complete=False))["footer"]["complete"] is False
    end = written(tmp_path / "report.json", footer(passed(), not_run()))["footer"]
    assert (end["complete"], end["announced"], end["finished"]) == (True, 2, 1)


def test_the_report_exists_during_the_run(tmp_path: Path) -> None:
    """From the start of a run the file is a report of a run that was cut short."""
    path = tmp_path / "report.json"
    path.write_text("an older report")
    DocumentWriter(str(path), report_text)(RunStarted(HEADER, ("a", "b")))
    early = strictly(path.read_text())["footer"]
    assert (early["finished"], early["complete"], early["exit_code"]) == (0, False, ExitCode.INTERRUPTED)
    assert [file.name for file in tmp_path.iterdir()] == ["report.json"]


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """Stdout receives one report at the end."""
    tell(DocumentWriter("-", report_text), footer(passed()))
    assert strictly(capsys.readouterr().out)["footer"]["complete"] is True


def test_a_run_that_could_not_begin(tmp_path: Path) -> None:
    """The end of a run that never began is a report without properties."""
    path = tmp_path / "report.json"
    DocumentWriter(str(path), report_text)(RunFinished(HEADER, footer(complete=False, exit_code=ExitCode.NOT_STARTED)))
    assert strictly(path.read_text())["footer"]["grade"] == "not started"


def test_unwritable_file(tmp_path: Path) -> None:
    """A file that cannot be written is reported at the start of the run."""
    with pytest.raises(OSError, match="nowhere"):
        DocumentWriter(str(tmp_path / "nowhere" / "report.json"), report_text)(RunStarted(HEADER, ()))


def test_the_documentation_is_of_this_format() -> None:
    """Every name in code style in the documentation is in the schema or its example."""
    text = (files("crosscover.report") / "report.md").read_text(encoding="utf-8")
    names = re.findall(r"`((?:header|footer|properties\[\]|labels)[\w.\[\]]*)`", text)
    assert len(names) > 20
    known = json.dumps(schema())
    for path in names:
        for name in path.replace("[]", "").split("."):
            assert f'"{name}"' in known
    example = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
    assert example["format"] == "crosscover-report"
